// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/baselines.h"

#include <algorithm>
#include <cstdlib>

#include "core/sched/sim/metrics.h"

namespace manju::sched::sim {
namespace {

using Order = BaselineRules::Order;
using Admission = BaselineRules::Admission;

template <Order order, Admission admission, bool keepsWeights>
Contender simple(const FarmParameters& farm) {
    BaselineRules rules;
    rules.order = order;
    rules.admission = admission;
    rules.keepsWeights = keepsWeights;
    return baseline(rules, farm);
}

Contender allInPool(const FarmParameters& farm) {
    BaselineRules rules;
    rules.composesOnCards = true;
    rules.factor = 1.05;
    rules.cushionShare = 0;
    return baseline(rules, farm);
}

constexpr PolicyEntry kBaselines[] = {
    {"fifo_exclusive", simple<Order::Submitted, Admission::ExclusiveCard, false>, false},
    {"fifo_shared", simple<Order::Submitted, Admission::FlatGuess, false>, false},
    {"below_80", simple<Order::Submitted, Admission::UsedShare, false>, false},
    {"all_in_pool", allInPool, false},
    {"lru_only", simple<Order::Submitted, Admission::ExclusiveCard, true>, false},
    {"sjf", simple<Order::ShortestWork, Admission::Declared, true>, true},
    {"edf", simple<Order::EarliestDeadline, Admission::Declared, true>, true},
    {"affinity_unbounded", simple<Order::Affinity, Admission::Declared, true>, true},
    {"fifo_caches", simple<Order::Submitted, Admission::Declared, true>, true},
};

}  // namespace

Host hostOf(const FarmParameters& farm) {
    Host host;
    host.ramBytes = static_cast<std::uint64_t>(farm.hostRamGb * 1024 * 1024 * 1024);
    host.diskBytes = std::uint64_t{1} << 40;
    host.cpuThreads = farm.cpuThreads;
    host.encoderSlots = farm.encoderSlots;
    return host;
}

Contender baseline(const BaselineRules& rules, const FarmParameters& farm) {
    const auto policy = std::make_shared<Baseline>(rules, hostOf(farm), farm.cardGb.size());
    Contender contender;
    contender.policy = policy;
    contender.onUsed = [policy](int card, std::uint64_t bytes) { policy->setUsed(card, bytes); };
    return contender;
}

FarmParameters farmFor(const PolicyEntry& entry, FarmParameters farm) {
    if (!entry.caches) farm.ramTier = farm.loraCache = false;
    return farm;
}

std::span<const PolicyEntry> baselines() {
    return kBaselines;
}

const PolicyEntry& baselineNamed(std::string_view id) {
    const auto found = std::ranges::find(kBaselines, id, &PolicyEntry::id);
    if (found == std::end(kBaselines)) std::abort();
    return *found;
}

double OracleBound::makespan() const {
    return std::max({cards, processor, longestEpisode});
}

double boundOfImage(const SimTask& task, const FarmParameters& farm) {
    return (task.encode + task.sample + task.decode) / *std::ranges::max_element(farm.efficiency);
}

double boundOfVoice(const SimTask& task, const FarmParameters& farm) {
    return task.sample * farm.voiceShare / *std::ranges::max_element(farm.efficiency);
}

OracleBound oracleBound(const Workload& workload, const FarmParameters& farm) {
    OracleBound bound;
    const auto cards = static_cast<double>(farm.cardGb.size());
    for (const SimEpisode& episode : workload.episodes) {
        double longest = 0, work = 0;
        for (const SimTask& task : episode.tasks) {
            const bool image = task.task.shape.kind == TaskClass::Image;
            longest = std::max(longest, task.encode + task.sample + task.decode + task.host);
            work += image ? boundOfImage(task, farm) : boundOfVoice(task, farm);
        }
        bound.cards += work / cards;
        bound.processor += episode.composing.host * episode.composing.task.needs.cpuThreads / farm.cpuThreads;
        bound.longestEpisode =
            std::max(bound.longestEpisode, std::max(longest, work / cards) + episode.composing.host);
    }
    return bound;
}

double fifoWait(double batchEveryMinutes) {
    const PolicyEntry& fifo = baselineNamed("fifo_exclusive");
    SimulationOptions options;
    options.farm = farmFor(fifo, {});
    WorkloadParameters parameters;
    parameters.batchEveryMinutes = batchEveryMinutes;
    double sum = 0;
    constexpr std::uint64_t seeds = 20;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        options.seed = seed;
        sum += waitsOf(simulate(generate(parameters, seed), fifo.make(options.farm), options)).mean;
    }
    return sum / seeds;
}

double calibrate(double waitMinutes) {
    double busy = 5, quiet = 100;
    while (quiet - busy > 0.05) {
        const double middle = (busy + quiet) / 2;
        (fifoWait(middle) > waitMinutes ? busy : quiet) = middle;
    }
    return (busy + quiet) / 2;
}

}  // namespace manju::sched::sim
