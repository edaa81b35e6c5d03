// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/sched/policies.h"

#include "core/sched/sim/product.h"

namespace manju::bench {
namespace {

using sched::Rules;
using sched::sim::Contender;
using sched::sim::FarmParameters;
using sched::sim::PolicyEntry;
using sched::sim::product;

Contender ours(const FarmParameters& farm) {
    return product(farm);
}

template <bool Rules::*rule>
Contender without(const FarmParameters& farm) {
    Rules rules;
    rules.*rule = false;
    return product(farm, rules);
}

Contender withReserve(const FarmParameters& farm) {
    Rules rules;
    rules.reserve = true;
    return product(farm, rules);
}

Contender withEightUnits(const FarmParameters& farm) {
    Rules rules;
    rules.units = 8;
    return product(farm, rules);
}

constexpr PolicyEntry kProduct{"ours", ours};

constexpr PolicyEntry kAblations[] = {
    {"without_shortest_first", without<&Rules::shortestFirst>},
    {"without_ageing", without<&Rules::ageing>},
    {"without_deadlines", without<&Rules::deadlines>},
    {"without_finish_first", without<&Rules::finishFirst>},
    {"without_affinity", without<&Rules::affinity>},
    {"without_affinity_bound", without<&Rules::affinityBound>},
    {"without_reservation", without<&Rules::reservation>},
    {"without_late_binding", without<&Rules::lateBinding>},
    {"without_preemption", without<&Rules::preemption>},
    {"without_shared_card", without<&Rules::sharedCard>},
    {"without_retry_share", without<&Rules::retryShare>},
    {"with_reserve", withReserve},
    {"with_8_units", withEightUnits},
};

}  // namespace

const PolicyEntry& productPolicy() {
    return kProduct;
}

std::span<const PolicyEntry> ablations() {
    return kAblations;
}

}  // namespace manju::bench
