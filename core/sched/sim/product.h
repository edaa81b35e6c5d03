// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sched/rules.h"
#include "core/sched/sim/simulation.h"

namespace manju::sched::sim {

/// The product's dispatcher with an estimator that has seen nothing yet, for a farm of such parameters.
Contender product(const FarmParameters& farm, const Rules& rules = {});

}  // namespace manju::sched::sim
