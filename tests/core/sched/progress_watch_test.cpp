// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/progress_watch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace manju::sched {
namespace {

constexpr StepId kA{1}, kB{2};

TEST(ProgressWatch, AShortStepHasFiveMinutes) {
    ProgressWatch watch;
    watch.started(kA, 200, 1000);
    EXPECT_TRUE(watch.timedOut(300'999).empty());
    EXPECT_EQ(watch.timedOut(301'000), std::vector{kA});
    EXPECT_EQ(watch.nextDue(), 301'000);
}

TEST(ProgressWatch, ALongStepHasTenTimesItsTime) {
    ProgressWatch watch;
    watch.started(kA, 60'000, 0);
    EXPECT_TRUE(watch.timedOut(599'999).empty());
    EXPECT_EQ(watch.timedOut(600'000), std::vector{kA});
}

TEST(ProgressWatch, ProgressBeginsTheWaitAnew) {
    ProgressWatch watch;
    watch.started(kA, 1000, 0);
    watch.progressed(kA, 299'000);
    EXPECT_TRUE(watch.timedOut(598'999).empty());
    watch.progressed(kA, 100'000, 500'000);
    EXPECT_TRUE(watch.timedOut(1'499'999).empty()) << "a stage with longer steps";
    EXPECT_EQ(watch.timedOut(1'500'000), std::vector{kA});
    EXPECT_EQ(watch.timedOut(1'500'001), std::vector{kA}) << "until it has ended";
    watch.ended(kA);
    EXPECT_TRUE(watch.timedOut(9'000'000).empty());
    EXPECT_FALSE(watch.nextDue());
    watch.progressed(kA, 1, 9'000'000);
    EXPECT_FALSE(watch.nextDue()) << "a late report revives nothing";
}

TEST(ProgressWatch, OneThatWorksDoesNotSaveOneThatHangs) {
    ProgressWatch watch;
    watch.started(kA, 1000, 0);
    watch.started(kB, 1000, 0);
    for (std::int64_t now = 0; now <= 300'000; now += 1000) watch.progressed(kB, now);
    EXPECT_EQ(watch.timedOut(300'000), std::vector{kA});
}

TEST(ProgressWatch, AClockThatGoesBackTimesNothingOut) {
    ProgressWatch watch;
    watch.started(kA, 1000, 10'000'000);
    EXPECT_TRUE(watch.timedOut(0).empty());
    EXPECT_TRUE(watch.timedOut(299'999).empty());
    EXPECT_EQ(watch.timedOut(300'000), std::vector{kA}) << "nor does it wait until the old time returns";
}

TEST(ProgressWatch, ExtremeNumbers) {
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    ProgressWatch watch;
    watch.started(kA, most, most);
    watch.started(kB, least, least + 1);
    EXPECT_EQ(watch.timedOut(0), std::vector{kB});
    EXPECT_EQ(watch.nextDue(), least + 1 + 300'000);
}

TEST(ProgressWatchProperties, TimesOutWhatAPlainTableDoes) {
    std::mt19937_64 random(9);
    ProgressWatch watch;
    struct Row {
        std::int64_t since, limit;
    };
    std::map<StepId, Row> rows;
    std::int64_t now = 0;
    int seen = 0;
    for (int i = 0; i < 20'000; ++i) {
        now += static_cast<std::int64_t>(random() % 40'000);
        const StepId task(1 + static_cast<std::int64_t>(random() % 12));
        const auto step = static_cast<std::int64_t>(random() % 60'000);
        switch (random() % 4) {
            case 0:
                watch.started(task, step, now);
                rows[task] = {now, std::max<std::int64_t>(300'000, 10 * step)};
                break;
            case 1:
                watch.progressed(task, now);
                if (rows.contains(task)) rows[task].since = now;
                break;
            case 2:
                if (random() % 4 != 0) break;
                watch.ended(task);
                rows.erase(task);
                break;
            default:
                break;
        }
        std::vector<StepId> expected;
        std::optional<std::int64_t> due;
        for (const auto& [id, row] : rows) {
            if (now - row.since >= row.limit) expected.push_back(id);
            due = std::min(due.value_or(row.since + row.limit), row.since + row.limit);
        }
        ASSERT_EQ(watch.timedOut(now), expected);
        ASSERT_EQ(watch.nextDue(), due);
        seen += expected.empty() ? 0 : 1;
    }
    EXPECT_GT(seen, 100);
}

}  // namespace
}  // namespace manju::sched
