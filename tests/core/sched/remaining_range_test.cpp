// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/remaining_range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace manju::sched {
namespace {

std::vector<ExpectedTime> tasks(std::size_t count, std::int64_t p50, std::int64_t p90,
                                Grounds grounds = Grounds::Measured) {
    return std::vector<ExpectedTime>(count, ExpectedTime{p50, p90, grounds, 64});
}

TEST(RemainingRange, NothingLeftIsKnown) {
    EXPECT_EQ(remainingRange({}, 2), (TimeRange{true, 0, 0}));
    EXPECT_EQ(remainingRange({}, 0), (TimeRange{true, 0, 0}));
}

TEST(RemainingRange, UnknownWithoutServersOrTimes) {
    EXPECT_FALSE(remainingRange(tasks(3, 8000, 9000), 0).known);
    EXPECT_FALSE(remainingRange(tasks(3, 8000, 9000), -1).known);
    EXPECT_FALSE(remainingRange(tasks(3, 0, 9000), 1).known);
    EXPECT_FALSE(remainingRange(tasks(3, -8000, 9000), 1).known);
}

TEST(RemainingRange, UnknownWhileMoreThanATenthIsOnlyDeclared) {
    std::vector<ExpectedTime> list = tasks(9, 10'000, 11'000);
    list.push_back({10'000, 20'000, Grounds::Declared, 0});
    EXPECT_TRUE(remainingRange(list, 1).known);
    list.back().p50 = 10'100;
    EXPECT_FALSE(remainingRange(list, 1).known);
}

TEST(RemainingRange, UnknownWhenItWouldSayNothing) {
    EXPECT_FALSE(remainingRange(tasks(1, 600'000, 6'000'000), 1).known);
    EXPECT_TRUE(remainingRange(tasks(1, 6'000, 60'000), 1).known) << "but a minute more or less is no matter";
    EXPECT_TRUE(remainingRange(tasks(100, 600'000, 6'000'000), 1).known) << "many level out";
}

TEST(RemainingRange, ServersShareTheWork) {
    const TimeRange one = remainingRange(tasks(40, 10'000, 10'500), 1);
    const TimeRange four = remainingRange(tasks(40, 10'000, 10'500), 4);
    ASSERT_TRUE(one.known && four.known);
    EXPECT_LE(one.lowSeconds, 400);
    EXPECT_GE(one.highSeconds, 400);
    EXPECT_LT(one.highSeconds, 440);
    EXPECT_LE(four.lowSeconds, 100);
    EXPECT_GE(four.highSeconds, 100);
    EXPECT_LT(four.highSeconds, 115);
    const TimeRange idle = remainingRange(tasks(2, 10'000, 10'500), 100);
    EXPECT_LE(idle.highSeconds, 12) << "more servers than tasks";
}

TEST(RemainingRange, ALongTaskAtTheEndCounts) {
    std::vector<ExpectedTime> list = tasks(8, 1'000, 1'100);
    list.push_back({100'000, 105'000, Grounds::Measured, 64});
    const TimeRange range = remainingRange(list, 4);
    ASSERT_TRUE(range.known);
    EXPECT_GE(range.lowSeconds, 90);
    EXPECT_LE(range.highSeconds, 115);
}

TEST(RemainingRange, LessSureGroundsGiveAWiderRange) {
    const TimeRange sure = remainingRange(tasks(30, 10'000, 12'000), 1);
    const TimeRange derived = remainingRange(tasks(30, 10'000, 12'000, Grounds::Derived), 1);
    ASSERT_TRUE(sure.known && derived.known);
    EXPECT_GT(derived.highSeconds - derived.lowSeconds, 2 * (sure.highSeconds - sure.lowSeconds));
}

TEST(RemainingRange, TenThousandTasksAndExtremesAreServed) {
    const TimeRange many = remainingRange(tasks(10'000, 6'000, 7'000), 8);
    ASSERT_TRUE(many.known);
    EXPECT_NEAR(static_cast<double>(many.lowSeconds + many.highSeconds) / 2, 7600, 300);
    const std::int64_t day = 24 * 3600'000;
    EXPECT_TRUE(remainingRange(tasks(3, day, day), 1'000'000).known);
    EXPECT_TRUE(remainingRange(tasks(3, 2, 1), 1).known) << "a 90th percentile below the median is none";
}

/// Runs what the estimator has learned from the same kind of work; how often the end lies in the range.
double shareInside(std::size_t count, int servers, double deviation, const Shape& asked, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::lognormal_distribution<double> noise(0, deviation);
    const auto timeOf = [&](const Shape& shape) {
        return static_cast<std::int64_t>((1000 + shape.steps * 250) * noise(random));
    };
    const int rounds = 100;
    int inside = 0;
    for (int round = 0; round < rounds; ++round) {
        Estimator estimator;
        Shape shape = asked;
        for (const int steps : {10, 20, 28, 40}) {
            shape.steps = steps;
            Measurement run;
            for (int i = 0; i < 30; ++i) estimator.note(shape, "card", (run.time = timeOf(shape), run));
        }
        const Estimate estimate = estimator.estimate(asked, "card");
        const std::vector<ExpectedTime> list(
            count, {estimate.timeP50, estimate.timeP90, estimate.timeGrounds, estimate.timeValues});
        const TimeRange range = remainingRange(list, servers);
        EXPECT_TRUE(range.known);
        std::vector<std::int64_t> free(static_cast<std::size_t>(servers));
        for (std::size_t i = 0; i < count; ++i) *std::ranges::min_element(free) += timeOf(asked);
        const auto end = static_cast<double>(*std::ranges::max_element(free)) / 1000;
        if (end >= static_cast<double>(range.lowSeconds) && end <= static_cast<double>(range.highSeconds))
            ++inside;
    }
    return static_cast<double>(inside) / rounds;
}

TEST(RemainingRangeProperties, AboutEightyPercentOfOutcomesAreInside) {
    Shape shape;
    shape.model = "checkpoint";
    shape.width = shape.height = 1024;
    shape.steps = 28;
    std::uint64_t seed = 1;
    for (const std::size_t count : {1, 40})
        for (const int servers : {1, 3})
            for (const double deviation : {0.1, 0.3}) {
                const double share = shareInside(count, servers, deviation, shape, ++seed);
                EXPECT_GE(share, 0.68) << count << " tasks, " << servers << " servers, " << deviation;
                EXPECT_LE(share, 0.95) << count << " tasks, " << servers << " servers, " << deviation;
            }
}

TEST(RemainingRangeProperties, AnyListGivesAnOrderedRangeAndEqualOnesTheSame) {
    std::mt19937_64 random(11);
    int known = 0;
    for (int round = 0; round < 150; ++round) {
        std::vector<ExpectedTime> list;
        for (std::uint64_t n = random() % 50; n > 0; --n) {
            const auto p50 =
                static_cast<std::int64_t>(random() % 1'000'000) - (random() % 60 == 0 ? 900'000 : 0);
            list.push_back({p50, p50 + static_cast<std::int64_t>(random() % 1'000'000),
                            random() % 80 == 0 ? Grounds::Declared : Grounds::Measured,
                            static_cast<int>(random() % 70)});
        }
        const int servers = static_cast<int>(random() % 6);
        const TimeRange range = remainingRange(list, servers);
        ASSERT_EQ(range, remainingRange(list, servers));
        ASSERT_LE(range.lowSeconds, range.highSeconds);
        ASSERT_GE(range.lowSeconds, 0);
        if (!range.known) {
            ASSERT_EQ(range, TimeRange{});
            continue;
        }
        ++known;
        const TimeRange more = remainingRange(list, servers + 1);
        if (more.known) {
            ASSERT_LE(more.lowSeconds, range.highSeconds);
        }
    }
    EXPECT_GT(known, 50);
}

}  // namespace
}  // namespace manju::sched
