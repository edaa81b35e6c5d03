// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/numbering.h"

#include <algorithm>
#include <optional>

#include "core/story/headings.h"
#include "core/story/text_class.h"

namespace manju::story {
namespace {

struct Candidate {
    std::size_t segment = 0;
    int number = 0;
    bool bare = false;
};

std::optional<Candidate> candidateAt(Text source, const std::vector<Segment>& segments, std::size_t index) {
    const Segment& segment = segments[index];
    const bool wholeLine = segment.ownLine && (index + 1 == segments.size() || segments[index + 1].ownLine);
    Text line = segment.in(source);
    if (!wholeLine || line.size() > 24) return std::nullopt;
    while (!line.empty() && oneOf(line.front(), U"*")) line.remove_prefix(1);
    while (!line.empty() && oneOf(line.back(), U"*")) line.remove_suffix(1);
    std::size_t digits = 0;
    int number = 0;
    while (digits < line.size() && digits < 4 && isDigit(line[digits]))
        number = number * 10 + static_cast<int>(narrow(line[digits++]) - U'0');
    if (digits == 0) return std::nullopt;
    Text rest = line.substr(digits);
    if (!rest.empty() && oneOf(rest[0], U".、．)）")) rest.remove_prefix(1);
    rest = stripped(rest);
    if (rest.empty()) return Candidate{index, number, true};
    constexpr Text kMeasures = U"点时年月日天个号楼岁分秒万千百十米元块次人只位名条件种倍度周层路集章场";
    const bool title = isHan(rest[0]) && !oneOf(rest[0], kMeasures) && rest.size() <= 12 &&
                       std::all_of(rest.begin(), rest.end(), isLetterOrDigit);
    return title ? std::optional(Candidate{index, number, false}) : std::nullopt;
}

}  // namespace

std::vector<NumberRole> numberRoles(Text source, const std::vector<Segment>& segments) {
    std::vector<NumberRole> roles(segments.size(), NumberRole::None);
    std::vector<Candidate> chain;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const auto candidate = candidateAt(source, segments, i);
        if (!candidate) continue;
        if (candidate->bare) roles[i] = NumberRole::Page;
        const int expected = chain.empty() ? 1 : chain.back().number + 1;
        const bool textBetween = chain.empty() || candidate->segment > chain.back().segment + 1;
        if (candidate->number == expected && textBetween) chain.push_back(*candidate);
    }
    if (chain.size() >= 2)
        for (const Candidate& candidate : chain) roles[candidate.segment] = NumberRole::Episode;
    return roles;
}

}  // namespace manju::story
