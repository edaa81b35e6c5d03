// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/card_health.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace manju::sched {
namespace {

constexpr std::int64_t kMinute = 60'000;

void failDifferent(CardHealth& health, int card, int first, int count, std::int64_t now) {
    for (int i = 0; i < count; ++i) health.failed(card, StepId(first + i), now);
}

TEST(CardHealth, ThreeDifferentTasksInARowBarACard) {
    CardHealth health;
    failDifferent(health, 0, 1, 2, 0);
    EXPECT_TRUE(health.mayStart(0, 0));
    health.failed(0, StepId(3), 500);
    EXPECT_FALSE(health.mayStart(0, 500));
    EXPECT_TRUE(health.mayStart(1, 500));
    EXPECT_EQ(health.reason(0, 1500),
              (MessageRef{"wait.card-barred",
                          {{"card", "0"}, {"failures", "3"}, {"seconds", "59"}, {"bars", "1"}}}));
    EXPECT_EQ(health.reason(1, 1500), MessageRef{});
    EXPECT_EQ(health.nextChange(), kMinute + 500);
}

TEST(CardHealth, ASuccessBreaksTheRow) {
    CardHealth health;
    failDifferent(health, 0, 1, 2, 0);
    health.succeeded(0, StepId(9));
    failDifferent(health, 0, 3, 2, 0);
    EXPECT_TRUE(health.mayStart(0, 0));
}

TEST(CardHealth, OneTaskThatFailsAgainAndAgainIsOneFailure) {
    CardHealth health;
    for (int i = 0; i < 10; ++i) health.failed(0, StepId(1), i);
    EXPECT_TRUE(health.mayStart(0, 10));
}

TEST(CardHealth, AfterTheBarComesOneProbe) {
    CardHealth health;
    failDifferent(health, 0, 1, 3, 0);
    EXPECT_FALSE(health.mayStart(0, kMinute - 1));
    ASSERT_TRUE(health.mayStart(0, kMinute));
    EXPECT_EQ(health.state(0, kMinute), CardHealth::State::Probation);
    health.started(0, StepId(10));
    EXPECT_FALSE(health.mayStart(0, kMinute)) << "one only";
    EXPECT_EQ(health.reason(0, kMinute), (MessageRef{"wait.card-probe", {{"card", "0"}}}));
    health.abandoned(0, StepId(10));
    ASSERT_TRUE(health.mayStart(0, kMinute)) << "a cancelled probe says nothing";
    health.started(0, StepId(11));
    health.succeeded(0, StepId(11));
    EXPECT_TRUE(health.mayStart(0, kMinute));
    health.started(0, StepId(12));
    EXPECT_TRUE(health.mayStart(0, kMinute)) << "usable like any";
}

TEST(CardHealth, EachBarIsTwiceAsLongUpToAnHour) {
    CardHealth health;
    std::int64_t now = 0;
    failDifferent(health, 0, 1, 3, now);
    int task = 100;
    for (const std::int64_t minutes : {1, 2, 4, 8, 16, 32, 60, 60}) {
        ASSERT_FALSE(health.mayStart(0, now + minutes * kMinute - 1)) << minutes;
        now += minutes * kMinute;
        ASSERT_TRUE(health.mayStart(0, now)) << minutes;
        health.started(0, StepId(++task));
        health.failed(0, StepId(task), now);
    }
    EXPECT_EQ(health.reason(0, now).args.at("bars"), "9");
}

TEST(CardHealth, TwentySuccessesAreForgiveness) {
    for (const int successes : {19, 20}) {
        CardHealth health;
        failDifferent(health, 0, 1, 3, 0);
        ASSERT_TRUE(health.mayStart(0, kMinute));
        for (int i = 0; i < successes; ++i) {
            health.started(0, StepId(50 + i));
            health.succeeded(0, StepId(50 + i));
        }
        failDifferent(health, 0, 10, 3, kMinute);
        EXPECT_EQ(health.mayStart(0, 2 * kMinute), successes == 20);
    }
}

TEST(CardHealth, ATaskThatFailsElsewhereTooIsAtFault) {
    CardHealth health;
    health.failed(1, StepId(1), 0);
    failDifferent(health, 0, 1, 3, 0);
    EXPECT_TRUE(health.mayStart(0, 0)) << "the first of the three had failed on card 1";
    health.failed(0, StepId(1), 0);
    EXPECT_TRUE(health.mayStart(0, 0)) << "it never counts again";
    health.failed(0, StepId(4), 0);
    EXPECT_FALSE(health.mayStart(0, 0));
}

TEST(CardHealth, ABarThatRestsOnAGuiltyTaskIsLifted) {
    CardHealth health;
    failDifferent(health, 0, 1, 3, 0);
    ASSERT_FALSE(health.mayStart(0, 1));
    health.failed(1, StepId(2), 1);
    EXPECT_TRUE(health.mayStart(0, 1));
    EXPECT_EQ(health.state(0, 1), CardHealth::State::Usable);
    EXPECT_TRUE(health.mayStart(1, 1));
    health.failed(0, StepId(9), 2);
    EXPECT_FALSE(health.mayStart(0, 2)) << "the other two still count";
    EXPECT_TRUE(health.mayStart(0, 2 + kMinute)) << "and the bar is a first one";
}

TEST(CardHealth, AProbeThatWasGuiltyLeavesTheCardWhereItWas) {
    CardHealth health;
    failDifferent(health, 0, 1, 3, 0);
    ASSERT_TRUE(health.mayStart(0, kMinute));
    health.started(0, StepId(9));
    health.failed(0, StepId(9), kMinute);
    ASSERT_FALSE(health.mayStart(0, kMinute));
    health.failed(1, StepId(9), kMinute);
    EXPECT_EQ(health.state(0, kMinute), CardHealth::State::Probation);
    EXPECT_TRUE(health.mayStart(0, kMinute)) << "for another probe";
}

TEST(CardHealth, AClockThatGoesBackMakesNoLongBar) {
    CardHealth health;
    failDifferent(health, 0, 1, 3, 100 * kMinute);
    EXPECT_FALSE(health.mayStart(0, 0));
    EXPECT_EQ(health.reason(0, 0).args.at("seconds"), "60");
    EXPECT_TRUE(health.mayStart(0, kMinute));
}

/// Cards of which some fail at everything, and tasks of which some fail everywhere.
struct Outcome {
    int barsOfGood = 0;
    int startsOnBad = 0, starts = 0;
    bool badIsBarred = false;
};

Outcome play(std::uint64_t seed, int cards, int badCard, std::uint64_t poisonOneIn) {
    std::mt19937_64 random(seed);
    CardHealth health;
    Outcome outcome;
    std::int64_t now = 0;
    for (int i = 0; i < 2000; ++i) {
        const StepId task(i + 1);
        const bool poison = poisonOneIn > 0 && random() % poisonOneIn == 0;
        int last = -1;
        for (int attempt = 0; attempt < 4; ++attempt) {
            std::vector<int> free;
            for (int card = 0; card < cards; ++card)
                if (health.mayStart(card, now) && card != last) free.push_back(card);
            now += 2000;
            if (free.empty()) continue;
            const int card = free[random() % free.size()];
            last = card;
            health.started(card, task);
            ++outcome.starts;
            outcome.startsOnBad += card == badCard ? 1 : 0;
            if (poison || card == badCard) {
                health.failed(card, task, now);
            } else {
                health.succeeded(card, task);
                break;
            }
            for (int other = 0; other < cards; ++other)
                if (other != badCard && health.state(other, now) != CardHealth::State::Usable)
                    ++outcome.barsOfGood;
        }
    }
    outcome.badIsBarred = badCard >= 0 && health.state(badCard, now) != CardHealth::State::Usable;
    return outcome;
}

TEST(CardHealthProperties, BadCardsGetAlmostNothingAndGoodOnesKeepWorking) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Outcome bad = play(seed, 3, 1, 0);
        EXPECT_TRUE(bad.badIsBarred);
        EXPECT_LT(bad.startsOnBad, 25) << "of " << bad.starts;
        EXPECT_EQ(bad.barsOfGood, 0);
        const Outcome poison = play(seed, 3, -1, 4);
        EXPECT_LT(poison.barsOfGood, poison.starts / 20) << "tasks at fault do not cost cards";
    }
}

TEST(CardHealthProperties, AnyHistoryGoesOnAfterARestart) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        std::mt19937_64 random(seed);
        CardHealth health;
        std::int64_t now = 0;
        int barred = 0;
        for (int i = 0; i < 4000; ++i) {
            now += static_cast<std::int64_t>(random() % 20'000) - (random() % 100 == 0 ? 500'000 : 0);
            const int card = static_cast<int>(random() % 3);
            const StepId task(1 + static_cast<std::int64_t>(random() % 3000));
            const bool may = health.mayStart(card, now);
            ASSERT_EQ(may, health.reason(card, now).id.empty());
            if (may && random() % 4 != 0) health.started(card, task);
            switch (random() % 4) {
                case 0:
                    health.succeeded(card, task);
                    break;
                case 1:
                    health.abandoned(card, task);
                    break;
                default:
                    health.failed(card, task, now);
            }
            const MessageRef reason = health.reason(card, now);
            if (reason.id == "wait.card-barred") {
                ++barred;
                const int seconds = std::stoi(reason.args.at("seconds"));
                ASSERT_GE(seconds, 0);
                ASSERT_LE(seconds, 3600);
                ASSERT_GE(std::stoi(reason.args.at("bars")), 1);
            }
            ASSERT_LE(health.memory().failedOn.size(), 1025u);
            if (random() % 100 != 0) continue;
            const CardHealth copy(health.memory());
            for (const auto& [index, known] : copy.memory().cards) ASSERT_FALSE(known.probe.valid());
            ASSERT_EQ(copy.memory().failedOn, health.memory().failedOn);
            ASSERT_EQ(copy.nextChange(), health.nextChange());
            health = copy;
        }
        EXPECT_GT(barred, 50);
    }
}

}  // namespace
}  // namespace manju::sched
