// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/coverage.h"

namespace manju::story {
namespace {

void append(std::vector<SourceSpan>& spans, std::int64_t at, std::int64_t& lastVisible) {
    // White space inside does not interrupt a span.
    if (!spans.empty() && spans.back().end == lastVisible + 1)
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
                append(script.headings, i, lastVisible);
                break;
            case Part::Label:
                ++script.labelPoints;
                break;
            case Part::Mark:
                ++script.strippedPoints;
                append(script.stripped, i, lastVisible);
                break;
            case Part::Spoken:
                if (inUtterance) {
                    ++script.spokenPoints;
                    break;
                }
                [[fallthrough]];
            case Part::Free:
                append(script.unassigned, i, lastVisible);
                break;
        }
        lastVisible = i;
    }
    script.coveredPoints =
        script.spokenPoints + script.headingPoints + script.labelPoints + script.strippedPoints;
}

}  // namespace manju::story
