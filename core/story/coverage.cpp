// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/coverage.h"

#include <algorithm>

namespace manju::story {
namespace {

/// Adds the visible point at `at`; `previous` is the visible point before it. Blanks inside a line do not
/// interrupt a span, a line end does.
void append(std::vector<SourceSpan>& spans, Text source, std::int64_t at, std::int64_t previous) {
    const Text between =
        source.substr(static_cast<std::size_t>(previous + 1), static_cast<std::size_t>(at - previous - 1));
    const bool sameLine = std::none_of(between.begin(), between.end(), isLineEnd);
    if (!spans.empty() && spans.back().end == previous + 1 && sameLine)
        spans.back().end = at + 1;
    else
        spans.push_back({at, at + 1});
}

}  // namespace

void countCoverage(const ScriptMap& map, ParsedScript& script) {
    const Text source = map.source();
    script.codePoints = static_cast<std::int64_t>(source.size());
    std::size_t episode = 0;
    std::size_t line = 0;
    std::int64_t lastVisible = -1;
    for (std::int64_t i = 0; i < script.codePoints; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (!isVisible(source[at])) continue;
        ++script.textPoints;
        while (episode < script.episodes.size() &&
               (line >= script.episodes[episode].utterances.size() ||
                script.episodes[episode].utterances[line].span.end <= i)) {
            if (line < script.episodes[episode].utterances.size()) {
                ++line;
            } else {
                ++episode;
                line = 0;
            }
        }
        const bool inUtterance =
            episode < script.episodes.size() && script.episodes[episode].utterances[line].span.begin <= i;
        switch (map.at(at)) {
            case Part::Heading:
                ++script.headingPoints;
                append(script.headings, source, i, lastVisible);
                break;
            case Part::Label:
                ++script.labelPoints;
                break;
            case Part::Mark:
                ++script.strippedPoints;
                append(script.stripped, source, i, lastVisible);
                break;
            case Part::Spoken:
                if (inUtterance) {
                    ++script.spokenPoints;
                    break;
                }
                [[fallthrough]];
            case Part::Free:
                append(script.unassigned, source, i, lastVisible);
                break;
        }
        lastVisible = i;
    }
    script.coveredPoints =
        script.spokenPoints + script.headingPoints + script.labelPoints + script.strippedPoints;
}

}  // namespace manju::story
