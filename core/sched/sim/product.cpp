// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/product.h"

#include <cmath>

#include "core/sched/dispatcher.h"
#include "core/sched/learned_predictor.h"
#include "core/sched/sim/baselines.h"

namespace manju::sched::sim {
namespace {

/// Of one file, about: sets have one to three, some of which are there.
LoadCosts costsOf(const FarmParameters& farm) {
    const double lora = farm.ramTier ? farm.loraRamSeconds : farm.loraColdSeconds;
    return {.load = std::llround(1000 * (farm.ramTier ? farm.ramSeconds : farm.coldSeconds)),
            .merge = std::llround(1000 * (farm.mergeSeconds + lora))};
}

struct Product {
    Product(const FarmParameters& farm, const Rules& rules)
        : predictor(estimator, costsOf(farm)),
          dispatcher({.rules = rules, .host = hostOf(farm), .cards = farm.cardGb.size(), .books = {}},
                     predictor) {}

    Estimator estimator;
    LearnedPredictor predictor;
    Dispatcher dispatcher;
};

}  // namespace

Contender product(const FarmParameters& farm, const Rules& rules) {
    const auto whole = std::make_shared<Product>(farm, rules);
    return {.policy = std::shared_ptr<Policy>(whole, &whole->dispatcher),
            .onUsed = {},
            .finishAt = [whole](EpisodeId episode, std::int64_t now) {
                return whole->dispatcher.finishAt(episode, now);
            }};
}

}  // namespace manju::sched::sim
