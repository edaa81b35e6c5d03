// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/sched/decision_time.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/messages/messages.h"
#include "core/sched/sim/metrics.h"

namespace manju::bench {

/// One policy in one scenario: what was measured with each seed.
struct PolicyRuns {
    std::string policy, scenario;
    std::vector<sched::sim::Metrics> seeds;
    std::vector<sched::sim::Deadlines> deadlines;

    [[nodiscard]] std::vector<double> values(double sched::sim::Metrics::*value) const;
    [[nodiscard]] sched::sim::Interval interval(double sched::sim::Metrics::*value) const {
        return sched::sim::intervalOf(values(value));
    }
    [[nodiscard]] sched::sim::Deadlines allDeadlines() const;
};

/// Scenarios. day: batches come as often as makes fifo_exclusive wait 25 minutes. day_cold: without anything
/// kept in the computer's memory. day_sigma3, 8, 10: with other errors of prediction. backlog: all at once.
/// movies: all at once, 40 shots of 1080x1920 each. movies_1, _2, _8: with so many cards; and the stress sets
/// by their names.
struct SchedBench {
    std::vector<PolicyRuns> runs;
    std::vector<std::pair<int, double>> episodesInTwoHours;  ///< cards; ours, mean
    std::optional<DecisionTime> decisions;                   ///< these are times: not if `smoke`
    double simulationSeconds = 0;                            ///< of 100 episodes of a day, the longest
    [[nodiscard]] const PolicyRuns* find(std::string_view policy, std::string_view scenario) const;
};
/// All policies over 20 seeds; some minutes. `smoke`: few, small, seconds.
SchedBench runSchedBench(bool smoke);

/// Every policy on the workload of a file (readWorkloadParameters), on the default farm: scenario "workload".
/// `smoke`: with two seeds.
Result<SchedBench> runSchedWorkload(const std::filesystem::path& file, bool smoke);

/// {"name", "value", "unit", "op", "level", "ok"} of each figure with a level, and "mean" and "half" where it
/// is an interval of 95 % over the seeds: its worse end is the value. `smoke`: counts only.
Json schedFigures(const SchedBench& bench, bool smoke);
/// Beside the figures: each policy in each scenario.
Json schedDetails(const SchedBench& bench, bool smoke);
/// For people, every line ended. Of runSchedWorkload() its one table.
std::string schedTables(const SchedBench& bench, messages::Language language);

}  // namespace manju::bench
