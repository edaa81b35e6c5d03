// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/baselines.h"

#include <gtest/gtest.h>

#include "core/base/json.h"
#include "tests/core/sched/sim/sim_work.h"

namespace manju::sched::sim {
namespace {

using testing::episode;
using testing::image;
using testing::kGb;
using testing::quietFarm;
using testing::voice;

struct Started {
    std::int64_t at = 0, step = 0, attempt = 0;
    int card = -1;
};

std::vector<Started> starts(std::string_view id, const Workload& workload,
                            const FarmParameters& farm = quietFarm()) {
    std::vector<Started> all;
    SimulationOptions options;
    options.farm = farmFor(baselineNamed(id), farm);
    options.log = [&](const std::string& line) {
        const Json event = Json::parse(line);
        if (event["what"] == "start")
            all.push_back({event["at"], event["step"], event["attempt"], event["card"]});
    };
    const SimulationResult result = simulate(workload, baselineNamed(id).make(options.farm), options);
    EXPECT_TRUE(result.violations.empty()) << id << ": " << result.violations.begin()->first;
    EXPECT_EQ(result.deadlocked, 0) << id;
    return all;
}

/// The episodes in the order of their images' starts.
std::vector<std::int64_t> order(std::string_view id, const Workload& workload) {
    std::vector<std::int64_t> episodes;
    for (const Started& each : starts(id, workload))
        if (each.step % 1000 < 500) episodes.push_back(each.step / 1000);
    return episodes;
}

/// 1: two images of a; 2: one of b; 3: one of a, with a deadline. All at once.
Workload threeEpisodes() {
    Workload made;
    made.episodes.push_back(episode(1, {image(1, 0, "a"), image(1, 1, "a")}));
    made.episodes.push_back(episode(2, {image(2, 0, "b")}));
    made.episodes.push_back(episode(3, {image(3, 0, "a")}));
    made.episodes[2].episode.deadline = 600'000;
    made.episodes[2].tasks[0].task.time = 9000;
    for (SimEpisode& each : made.episodes)
        for (SimTask& task : each.tasks)
            task.peakBytes = task.task.needs.cardBytes = 12 * kGb;  // one at a time
    return made;
}

TEST(Baselines, GoInTheOrderOfTheirNames) {
    const Workload workload = threeEpisodes();
    using Order = std::vector<std::int64_t>;
    EXPECT_EQ(order("fifo_exclusive", workload), (Order{1, 1, 2, 3}));
    EXPECT_EQ(order("fifo_caches", workload), (Order{1, 1, 2, 3}));
    EXPECT_EQ(order("lru_only", workload), (Order{1, 1, 2, 3}));
    EXPECT_EQ(order("sjf", workload), (Order{2, 3, 1, 1}));
    EXPECT_EQ(order("edf", workload), (Order{3, 1, 1, 2}));
    EXPECT_EQ(order("affinity_unbounded", workload), (Order{1, 1, 3, 2})) << "3 has the model that is there";
}

TEST(Baselines, ExclusiveMeansOneTaskACard) {
    Workload workload;
    workload.episodes.push_back(episode(1, {image(1, 0), image(1, 1), image(1, 2), voice(1, 0)}));
    for (SimTask& task : workload.episodes[0].tasks) task.task.needs.cardBytes = task.peakBytes = kGb;
    const auto alone = starts("fifo_exclusive", workload, quietFarm(2));
    EXPECT_EQ(alone[0].at, 0);
    EXPECT_EQ(alone[1].at, 0);
    EXPECT_NE(alone[0].card, alone[1].card);
    EXPECT_EQ(alone[2].at, 48'500);
    const auto shared = starts("fifo_caches", workload, quietFarm(1));
    EXPECT_EQ(shared[0].at, 0);
    EXPECT_EQ(shared[1].at, 0) << "two images of a card, and the voice";
    EXPECT_EQ(shared[2].at, 0);
    EXPECT_EQ(shared[2].step, 1500);
}

TEST(Baselines, OnlyThoseThatPredictLeaveRoom) {
    Workload workload;
    workload.episodes.push_back(episode(1, {image(1, 0), image(1, 1)}));
    for (SimTask& task : workload.episodes[0].tasks) task.peakBytes = task.task.needs.cardBytes = 9 * kGb;
    const auto outOfMemory = [&](std::string_view id) {
        SimulationOptions options;
        options.farm = farmFor(baselineNamed(id), quietFarm());
        return simulate(workload, baselineNamed(id).make(options.farm), options).outOfMemory;
    };
    EXPECT_EQ(outOfMemory("fifo_caches"), 0);
    EXPECT_EQ(outOfMemory("sjf"), 0);
    EXPECT_GT(outOfMemory("fifo_shared"), 0) << "7 + 9 + 9 GB, taken for 7 + 5 + 5";
    EXPECT_GT(outOfMemory("below_80"), 0) << "while they load, 7 of 24 GB are used";
}

TEST(Baselines, InOnePoolComposingTakesMemoryOfImages) {
    Workload workload;
    workload.episodes.push_back(episode(1, {image(1, 0)}));
    workload.episodes[0].composing.peakBytes = kGb;
    EXPECT_EQ(starts("all_in_pool", workload).back().card, 0);
    EXPECT_EQ(starts("fifo_caches", workload).back().card, -1);
}

TEST(Baselines, AllFinishTheDefaultWorkload) {
    WorkloadParameters parameters;
    parameters.episodes = 15;
    parameters.failures = 0;
    const Workload workload = generate(parameters, 3);
    for (const PolicyEntry& entry : baselines()) {
        SimulationOptions options;
        options.farm = farmFor(entry, {});
        const SimulationResult result = simulate(workload, entry.make(options.farm), options);
        EXPECT_TRUE(result.violations.empty()) << entry.id << ": " << result.violations.begin()->first;
        EXPECT_EQ(result.deadlocked, 0) << entry.id;
    }
}

TEST(Oracle, IsTheLargestOfItsParts) {
    Workload workload;
    for (int id = 1; id <= 10; ++id) workload.episodes.push_back(episode(id, {image(id, 0), voice(id, 0)}));
    const OracleBound bound = oracleBound(workload, quietFarm(2));
    EXPECT_NEAR(bound.cards, 10 * (6600 + 6000) / 1.065 / 2, 0.01);
    EXPECT_NEAR(bound.processor, 10 * 60'000 * 4 / 16.0, 0.01);
    EXPECT_NEAR(bound.longestEpisode, 60'000 + 60'000, 0.01);
    EXPECT_EQ(bound.makespan(), bound.processor);
}

TEST(Calibration, FirstComeFirstServedWaits25Minutes) {
    EXPECT_NEAR(fifoWait(kCalibratedMinutes), 25, 0.25);
}

}  // namespace
}  // namespace manju::sched::sim
