// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/metrics.h"

#include <gtest/gtest.h>

#include "core/sched/sim/baselines.h"
#include "tests/core/sched/sim/sim_work.h"

namespace manju::sched::sim {
namespace {

using testing::episode;
using testing::image;
using testing::quietFarm;
using testing::voice;

TEST(Interval, IsStudentsInterval) {
    const double three[] = {1, 2, 3};
    EXPECT_DOUBLE_EQ(intervalOf(three).mean, 2);
    EXPECT_NEAR(intervalOf(three).half, 4.303 / std::sqrt(3), 1e-9);
    const double one[] = {5};
    EXPECT_EQ(intervalOf(one).half, 0);
    const std::vector<double> many(20, 7);
    EXPECT_EQ(intervalOf(many).half, 0);
}

TEST(Waits, AreFromSubmissionToTheFirstShot) {
    SimulationResult result;
    result.end = 600'000;
    for (int minute = 1; minute <= 19; ++minute) {
        EpisodeRecord record;
        record.episode.submitted = 60'000;
        record.firstStart = 60'000 + minute * 60'000;
        result.episodes.push_back(record);
    }
    EXPECT_DOUBLE_EQ(waitsOf(result).mean, 10);
    EXPECT_DOUBLE_EQ(waitsOf(result).p95, 19);
    result.episodes.emplace_back();  // it never started
    EXPECT_DOUBLE_EQ(waitsOf(result).mean, (190 + 10) / 20.0);
}

TEST(Metrics, AreThoseOfAHandMadeDay) {
    // One card, exclusive: 48.5 s, then 8.5 s each; the voice's 17.1 s of load and 60 s; a minute of
    // composing.
    Workload workload;
    workload.episodes.push_back(episode(1, {image(1, 0), image(1, 1), voice(1, 0)}));
    const PolicyEntry& fifo = baselineNamed("fifo_exclusive");
    SimulationOptions options;
    options.farm = farmFor(fifo, quietFarm());
    const SimulationResult result = simulate(workload, fifo.make(options.farm), options);
    const Metrics metrics = measure(workload, result, options.farm);
    const double load = 40 * 3.0 / 7, cards = 48.5 + 8.5 + load + 60;
    EXPECT_NEAR(metrics.cardSecondsPerEpisode, cards, 0.01);
    EXPECT_NEAR(metrics.makespanHours, (cards + 60) / 3600, 1e-5);
    EXPECT_NEAR(metrics.imagesPerHour, 2 * 3600 / cards, 0.02);
    EXPECT_NEAR(metrics.throughputVsBound, (2 * 6.6 + 6) / 1.065 / cards, 1e-4);
    EXPECT_NEAR(metrics.loadIdleHours, 24 * (40 + load) / (cards + 60), 1e-3);
    EXPECT_NEAR(metrics.makespanVsOracle, (cards + 60) / 120, 1e-3) << "the voice, then composing";
    EXPECT_EQ(metrics.wrong, 0);
    EXPECT_EQ(metrics.episodesFinished, 1);
    EXPECT_EQ(metrics.etaError, -1);
}

TEST(Deadlines, OnlyThoseThatEdfMeetsAloneCount) {
    Workload workload;
    workload.episodes.push_back(episode(1, {}));
    for (int position = 0; position < 40; ++position)
        workload.episodes[0].tasks.push_back(image(1, position));
    const std::int64_t deadlines[] = {180'000, 60'000};  // two episodes of one image: 48.5 s and composing
    for (int id = 2; id <= 3; ++id) {
        workload.episodes.push_back(episode(id, {image(id, 0)}));
        workload.episodes.back().episode.urgent = true;
        workload.episodes.back().episode.deadline = deadlines[id - 2];
    }
    SimulationOptions options;
    options.farm = quietFarm();
    const auto found = [&](std::string_view id) {
        const PolicyEntry& entry = baselineNamed(id);
        return deadlinesOf(workload, simulate(workload, entry.make(options.farm), options), options.farm);
    };
    EXPECT_EQ(found("edf").feasible, 1);
    EXPECT_EQ(found("edf").infeasible, 1) << "in a minute it cannot be";
    EXPECT_EQ(found("edf").missed, 0);
    EXPECT_EQ(found("fifo_exclusive").missed, 1);
}

}  // namespace
}  // namespace manju::sched::sim
