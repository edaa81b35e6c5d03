// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/metrics.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/sched/quantile.h"
#include "core/sched/sim/baselines.h"

namespace manju::sched::sim {
namespace {

constexpr double kMinute = 60'000, kHour = 60 * kMinute;

/// 0 of none.
double quantileOf(std::vector<double> values, double share) {
    return values.empty() ? 0 : quantile(std::move(values), share);
}

double meanOf(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double ratio(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

}  // namespace

Waits waitsOf(const SimulationResult& result) {
    std::vector<double> minutes;
    for (const EpisodeRecord& record : result.episodes) {
        const std::int64_t until = record.firstStart.value_or(std::max(result.end, record.episode.submitted));
        minutes.push_back(static_cast<double>(until - record.episode.submitted) / kMinute);
    }
    return {meanOf(minutes), quantileOf(minutes, 0.95)};
}

Metrics measure(const Workload& workload, const SimulationResult& result, const FarmParameters& farm) {
    Metrics metrics;
    const Waits waits = waitsOf(result);
    metrics.waitMean = waits.mean;
    metrics.waitP95 = waits.p95;
    metrics.lowWaitMost = static_cast<double>(result.longestLowWait) / kMinute;
    metrics.starved = result.starved;
    metrics.oomRate = ratio(result.outOfMemory, result.cardAttempts);
    metrics.uncaught = result.uncaught;
    const auto cards = static_cast<double>(farm.cardGb.size());
    metrics.imagesPerHour = ratio(result.imagesDone, cards * result.demand / kHour);
    const double best = *std::ranges::max_element(farm.efficiency);
    metrics.throughputVsBound =
        ratio((result.imageWork + farm.voiceShare * result.voiceWork) / best, cards * result.demand);
    metrics.loraHit = ratio(result.loraResident, result.loraUses);
    metrics.loraNoDisk = ratio(result.loraFromRam, result.loraUses);
    metrics.loadIdleHours = 24 * ratio(result.loadingOnly, cards * static_cast<double>(result.end));
    metrics.makespanHours = static_cast<double>(result.end) / kHour;
    metrics.makespanVsOracle = ratio(static_cast<double>(result.end), oracleBound(workload, farm).makespan());
    metrics.idleWhileWaiting = ratio(result.idleWhileWaiting, cards * static_cast<double>(result.end));
    std::vector<double> steps, etas;
    double urgent = 0;
    for (const EpisodeRecord& record : result.episodes) {
        if (record.finished) ++metrics.episodesFinished;
        if (record.episode.urgent && record.firstStart) {
            ++urgent;
            if (record.alone) steps.push_back(record.stepsWaited);
        }
        if (record.etaError) etas.push_back(*record.etaError);
    }
    metrics.urgentSteps = quantileOf(steps, 0.95);
    metrics.reloadsPerUrgent = ratio(result.urgentReloads, urgent);
    metrics.cardSecondsPerEpisode = ratio(result.held / 1000, metrics.episodesFinished);
    metrics.etaError = etas.empty() ? -1 : meanOf(etas);
    metrics.wrong = result.deadlocked;
    for (const auto& [rule, count] : result.violations) metrics.wrong += count;
    return metrics;
}

Deadlines deadlinesOf(const Workload& workload, const SimulationResult& result, const FarmParameters& farm) {
    Workload urgent;
    urgent.loraBytes = workload.loraBytes;
    for (const SimEpisode& episode : workload.episodes) {
        if (!episode.episode.deadline) continue;
        urgent.episodes.push_back(episode);
        for (SimTask& task : urgent.episodes.back().tasks) task.failures = 0;
        urgent.episodes.back().composing.failures = 0;
    }
    Deadlines deadlines;
    if (urgent.episodes.empty()) return deadlines;
    SimulationOptions options;
    options.farm = farm;
    options.farm.crashHours = 0;
    options.farm.ramTier = options.farm.loraCache = true;
    const SimulationResult ideal = simulate(urgent, baselineNamed("edf").make(options.farm), options);
    std::unordered_map<EpisodeId, bool> feasible;
    for (const EpisodeRecord& record : ideal.episodes)
        feasible[record.episode.id] = record.finished && *record.finished <= *record.episode.deadline;
    for (const EpisodeRecord& record : result.episodes) {
        if (!record.episode.deadline) continue;
        if (!feasible[record.episode.id]) {
            ++deadlines.infeasible;
            continue;
        }
        ++deadlines.feasible;
        if (!record.finished || *record.finished > *record.episode.deadline) ++deadlines.missed;
    }
    return deadlines;
}

Interval intervalOf(std::span<const double> values) {
    // 97.5 % of Student's t with 1, 2, ... degrees of freedom.
    constexpr double kT[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                             2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086};
    Interval made{meanOf(values), 0};
    if (values.size() < 2) return made;
    double squares = 0;
    for (const double value : values) squares += (value - made.mean) * (value - made.mean);
    const auto count = static_cast<double>(values.size());
    const std::size_t freedom = values.size() - 1;
    const double t = freedom <= std::size(kT) ? kT[freedom - 1] : 1.96 + 2.5 / static_cast<double>(freedom);
    made.half = t * std::sqrt(squares / (count - 1) / count);
    return made;
}

}  // namespace manju::sched::sim
