// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/sched/sched_bench.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/bench/sched/policies.h"

namespace manju::bench {
namespace {

using sched::sim::Metrics;

/// Runs in which everything is at its level, with values of a hand's making.
SchedBench ideal() {
    SchedBench bench;
    const auto add = [&](std::string_view policy, std::string_view scenario, double wait) {
        PolicyRuns runs{std::string(policy), std::string(scenario), {}, {}};
        for (int seed = 0; seed < 2; ++seed) {
            Metrics metrics;
            metrics.waitMean = wait;
            metrics.cardSecondsPerEpisode = 10 * wait;
            runs.seeds.push_back(metrics);
            runs.deadlines.push_back({.feasible = 10, .missed = 0, .infeasible = 0});
        }
        bench.runs.push_back(std::move(runs));
    };
    add(productPolicy().id, "day", 4);
    add("fifo_exclusive", "day", 20);
    add("fifo_caches", "day", 8);
    return bench;
}

Json figureNamed(const SchedBench& bench, std::string_view name) {
    for (const Json& figure : schedFigures(bench, false))
        if (figure.at("name") == name) return figure;
    return {};
}

TEST(SchedBench, ComparesMeansAndHoldsTheIntervalToItsLevel) {
    SchedBench bench = ideal();
    EXPECT_EQ(figureNamed(bench, "mean_wait_vs_fifo").at("value"), 0.2);
    EXPECT_EQ(figureNamed(bench, "mean_wait_vs_fifo_same_costs").at("value"), 0.5);
    EXPECT_EQ(figureNamed(bench, "cost_vs_fifo").at("value"), 0.2);
    EXPECT_TRUE(figureNamed(bench, "mean_wait_min").at("ok"));
    bench.runs[0].seeds[1].waitMean = 6;  // the mean of 4 and 6 would do, but not what two seeds make of it
    const Json uncertain = figureNamed(bench, "mean_wait_min");
    EXPECT_EQ(uncertain.at("mean"), 5);
    EXPECT_NEAR(uncertain.at("half").get<double>(), 12.706, 1e-6);
    EXPECT_FALSE(uncertain.at("ok"));
}

TEST(SchedBench, CountsEveryWrongEventOfOurs) {
    SchedBench bench = ideal();
    EXPECT_TRUE(figureNamed(bench, "deadlocked_lost_doubled").at("ok"));
    bench.runs[1].seeds[0].wrong = 5;  // another policy's
    EXPECT_TRUE(figureNamed(bench, "deadlocked_lost_doubled").at("ok"));
    bench.runs[0].seeds[0].wrong = 1;
    EXPECT_FALSE(figureNamed(bench, "deadlocked_lost_doubled").at("ok"));
    bench.runs[0].deadlines[1].missed = 2;
    EXPECT_FALSE(figureNamed(bench, "urgent_miss").at("ok"));
}

TEST(SchedBench, ASmallRunHasAllPoliciesAndBothLanguages) {
    const SchedBench bench = runSchedBench(true);
    for (const auto& entry : sched::sim::baselines())
        EXPECT_NE(bench.find(entry.id, "day"), nullptr) << entry.id;
    const PolicyRuns* ours = bench.find(productPolicy().id, "day");
    ASSERT_NE(ours, nullptr);
    EXPECT_EQ(ours->seeds.size(), 2U);
    for (const Json& figure : schedFigures(bench, true)) EXPECT_TRUE(figure.at("ok")) << figure;
    EXPECT_EQ(schedDetails(bench, true).at("runs").size(), bench.runs.size());
    for (const auto language : {messages::Language::English, messages::Language::Chinese}) {
        const std::string text = schedTables(bench, language);
        EXPECT_NE(text.find("fifo_exclusive"), std::string::npos);
        EXPECT_EQ(text.find("bench.sched."), std::string::npos) << "a word is missing";
    }
}

}  // namespace
}  // namespace manju::bench
