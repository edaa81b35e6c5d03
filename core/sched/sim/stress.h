// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/sched/sim/farm.h"
#include "core/sched/sim/workload.h"

namespace manju::sched::sim {

/// A workload that is hard on one rule, with the farm for it (spec, section 3.2).
struct StressSet {
    std::string_view id;
    Workload workload;
    FarmParameters farm;
};

/// urgent_flood: nine in ten episodes are urgent. one_large: one picture of 4K among small ones without end,
/// on one card. lora_ping_pong: each shot shows another character. round_robin: six styles, equally often.
/// poison_first: the first episodes cannot be done, and three in ten tasks of the others neither.
/// unequal_cards: 24, 24, 16 and 12 GB.
std::vector<StressSet> stressSets(std::uint64_t seed);

}  // namespace manju::sched::sim
