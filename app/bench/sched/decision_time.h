// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/sched/sim/baselines.h"

namespace manju::bench {

/// How long a policy takes, on this machine; milliseconds, the 99th percentiles.
struct DecisionTime {
    std::size_t queued = 0;  ///< tasks waiting at least, at each decision that counts
    std::size_t decisions = 0;
    double decideP99 = 0;  ///< decide()
    double eventP99 = 0;   ///< from the first event after a decision to the end of the next decision
};

/// Lets it make episodes of 40 shots that were all submitted at once, and measures until less than `queued`
/// tasks wait.
DecisionTime measureDecisions(const sched::sim::PolicyEntry& entry, std::size_t queued);

}  // namespace manju::bench
