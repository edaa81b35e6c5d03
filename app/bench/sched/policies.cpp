// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/sched/policies.h"

#include "core/sched/dispatcher.h"

namespace manju::bench {
namespace {

using sched::Rules;
using sched::sim::Contender;
using sched::sim::FarmParameters;
using sched::sim::PolicyEntry;

/// What the product runs, in one piece: the dispatcher and what it believes.
struct Product {
    Product(const FarmParameters& farm, const Rules& rules)
        : dispatcher(
              {.rules = rules, .host = sched::sim::hostOf(farm), .cards = farm.cardGb.size(), .books = {}},
              predictor) {}
    sched::DeclaredPredictor predictor;  // what learns from runs takes its place here
    sched::Dispatcher dispatcher;
};

Contender product(const FarmParameters& farm, const Rules& rules) {
    const auto made = std::make_shared<Product>(farm, rules);
    Contender contender;
    contender.policy = std::shared_ptr<sched::Policy>(made, &made->dispatcher);
    return contender;
}

Contender ours(const FarmParameters& farm) {
    return product(farm, Rules{});
}

template <bool Rules::*rule>
Contender without(const FarmParameters& farm) {
    Rules rules;
    rules.*rule = false;
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
    {"without_reserve", without<&Rules::reserve>},
    {"without_retry_share", without<&Rules::retryShare>},
};

}  // namespace

const PolicyEntry& productPolicy() {
    return kProduct;
}

std::span<const PolicyEntry> ablations() {
    return kAblations;
}

}  // namespace manju::bench
