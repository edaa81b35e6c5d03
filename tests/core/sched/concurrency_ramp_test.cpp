// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/concurrency_ramp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace manju::sched {
namespace {

void endMany(ConcurrencyRamp& ramp, int tasks) {
    for (int i = 0; i < tasks; ++i) ramp.ended(false);
}

TEST(ConcurrencyRamp, RisesByOneForFiftyTasksUpToEight) {
    ConcurrencyRamp ramp;
    EXPECT_EQ(ramp.units(), 4);
    endMany(ramp, 49);
    EXPECT_EQ(ramp.units(), 4);
    endMany(ramp, 1);
    EXPECT_EQ(ramp.units(), 5);
    endMany(ramp, 150);
    EXPECT_EQ(ramp.units(), 8);
    endMany(ramp, 1000);
    EXPECT_EQ(ramp.units(), 8);
}

TEST(ConcurrencyRamp, OutOfMemoryHalvesItAndTheCountBeginsAnew) {
    ConcurrencyRamp ramp;
    endMany(ramp, 249);
    ramp.ended(true);
    EXPECT_EQ(ramp.units(), 4);
    endMany(ramp, 49);
    EXPECT_EQ(ramp.units(), 4);
    endMany(ramp, 1);
    EXPECT_EQ(ramp.units(), 5);
    ramp.ended(true);
    EXPECT_EQ(ramp.units(), 2);
    for (int i = 0; i < 10; ++i) ramp.ended(true);
    EXPECT_EQ(ramp.units(), 1) << "never none";
}

TEST(ConcurrencyRampProperties, AnyHistoryFollowsTheRuleAndSurvivesARestart) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        std::mt19937_64 random(seed);
        ConcurrencyRamp ramp;
        int units = 4, calm = 0;
        const std::uint64_t oneIn = 10 + seed * 10;
        for (int i = 0; i < 3000; ++i) {
            const bool outOfMemory = random() % oneIn == 0;
            ramp.ended(outOfMemory);
            calm = outOfMemory ? 0 : calm + 1;
            if (outOfMemory) {
                units = std::max(1, units / 2);
            } else if (calm == 50) {
                units = std::min(8, units + 1);
                calm = 0;
            }
            ASSERT_EQ(ramp.units(), units);
            if (random() % 10 == 0) ramp = ConcurrencyRamp({}, ramp.memory());
        }
    }
}

TEST(ConcurrencyRamp, AnImpossibleMemoryIsBroughtIntoRange) {
    EXPECT_EQ(ConcurrencyRamp({}, {100, -5}).units(), 8);
    EXPECT_EQ(ConcurrencyRamp({}, {-1, 10'000}).units(), 1);
    EXPECT_EQ(ConcurrencyRamp({}, {-1, 10'000}).memory().calmTasks, 49);
}

}  // namespace
}  // namespace manju::sched
