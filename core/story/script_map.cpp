// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/script_map.h"

#include <algorithm>

#include "core/base/text.h"

namespace manju::story {

void ScriptMap::setSpoken(std::size_t begin, std::size_t end) {
    const bool latin = begin < end && !isHan(source_[begin]);
    bool wrapped = false;  // since a line end only white space was met
    for (std::size_t i = begin; i < end; ++i) {
        if (parts_[i] != Part::Free || isInvisible(source_[i])) continue;
        // Of a line wrap one white space remains between Latin words and none between Han characters.
        const bool wrap = isLineEnd(source_[i]);
        if (!wrapped && !(wrap && !latin)) parts_[i] = Part::Spoken;
        if (wrapped && !isSpace(source_[i])) parts_[i] = Part::Spoken;
        wrapped = (wrapped || wrap) && isSpace(source_[i]);
    }
}

void ScriptMap::utter(LineKind kind, std::u32string_view speaker, std::size_t begin, std::size_t end) {
    const auto droppable = [&](std::size_t i) {
        return parts_[i] != Part::Free || isSpace(source_[i]) || isInvisible(source_[i]);
    };
    while (begin < end && droppable(begin)) ++begin;
    while (end > begin && droppable(end - 1)) --end;
    if (begin == end) return;
    bool speakable = false;
    for (std::size_t i = begin; i < end && !speakable; ++i)
        speakable = parts_[i] == Part::Free && isLetterOrDigit(source_[i]);
    if (!speakable) {
        if (kind == LineKind::Narration) return set(begin, end, Part::Mark);
        kind = LineKind::OnScreenText;
    }
    setSpoken(begin, end);
    lines_.push_back({{kind,
                       encodeUtf8(speaker),
                       encodeUtf8(spoken(begin, end)),
                       {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)}},
                      scenes_.size() - 1});
}

}  // namespace manju::story
