// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/sched/decision_time.h"
#include "core/base/json.h"
#include "core/messages/messages.h"
#include "core/sched/sim/metrics.h"

namespace manju::bench {

/// One policy in one scenario: what was measured with each seed.
struct PolicyRuns {
    std::string policy, scenario;
    std::vector<sched::sim::Metrics> seeds;
    std::vector<sched::sim::Deadlines> deadlines;
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

/// {"name", "value", "unit", "op", "level", "ok"} of each figure with a level, and "mean" and "half" where it
/// is an interval of 95 % over the seeds: its worse end is the value. `smoke`: counts only.
Json schedFigures(const SchedBench& bench, bool smoke);
/// Beside the figures: each policy in each scenario.
Json schedDetails(const SchedBench& bench, bool smoke);
/// For people, every line ended.
std::string schedTables(const SchedBench& bench, messages::Language language);

}  // namespace manju::bench
