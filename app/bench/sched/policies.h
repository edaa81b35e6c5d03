// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/sched/sim/baselines.h"

namespace manju::bench {

/// The product's policy, which the figures are about.
const sched::sim::PolicyEntry& productPolicy();
/// It without one of its rules each, named "without_" and the rule; and with what was asked for and is
/// not used: a reserve for oversize tasks, and 8 units a card.
std::span<const sched::sim::PolicyEntry> ablations();

}  // namespace manju::bench
