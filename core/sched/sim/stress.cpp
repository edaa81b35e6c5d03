// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/stress.h"

#include "core/sched/random.h"

namespace manju::sched::sim {
namespace {

StressSet urgentFlood(std::uint64_t seed) {
    WorkloadParameters parameters;
    parameters.urgent = 0.9;
    parameters.low = 0.05;
    return {"urgent_flood", generate(parameters, seed), {}};
}

StressSet oneLarge(std::uint64_t seed) {
    WorkloadParameters parameters;
    parameters.peakMostGb = parameters.peakLeastGb;
    parameters.outliers = 0;
    parameters.batchEveryMinutes = 10;
    StressSet set{"one_large", generate(parameters, seed), {}};
    WorkloadParameters large = parameters;
    large.outliers = 1;
    const Workload others = generate(large, seed);
    set.workload.episodes[1].tasks[0] = others.episodes[1].tasks[0];
    set.farm.cardGb = {24};
    return set;
}

StressSet loraPingPong(std::uint64_t seed) {
    WorkloadParameters parameters;
    parameters.partialCast = 1;
    parameters.lorasLeast = parameters.lorasMost = 3;
    parameters.styles = 1;
    return {"lora_ping_pong", generate(parameters, seed), {}};
}

StressSet roundRobin(std::uint64_t seed) {
    WorkloadParameters parameters;
    parameters.styleZipf = 0;
    parameters.batchExtra = 0;
    parameters.batchEveryMinutes = 5;
    return {"round_robin", generate(parameters, seed), {}};
}

StressSet poisonFirst(std::uint64_t seed) {
    WorkloadParameters parameters;
    parameters.failures = 0;
    StressSet set{"poison_first", generate(parameters, seed), {}};
    Random random(seed);
    for (std::size_t index = 0; index < set.workload.episodes.size(); ++index)
        for (SimTask& task : set.workload.episodes[index].tasks)
            if (index < 3 || random.chance(0.3)) task.failures = SimTask::kPoison;
    return set;
}

StressSet unequalCards(std::uint64_t seed) {
    WorkloadParameters parameters;
    parameters.batchEveryMinutes = 35;
    StressSet set{"unequal_cards", generate(parameters, seed), {}};
    set.farm.cardGb = {24, 24, 16, 12};
    return set;
}

}  // namespace

std::vector<StressSet> stressSets(std::uint64_t seed) {
    return {urgentFlood(seed), oneLarge(seed),    loraPingPong(seed),
            roundRobin(seed),  poisonFirst(seed), unequalCards(seed)};
}

}  // namespace manju::sched::sim
