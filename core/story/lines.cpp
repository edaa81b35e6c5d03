// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/lines.h"

#include <algorithm>

#include "core/story/text_class.h"

namespace manju::story {
namespace {

constexpr Text kActionMarks = U"△▲▷";

bool isAction(char32_t c) {
    return oneOf(c, kActionMarks);
}

bool beginsEpisode(Text line) {
    if (line.size() < 3 || line[0] != U'第') return false;
    const auto unit = line.find_first_of(U"集章话", 1);
    return unit != Text::npos && unit <= 6;
}

/// "1-1 日" at `at`.
bool isSceneNumber(Text line, std::size_t at) {
    const auto skipDigits = [&](std::size_t i) {
        while (i < line.size() && isDigit(line[i])) ++i;
        return i;
    };
    const std::size_t dash = skipDigits(at);
    if (dash == at || dash - at > 3 || dash >= line.size() || !oneOf(line[dash], U"-－–")) return false;
    const std::size_t end = skipDigits(dash + 1);
    return end > dash + 1 && end - dash <= 4 && end < line.size() && isSpace(line[end]);
}

/// "林晚：" or "林晚（哽咽）：" at `at`.
bool isGluedLabel(Text line, std::size_t at) {
    constexpr std::size_t kLongestName = 6;
    std::size_t i = at;
    while (i < line.size() && i - at <= kLongestName && isLetterOrDigit(line[i]) && !isDigit(line[i])) ++i;
    if (i == at || i >= line.size()) return false;
    if (oneOf(line[i], U"（(")) {
        const auto close = closingBracket(line, i, 10);
        if (close == Text::npos) return false;
        i = close + 1;
    }
    return i < line.size() && isColon(line[i]);
}

/// Cuts one line, given as a range of `source`, into segments.
class LineCutter {
public:
    LineCutter(Text source, std::size_t begin, std::size_t end) : source_(source), begin_(begin), end_(end) {}

    std::vector<std::size_t> cuts() {
        const Text line = source_.substr(begin_, end_ - begin_);
        const bool acts = std::any_of(line.begin(), line.end(), isAction);
        const bool glued = acts || beginsEpisode(stripped(line));
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == U'【') {
                i = bracket(line, i);
                continue;
            }
            if (isAction(line[i]) && !(i > 0 && isAction(line[i - 1]))) cut(i);
            if (!glued) continue;
            if (isDigit(line[i]) && (i == 0 || !isDigit(line[i - 1])) && isSceneNumber(line, i)) cut(i);
            if (i > 0 && (isSentenceEnd(line[i - 1]) || isClosing(line[i - 1])) && isGluedLabel(line, i))
                cut(i);
        }
        return std::move(cuts_);
    }

private:
    void cut(std::size_t at) {
        if (at > 0) cuts_.push_back(begin_ + at);
    }

    /// A labelled bracket such as 【字幕：三年后】 stands for itself. Returns where to go on.
    std::size_t bracket(Text line, std::size_t open) {
        constexpr std::size_t kLongest = 120;
        const auto close = closingBracket(line, open, kLongest);
        if (close == Text::npos) return open;
        const Text inside = line.substr(open + 1, close - open - 1);
        const auto colon = std::find_if(inside.begin(), inside.end(), isColon) - inside.begin();
        if (colon == 0 || colon > 10 || static_cast<std::size_t>(colon) == inside.size()) return open;
        // 系统提示：【叮】 is a label with its text, not a bracket of its own.
        if (open > 0 && isColon(line[open - 1])) return close;
        cut(open);
        if (close + 1 < line.size()) cut(close + 1);
        return close;
    }

    Text source_;
    std::size_t begin_;
    std::size_t end_;
    std::vector<std::size_t> cuts_;
};

bool isFiller(char32_t c) {
    return !isVisible(c);
}

}  // namespace

Text stripped(Text text) {
    while (!text.empty() && isFiller(text.front())) text.remove_prefix(1);
    while (!text.empty() && isFiller(text.back())) text.remove_suffix(1);
    return text;
}

std::size_t closingBracket(Text text, std::size_t at, std::size_t reach) {
    static constexpr Text kOpen = U"“‘「『（(【[《〈{";
    static constexpr Text kClose = U"”’」』）)】]》〉}";
    const char32_t open = text[at];
    const char32_t close = kClose[kOpen.find(open)];
    int depth = 0;
    for (std::size_t i = at; i < text.size() && i <= at + reach; ++i) {
        // Typists mix full and half width: （…).
        if (narrow(text[i]) == narrow(open)) ++depth;
        if (narrow(text[i]) == narrow(close) && --depth == 0) return i;
    }
    return Text::npos;
}

std::vector<Segment> segmentsOf(Text source, std::int64_t& steps) {
    std::vector<Segment> segments;
    bool blank = true;
    for (std::size_t at = 0; at < source.size();) {
        std::size_t end = at;
        while (end < source.size() && !isLineEnd(source[end])) ++end;
        steps += static_cast<std::int64_t>(2 * (end - at) + 1);
        std::vector<std::size_t> borders = LineCutter(source, at, end).cuts();
        std::sort(borders.begin(), borders.end());
        borders.push_back(end);
        bool first = true;
        std::size_t from = at;
        for (const std::size_t to : borders) {
            const Text piece = stripped(source.substr(from, to - from));
            if (!piece.empty()) {
                const auto begin = static_cast<std::size_t>(piece.data() - source.data());
                segments.push_back({begin, begin + piece.size(), blank, begin > from && from == at,
                                    isAction(piece.front()), first});
                blank = false;
                first = false;
            }
            from = to;
        }
        if (first) blank = true;
        const bool pair = end + 1 < source.size() && source[end] == U'\r' && source[end + 1] == U'\n';
        at = end + (pair ? 2 : 1);
    }
    return segments;
}

}  // namespace manju::story
