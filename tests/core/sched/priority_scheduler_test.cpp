// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/sched/scheduler.h"

namespace manju::sched {
namespace {

Task task(std::int64_t step, StepKind kind, std::int64_t episode = 1, double order = 1) {
    Task t;
    t.step = StepId(step);
    t.kind = kind;
    t.episode = EpisodeId(episode);
    t.queueOrder = order;
    t.position = static_cast<int>(step);
    return t;
}

std::vector<std::int64_t> granted(Scheduler& scheduler, std::int64_t now = 0) {
    std::vector<std::int64_t> steps;
    for (const StepId step : scheduler.decide(now)) steps.push_back(step.value);
    return steps;
}

TEST(PriorityScheduler, FillsEveryLaneAndNoMore) {
    const auto scheduler = priorityScheduler({.imageWorkers = 1, .mediaWorkers = 2});
    for (int step = 1; step <= 3; ++step) scheduler->add(task(step, StepKind::Image));
    for (int step = 4; step <= 6; ++step) scheduler->add(task(step, StepKind::Voice));
    EXPECT_EQ(granted(*scheduler), (std::vector<std::int64_t>{1, 4, 5}));
    EXPECT_TRUE(granted(*scheduler).empty());
    scheduler->release(StepId(4));
    EXPECT_EQ(granted(*scheduler), (std::vector<std::int64_t>{6}));
}

TEST(PriorityScheduler, UrgentThenPriorityThenSubmission) {
    const auto scheduler = priorityScheduler({.imageWorkers = 4, .mediaWorkers = 0});
    scheduler->add(task(1, StepKind::Image, 1, 1));
    Task low = task(2, StepKind::Image, 2, 0);
    low.priority = Priority::Low;
    scheduler->add(low);
    Task high = task(3, StepKind::Image, 3, 5);
    high.priority = Priority::High;
    scheduler->add(high);
    Task urgent = task(4, StepKind::Image, 4, 9);
    urgent.priority = Priority::Low;
    urgent.urgent = true;
    scheduler->add(urgent);
    EXPECT_EQ(granted(*scheduler), (std::vector<std::int64_t>{4, 3, 1, 2}));
}

TEST(PriorityScheduler, FinishesAnEpisodeBeforeCarryingItOn) {
    const auto scheduler = priorityScheduler({.imageWorkers = 0, .mediaWorkers = 1});
    scheduler->add(task(1, StepKind::Voice));
    scheduler->add(task(2, StepKind::Video));
    EXPECT_EQ(granted(*scheduler), (std::vector<std::int64_t>{2}));
}

TEST(PriorityScheduler, BacksOffAndSaysSo) {
    const auto scheduler = priorityScheduler({.imageWorkers = 1, .mediaWorkers = 1});
    Task later = task(1, StepKind::Image);
    later.notBefore = 5000;
    scheduler->add(later);
    EXPECT_TRUE(granted(*scheduler, 0).empty());
    EXPECT_EQ(scheduler->nextDecision(0), 5000);
    EXPECT_EQ(scheduler->waitingOn(StepId(1), 1500).args.at("seconds"), "4");
    EXPECT_EQ(granted(*scheduler, 5000), (std::vector<std::int64_t>{1}));
    EXPECT_EQ(scheduler->waitingOn(StepId(1), 5000).id, "");
}

TEST(PriorityScheduler, ExplainsWhatATaskWaitsFor) {
    const auto scheduler = priorityScheduler({.imageWorkers = 1, .mediaWorkers = 1});
    for (int step = 1; step <= 3; ++step) scheduler->add(task(step, StepKind::Image));
    scheduler->decide(0);
    const MessageRef reason = scheduler->waitingOn(StepId(3), 0);
    EXPECT_EQ(reason.id, "wait.image-worker");
    EXPECT_EQ(reason.args.at("ahead"), "1");
}

TEST(PriorityScheduler, AddingAgainReplacesButNeverDoubles) {
    const auto scheduler = priorityScheduler({.imageWorkers = 2, .mediaWorkers = 0});
    scheduler->add(task(1, StepKind::Image));
    scheduler->add(task(1, StepKind::Image));
    EXPECT_EQ(granted(*scheduler).size(), 1U);
    scheduler->add(task(1, StepKind::Image));  // granted: ignored
    EXPECT_TRUE(granted(*scheduler).empty());
    scheduler->add(task(2, StepKind::Image));
    scheduler->remove(StepId(2));
    EXPECT_TRUE(granted(*scheduler).empty());
}

}  // namespace
}  // namespace manju::sched
