// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/states.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>

namespace manju {
namespace {

TEST(States, WorkCannotBeSkippedOrUndoneSilently) {
    EXPECT_FALSE(mayMove(StepState::Done, StepState::Running));
    EXPECT_FALSE(mayMove(StepState::Failed, StepState::Running));  // only by way of waiting
    EXPECT_FALSE(mayMove(StepState::Done, StepState::Failed));
    EXPECT_FALSE(mayMove(EpisodeState::Waiting, EpisodeState::Done));
    EXPECT_FALSE(mayMove(EpisodeState::Done, EpisodeState::Running));
    EXPECT_TRUE(mayMove(StepState::Running, StepState::Waiting));  // interrupted
}

template <class Enum, std::size_t N>
std::set<Enum> reachable(const std::array<std::pair<Enum, std::string_view>, N>& words, Enum from) {
    std::set<Enum> seen{from};
    std::deque<Enum> open{from};
    while (!open.empty()) {
        const Enum at = open.front();
        open.pop_front();
        for (const auto& [to, word] : words)
            if (mayMove(at, to) && seen.insert(to).second) open.push_back(to);
    }
    return seen;
}

TEST(States, NoStateIsADeadEnd) {
    for (const auto& [state, word] : kStepStateWords)
        EXPECT_TRUE(reachable(kStepStateWords, state).contains(StepState::Done)) << word;
    for (const auto& [state, word] : kEpisodeStateWords)
        EXPECT_TRUE(reachable(kEpisodeStateWords, state).contains(EpisodeState::Done)) << word;
}

TEST(States, NothingMovesToItself) {
    for (const auto& [state, word] : kStepStateWords) EXPECT_FALSE(mayMove(state, state)) << word;
    for (const auto& [state, word] : kEpisodeStateWords) EXPECT_FALSE(mayMove(state, state)) << word;
}

}  // namespace
}  // namespace manju
