// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/ladder.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace manju::sched {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

Demand picture() {
    Demand demand;
    demand.activationBytes = 6 * kGiB;
    demand.encoderBytes = 2 * kGiB;
    demand.unetBytes = 5 * kGiB;
    demand.otherBytes = kGiB;
    return demand;
}

std::vector<Rung> namesOf(const std::vector<RungPlan>& plans) {
    std::vector<Rung> names;
    for (const RungPlan& plan : plans) names.push_back(plan.rung);
    return names;
}

TEST(Ladder, ATaskThatFitsGivesUpNothing) {
    const auto plan = Ladder().cheapest(picture(), 14 * kGiB);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->rung, Rung::Full);
    EXPECT_EQ(plan->bytes(), 14 * kGiB);
    EXPECT_EQ(plan->timeFactor, 1);
    EXPECT_FALSE(plan->twoPasses || plan->tiledVae || plan->encodersOff || plan->slicedAttention ||
                 plan->offload || plan->exclusive);
}

TEST(Ladder, TheFirstRungThatFitsIsTaken) {
    const Ladder ladder;
    EXPECT_EQ(ladder.cheapest(picture(), 14 * kGiB - 1)->rung, Rung::TwoPasses);
    EXPECT_EQ(ladder.cheapest(picture(), 11 * kGiB)->rung, Rung::EncodersOff);
    EXPECT_EQ(ladder.cheapest(picture(), 9 * kGiB + kGiB / 2)->rung, Rung::SlicedAttention);
    const auto last = ladder.cheapest(picture(), 6 * kGiB);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->rung, Rung::Offload);
    EXPECT_TRUE(last->twoPasses && last->encodersOff && last->slicedAttention && last->offload);
    EXPECT_FALSE(last->tiledVae) << "its settings do not allow that";
    EXPECT_FALSE(ladder.cheapest(picture(), 4 * kGiB));
}

TEST(Ladder, OnlyRungsThatChangeSomething) {
    const Ladder ladder;
    using enum Rung;
    EXPECT_EQ(namesOf(ladder.rungs(picture())),
              (std::vector{Full, TwoPasses, EncodersOff, SlicedAttention, Offload}));
    Demand batch = picture();
    batch.batch = 3;
    batch.mayTile = true;
    EXPECT_EQ(namesOf(ladder.rungs(batch)),
              (std::vector{Full, TiledVae, OneByOne, TwoPasses, EncodersOff, SlicedAttention, Offload}));
    EXPECT_EQ(ladder.rungs(batch)[1].batch, 3);
    EXPECT_EQ(ladder.rungs(batch)[2].batch, 1);
    Demand voice;
    voice.activationBytes = kGiB;
    voice.otherBytes = kGiB;
    voice.guided = voice.attention = false;
    EXPECT_EQ(namesOf(ladder.rungs(voice)), (std::vector{Full}));
}

TEST(Ladder, EncodersWhoseWorkIsDoneLeaveForFree) {
    const Ladder ladder;
    Demand demand = picture();
    demand.guided = false;
    EXPECT_GT(ladder.cheapest(demand, 12 * kGiB)->timeFactor, 1);
    demand.textsEncoded = true;
    EXPECT_EQ(ladder.cheapest(demand, 12 * kGiB)->timeFactor, 1);
}

TEST(Ladder, AfterOutOfMemoryOneRungFurtherTwiceThenAloneThenFailure) {
    const Ladder ladder;
    const RungPlan full = *ladder.cheapest(picture(), 20 * kGiB);
    const auto second = ladder.afterOutOfMemory(picture(), full, 1);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->rung, Rung::TwoPasses);
    EXPECT_FALSE(second->exclusive);
    const auto third = ladder.afterOutOfMemory(picture(), *second, 2);
    ASSERT_TRUE(third);
    EXPECT_EQ(third->rung, Rung::EncodersOff);
    EXPECT_FALSE(third->exclusive);
    const auto alone = ladder.afterOutOfMemory(picture(), *third, 3);
    ASSERT_TRUE(alone);
    EXPECT_TRUE(alone->exclusive);
    EXPECT_EQ(alone->rung, Rung::SlicedAttention);
    EXPECT_FALSE(ladder.afterOutOfMemory(picture(), *alone, 4));
}

TEST(Ladder, OnTheLastRungATaskIsAloneAtOnce) {
    const Ladder ladder;
    const RungPlan last = ladder.rungs(picture()).back();
    const auto alone = ladder.afterOutOfMemory(picture(), last, 1);
    ASSERT_TRUE(alone);
    EXPECT_TRUE(alone->exclusive);
    EXPECT_EQ(alone->rung, Rung::Offload);
}

Demand anything(std::mt19937_64& random) {
    Demand demand;
    demand.activationBytes = random() % (30 * kGiB);
    demand.encoderBytes = random() % 2 * (random() % (3 * kGiB));
    demand.unetBytes = random() % 4 == 0 ? 0 : random() % (8 * kGiB);
    demand.otherBytes = random() % (2 * kGiB);
    demand.batch = static_cast<int>(random() % 5);
    demand.mayTile = random() % 2 == 0;
    demand.guided = random() % 2 == 0;
    demand.attention = random() % 2 == 0;
    demand.textsEncoded = random() % 2 == 0;
    return demand;
}

TEST(LadderProperties, DownTheLadderMemoryFallsAndTimeGrows) {
    std::mt19937_64 random(6);
    for (int round = 0; round < 5000; ++round) {
        const Demand demand = anything(random);
        const std::uint64_t free = random() % (40 * kGiB);
        const std::vector<RungPlan> plans = Ladder().rungs(demand);
        ASSERT_EQ(plans.front().rung, Rung::Full);
        ASSERT_EQ(plans.front().activationBytes, demand.activationBytes);
        const auto chosen = Ladder().cheapest(demand, free);
        for (std::size_t i = 0; i < plans.size(); ++i) {
            ASSERT_GE(plans[i].batch, 1);
            ASSERT_TRUE(!plans[i].tiledVae || demand.mayTile);
            if (plans[i].bytes() <= free) {
                ASSERT_TRUE(chosen);
                ASSERT_LE(chosen->timeFactor, plans[i].timeFactor) << "none that fits is cheaper";
            }
            if (i == 0) continue;
            ASSERT_GT(plans[i].rung, plans[i - 1].rung);
            ASSERT_LE(plans[i].bytes(), plans[i - 1].bytes());
            ASSERT_GE(plans[i].timeFactor, plans[i - 1].timeFactor);
            // Each rung keeps what those above it gave up.
            ASSERT_GE(plans[i].twoPasses, plans[i - 1].twoPasses);
            ASSERT_GE(plans[i].encodersOff, plans[i - 1].encodersOff);
            ASSERT_GE(plans[i].tiledVae, plans[i - 1].tiledVae);
        }
        if (chosen) {
            ASSERT_LE(chosen->bytes(), free);
        }
        const auto later = Ladder().cheapest(demand, free, Rung::EncodersOff);
        if (later) {
            ASSERT_GE(later->rung, Rung::EncodersOff);
        }
    }
}

TEST(LadderProperties, EveryTaskThatNeverFitsFailsAtItsFourthAttemptOrBefore) {
    std::mt19937_64 random(8);
    for (int round = 0; round < 3000; ++round) {
        const Demand demand = anything(random);
        const std::vector<RungPlan> plans = Ladder().rungs(demand);
        RungPlan plan = plans[random() % plans.size()];
        int attempts = 1, together = 0;
        bool wasExclusive = false;
        for (;;) {
            const auto next = Ladder().afterOutOfMemory(demand, plan, attempts);
            if (!next) break;
            ++attempts;
            ASSERT_GE(next->rung, plan.rung);
            if (!next->exclusive) {
                ++together;
                ASSERT_GT(next->rung, plan.rung);
            }
            wasExclusive = next->exclusive;
            plan = *next;
        }
        ASSERT_LE(attempts, 4);
        ASSERT_LE(together, 2);
        ASSERT_TRUE(wasExclusive) << "the last try is alone on a card";
    }
}

TEST(Ladder, ImpossibleCostsCountForNothing) {
    Ladder::Options options;
    for (Ladder::Cost& cost : options.costs) cost = {std::numeric_limits<double>::quiet_NaN(), -3};
    options.costs[3] = {7, 0.5};
    options.unetShareOffloaded = 4;
    const std::vector<RungPlan> plans = Ladder(options).rungs(picture());
    for (const RungPlan& plan : plans) {
        EXPECT_EQ(plan.activationBytes, 6 * kGiB);
        EXPECT_EQ(plan.timeFactor, 1);
    }
    EXPECT_EQ(plans.back().weightBytes, kGiB);
}

}  // namespace
}  // namespace manju::sched
