// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/retry_policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <random>
#include <set>
#include <vector>

namespace manju::sched {
namespace {

TEST(RetryPolicy, FourAttemptsInAll) {
    const RetryPolicy policy;
    EXPECT_TRUE(policy.mayRetry(1));
    EXPECT_TRUE(policy.mayRetry(3));
    EXPECT_FALSE(policy.mayRetry(4));
    EXPECT_FALSE(policy.mayRetry(100));
}

TEST(RetryPolicy, DelaysFillTheirRangeAndItDoubles) {
    const RetryPolicy policy;
    for (const auto& [attempt, longest] : {std::pair{1, 2'000}, {2, 4'000}, {3, 8'000}, {20, 300'000}}) {
        std::array<int, 10> tenths{};
        for (int step = 1; step <= 5000; ++step) {
            const std::int64_t delay = policy.delay(StepId(step), attempt);
            ASSERT_GE(delay, 0);
            ASSERT_LE(delay, longest);
            ++tenths[static_cast<std::size_t>(std::min<std::int64_t>(9, delay * 10 / longest))];
        }
        for (const int count : tenths) {
            EXPECT_GT(count, 400) << "attempt " << attempt;
            EXPECT_LT(count, 600) << "attempt " << attempt;
        }
    }
}

TEST(RetryPolicy, TheDelayFollowsFromSeedStepAndAttempt) {
    RetryPolicy::Options other;
    other.seed = 1;
    const RetryPolicy first, second, seeded(other);
    std::set<std::int64_t> delays;
    int differ = 0;
    for (int step = 1; step <= 100; ++step)
        for (int attempt = 1; attempt <= 3; ++attempt) {
            const std::int64_t delay = first.delay(StepId(step), attempt);
            EXPECT_EQ(delay, second.delay(StepId(step), attempt));
            delays.insert(delay);
            if (delay != seeded.delay(StepId(step), attempt)) ++differ;
        }
    EXPECT_GT(delays.size(), 280u);
    EXPECT_GT(differ, 280);
}

TEST(RetryPolicy, AnyNumbersGiveADelayWithinBounds) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 2000; ++round) {
        RetryPolicy::Options options;
        options.firstDelay = static_cast<std::int64_t>(random() % 5000);
        options.mostDelay = static_cast<std::int64_t>(random() % 100'000);
        options.seed = random();
        const RetryPolicy policy(options);
        const std::int64_t delay =
            policy.delay(StepId(static_cast<std::int64_t>(random())), static_cast<int>(random()));
        ASSERT_GE(delay, 0);
        ASSERT_LE(delay, options.mostDelay);
    }
}

TEST(RetryPolicy, RetriesStartFreelyWithoutFreshWork) {
    RetryPolicy policy;
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(policy.retryMayStart(false));
        policy.started(true, false);
    }
    EXPECT_FALSE(policy.retryMayStart(true)) << "three fresh ones first";
    for (int i = 0; i < 3; ++i) policy.started(false, true);
    EXPECT_TRUE(policy.retryMayStart(true));
}

TEST(RetryPolicyProperties, NoQuietTimeEarnsAStorm) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        std::mt19937_64 random(seed);
        RetryPolicy policy;
        std::vector<bool> starts;  // beside fresh work
        std::int64_t retries = 0;
        for (int i = 0; i < 3000; ++i) {
            const bool fresh = random() % 10 != 0;
            // Phases in which nearly everything fails, and quiet ones.
            const bool wantsRetry = (i / 500) % 2 == 0 ? random() % 10 != 0 : random() % 50 == 0;
            const bool retry = wantsRetry && policy.retryMayStart(fresh);
            policy.started(retry, fresh);
            if (!fresh) continue;
            starts.push_back(retry);
            retries += retry ? 1 : 0;
            ASSERT_LE(4 * retries, static_cast<std::int64_t>(starts.size()));
            if (starts.size() >= 40) {
                ASSERT_LE(std::count(starts.end() - 40, starts.end(), true), 10);
            }
        }
        EXPECT_GT(retries, static_cast<std::int64_t>(starts.size()) / 10) << "the share is used";
    }
}

/// Requirement S17: a third of the tasks always fail; one runs at a time.
TEST(RetryPolicyProperties, WithPoisonTasksEveryHealthyOneFinishes) {
    RetryPolicy policy;
    struct Tried {
        int task = 0, attempts = 0;
        std::int64_t notBefore = 0;
    };
    std::deque<Tried> fresh, again;
    for (int task = 1; task <= 300; ++task) fresh.push_back({task, 0, 0});
    std::int64_t now = 0;
    int finished = 0, givenUp = 0, retries = 0, starts = 0, healthyAfter = 0;
    while (!fresh.empty() || !again.empty()) {
        const bool freshWaits = !fresh.empty();
        const auto due = std::ranges::find_if(again, [&](const Tried& t) { return t.notBefore <= now; });
        const bool retry = due != again.end() && policy.retryMayStart(freshWaits);
        if (!retry && !freshWaits) {
            now += 100;
            continue;
        }
        Tried task = retry ? *due : fresh.front();
        retry ? void(again.erase(due)) : fresh.pop_front();
        policy.started(retry, freshWaits);
        if (freshWaits) {
            ++starts;
            retries += retry ? 1 : 0;
        }
        now += 6000;
        ++task.attempts;
        const bool poison = task.task % 10 < 3;
        if (!poison) {
            ++finished;
            healthyAfter = starts;
        } else if (policy.mayRetry(task.attempts)) {
            task.notBefore = now + policy.delay(StepId(task.task), task.attempts);
            again.push_back(task);
        } else {
            ++givenUp;
            EXPECT_EQ(task.attempts, 4);
        }
    }
    EXPECT_EQ(finished, 210);
    EXPECT_EQ(givenUp, 90);
    EXPECT_LE(4 * retries, starts);
    EXPECT_LE(healthyAfter, 400) << "300 fresh ones, and a quarter of the starts are retries";
}

}  // namespace
}  // namespace manju::sched
