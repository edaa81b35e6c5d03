// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/admission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>

#include "core/sched/block_ledger.h"

namespace manju::bench {
namespace {

constexpr std::uint64_t kBlock = sched::BlockLedger::kBlockBytes;
constexpr double kBlocksOfAllCards = 8 * 48;

TEST(AdmissionDay, FollowsFromItsSeedAndKind) {
    EXPECT_EQ(admissionDay(DayKind::Steady, 1, 2), admissionDay(DayKind::Steady, 1, 2));
    EXPECT_NE(admissionDay(DayKind::Steady, 1, 2), admissionDay(DayKind::Steady, 2, 2));
    EXPECT_NE(admissionDay(DayKind::Steady, 1, 2), admissionDay(DayKind::Bursts, 1, 2));
}

/// The oversize share of each hour of a day.
auto sharesOf(DayKind kind) {
    constexpr std::size_t kHours = 24;
    std::array<double, kHours> tasks{}, oversize{}, shares{};
    for (const AdmissionTask& task : admissionDay(kind, 3, kHours)) {
        const auto hour = static_cast<std::size_t>(task.arrival / 3'600'000);
        ++tasks.at(hour);
        oversize.at(hour) += task.oversize ? 1 : 0;
    }
    for (std::size_t hour = 0; hour < kHours; ++hour) shares[hour] = oversize[hour] / tasks[hour];
    return shares;
}

TEST(AdmissionDay, AsksForMoreOversizeTasksInSomeHours) {
    const auto steady = sharesOf(DayKind::Steady), bursts = sharesOf(DayKind::Bursts);
    EXPECT_NEAR(std::ranges::min(steady), 0.05, 0.02);
    EXPECT_NEAR(std::ranges::max(steady), 0.15, 0.02);
    EXPECT_EQ(std::ranges::min(bursts), 0);
    EXPECT_NEAR(std::ranges::max(bursts), 0.15, 0.02);
}

TEST(AdmissionDay, CanBeLetInTaskByTask) {
    std::int64_t last = 0;
    for (const AdmissionTask& task : admissionDay(DayKind::Steady, 4, 2)) {
        EXPECT_GE(task.arrival, last);
        last = task.arrival;
        EXPECT_GT(task.length, 0);
        EXPECT_LE(task.peakBytes, bytesForTasks());
        // 7.1 GB of weights and 0.6 GB of context leave 4.3 GB to a task that is not oversize.
        EXPECT_EQ(task.oversize, task.peakBytes > 4'300'000'000);
    }
}

AdmissionRun runOne(const std::vector<AdmissionTask>& tasks, ReserveRule rule) {
    return runAdmission(std::span(&tasks, 1), rule);
}

/// Two ordinary tasks fill a card: 26 blocks.
std::vector<AdmissionTask> fullCards(std::int64_t length) {
    return {2 * kAdmissionCards, AdmissionTask{0, length, 13 * kBlock, false}};
}

TEST(Admission, AFullCardLetsAnOversizeTaskInOnlyByItsReserve) {
    ASSERT_EQ(bytesForTasks() / kBlock, 26u);
    std::vector<AdmissionTask> tasks = fullCards(100'000);
    tasks.push_back({1'000, 60'000, 10 * kBlock, true});
    const AdmissionRun without = runOne(tasks, ReserveRule::None);
    EXPECT_EQ(without.oversize, 1u);
    EXPECT_EQ(without.oversizeInTime, 0u);
    EXPECT_EQ(without.oversizeWaitMost, 99'000);
    EXPECT_EQ(without.ordinaryWaitMean, 0);
    const AdmissionRun tenth = runOne(tasks, ReserveRule::Tenth);
    EXPECT_EQ(tenth.oversizeInTime, 1u);
    EXPECT_EQ(tenth.oversizeWaitMost, 0);
    EXPECT_EQ(tenth.ordinaryWaitMean, 50'000) << "half of them wait for 100 s";
}

TEST(Admission, AWaitOfExactlyTheLongestIsInTime) {
    for (const std::int64_t late : {0, 1}) {
        std::vector<AdmissionTask> tasks = fullCards(1 + kLongestWait + late);
        tasks.push_back({1, 1'000, 10 * kBlock, true});
        const AdmissionRun run = runOne(tasks, ReserveRule::None);
        EXPECT_EQ(run.oversizeWaitMost, kLongestWait + late);
        EXPECT_EQ(run.oversizeInTime, late == 0 ? 1u : 0u);
    }
}

TEST(Admission, CountsWhatIsInUseAndWhatIsIdle) {
    const AdmissionRun run = runOne({{0, 60'000, 10 * kBlock, true}}, ReserveRule::Tenth);
    EXPECT_DOUBLE_EQ(run.reserveInUse, 5 / kBlocksOfAllCards);
    EXPECT_DOUBLE_EQ(run.reserveIdle, 7 * 5 / kBlocksOfAllCards);
    EXPECT_DOUBLE_EQ(run.usedShare(), 1.0 / 8);
    // A task smaller than the reserve leaves the rest of it idle.
    const AdmissionRun part = runOne({{0, 60'000, 2 * kBlock, true}}, ReserveRule::Tenth);
    EXPECT_DOUBLE_EQ(part.usedShare(), 2.0 / 40);
}

TEST(Admission, TheControllerKeepsNothingWhereNothingIsOversize) {
    std::vector<AdmissionTask> tasks;
    for (std::int64_t second = 0; second < 4 * 3600; ++second)
        tasks.push_back({second * 1000, 900, 8 * kBlock, false});
    const AdmissionRun run = runOne(tasks, ReserveRule::Dynamic);
    EXPECT_EQ(run.reserveInUse, 0);
    EXPECT_EQ(run.usedShare(), 0);
    EXPECT_LT(run.reserveIdle, 0.02) << "of the tenth that it begins with nothing is left after half an hour";
    EXPECT_GT(run.reserveIdle, 0);
}

TEST(Admission, DaysArePooled) {
    const std::vector<std::vector<AdmissionTask>> days{{{0, 60'000, 10 * kBlock, true}},
                                                       {{0, 60'000, 10 * kBlock, false}}};
    const AdmissionRun run = runAdmission(days, ReserveRule::Tenth);
    EXPECT_EQ(run.tasks, 2u);
    EXPECT_EQ(run.oversize, 1u);
    EXPECT_DOUBLE_EQ(run.usedShare(), 1.0 / 16) << "the second day uses none of eight cards' reserve";
}

TEST(Admission, ASteadyDayNeedsTheReserveAndPaysLessForOneThatFollowsIt) {
    for (const std::uint64_t seed : {1, 2, 2026}) {
        const std::vector<AdmissionTask> tasks = admissionDay(DayKind::Steady, seed, 24);
        const AdmissionRun dynamic = runOne(tasks, ReserveRule::Dynamic);
        const AdmissionRun tenth = runOne(tasks, ReserveRule::Tenth);
        const AdmissionRun none = runOne(tasks, ReserveRule::None);
        EXPECT_GE(dynamic.success(), 0.999) << seed;
        EXPECT_LT(none.success(), 0.999) << seed;
        EXPECT_GT(none.oversizeWaitMost, kLongestWait) << seed;
        EXPECT_LT(dynamic.ordinaryWaitMean, tenth.ordinaryWaitMean) << seed;
        EXPECT_GT(dynamic.usedShare(), tenth.usedShare()) << seed;
    }
}

TEST(Admission, NoDayLosesATaskOrKeepsMoreThanAFifth) {
    for (const DayKind kind : kDayKinds) {
        const std::vector<AdmissionTask> tasks = admissionDay(kind, 6, 24);
        const auto oversize = std::ranges::count_if(tasks, &AdmissionTask::oversize);
        for (const ReserveRule rule : kReserveRules) {
            const AdmissionRun run = runOne(tasks, rule);
            EXPECT_EQ(run.tasks, tasks.size());
            EXPECT_EQ(run.oversize, static_cast<std::uint64_t>(oversize));
            EXPECT_LE(run.oversizeInTime, run.oversize);
            EXPECT_LE(run.oversizeWaitP99, run.oversizeWaitMost);
            EXPECT_LE(run.reserveInUse + run.reserveIdle, 0.2);
            EXPECT_EQ(run.reserveInUse + run.reserveIdle > 0, rule != ReserveRule::None);
        }
    }
}

}  // namespace
}  // namespace manju::bench
