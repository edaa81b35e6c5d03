// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/markup.h"

#include <algorithm>
#include <array>

namespace manju::story {
namespace {

bool startsWithAt(Text source, std::size_t at, Text word) {
    return source.compare(at, word.size(), word) == 0;
}

bool isLinkCharacter(char32_t c) {
    return c > 0x20 && c < 0x7F && !oneOf(c, U"\"<>");
}

std::size_t linkEnd(Text source, std::size_t begin, std::size_t end) {
    std::size_t at = begin;
    while (at < end && isLinkCharacter(source[at])) ++at;
    while (at > begin && oneOf(source[at - 1], U".,;:!?)'")) --at;  // the sentence's, not the link's
    return at;
}

/// An underscore inside a word (file_name) is text.
bool isEmphasis(Text source, std::size_t at) {
    if (oneOf(source[at], U"*`")) return true;
    if (source[at] == U'~')
        return at + 1 < source.size() && (source[at + 1] == U'~' || (at > 0 && source[at - 1] == U'~'));
    if (source[at] != U'_') return false;
    const bool left = at > 0 && isLetterOrDigit(source[at - 1]) && !isHan(source[at - 1]);
    const bool right = at + 1 < source.size() && isLetterOrDigit(source[at + 1]) && !isHan(source[at + 1]);
    return !(left && right);
}

}  // namespace

void markMarkup(ScriptMap& map, std::size_t begin, std::size_t end) {
    const Text source = map.source();
    for (std::size_t i = begin; i < end; ++i) {
        const bool link = startsWithAt(source, i, U"http://") || startsWithAt(source, i, U"https://") ||
                          startsWithAt(source, i, U"www.");
        if (link) {
            const std::size_t stop = std::max(linkEnd(source, i, end), i + 1);
            map.set(i, stop, Part::Mark);
            i = stop - 1;
        } else if (isEmphasis(source, i)) {
            map.set(i, i + 1, Part::Mark);
        }
    }
}

void markDirections(ScriptMap& map, std::size_t begin, std::size_t end, bool everywhere) {
    constexpr std::size_t kLongest = 24;
    const Text source = map.source();
    bool first = true;
    for (std::size_t i = begin; i < end; ++i) {
        if (!isVisible(source[i])) continue;
        if (oneOf(source[i], U"（(") && (first || everywhere)) {
            const auto close = closingBracket(source.substr(0, end), i, kLongest);
            if (close != Text::npos) {
                const Text inside = source.substr(i + 1, close - i - 1);
                const bool number = std::any_of(inside.begin(), inside.end(), isDigit);
                if (!number && !inside.empty()) {
                    std::size_t after = close + 1;
                    if (i > begin && isSpace(source[i - 1]))  // of the white space around it one side remains
                        while (after < end && isSpace(source[after])) ++after;
                    map.set(i, after, Part::Mark);
                    i = after - 1;
                    continue;
                }
            }
        }
        first = false;
    }
}

bool isAuthorsRemark(Text line) {
    static constexpr std::array kRemarks = std::to_array<Text>(
        {U"求收藏", U"求推荐", U"求月票", U"求点赞", U"点个关注", U"点关注", U"未完待续", U"本章完",
         U"全文完", U"（完）", U"(完)", U"（全剧终）", U"THE END", U"To be continued"});
    if (line.size() > 24) return false;
    return std::any_of(kRemarks.begin(), kRemarks.end(), [&](Text remark) {
        return line.find(remark) != Text::npos && line.size() <= remark.size() + 16;
    });
}

}  // namespace manju::story
