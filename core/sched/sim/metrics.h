// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/sched/sim/simulation.h"

namespace manju::sched::sim {

/// From an episode's submission to its first shot's start, minutes. One that never started waited to the end.
struct Waits {
    double mean = 0, p95 = 0;
};
Waits waitsOf(const SimulationResult& result);

/// What is said about one simulation; definitions of scheduling.md, section 3.5.
struct Metrics {
    double waitMean = 0, waitP95 = 0;  ///< minutes
    double lowWaitMost = 0;            ///< minutes, a task of low priority from its offer to its start
    double starved = 0;                ///< tasks that waited longer than the bound
    double oomRate = 0;                ///< of attempts on cards, caught or not
    double uncaught = 0;
    /// Per card and hour of demand: hours in which a task for a card waited or ran.
    double imagesPerHour = 0;
    double throughputVsBound = 0;  ///< what the work done needs at best, of the cards' time in demand
    double loraHit = 0;            ///< files needed that were on the card, merged or not
    double loraNoDisk = 0;         ///< ... or in the computer's memory
    double loadIdleHours = 0;      ///< a day and card: everything on it loads
    double makespanHours = 0;
    double makespanVsOracle = 0;  ///< only of use if all was submitted at once
    double reloadsPerUrgent = 0;
    /// p95, from an urgent episode's submission to its first shot's start. Only of those that came while no
    /// other was under way: among themselves they wait as all do.
    double urgentSteps = 0;
    double cardSecondsPerEpisode = 0;  ///< held, of finished ones
    double idleWhileWaiting = 0;       ///< of the cards' time
    double wrong = 0;                  ///< deadlocked, lost, doubled, and all other violations
    double episodesFinished = 0;
    double etaError = 0;  ///< mean; negative: nobody said
};
Metrics measure(const Workload& workload, const SimulationResult& result, const FarmParameters& farm);

/// Of the urgent episodes that EDF on the otherwise idle farm (without failures and crashes) finishes in
/// time.
struct Deadlines {
    int feasible = 0, missed = 0, infeasible = 0;
};
Deadlines deadlinesOf(const Workload& workload, const SimulationResult& result, const FarmParameters& farm);

/// A mean, and half the width of its interval of 95 % by Student's t. 0 for less than two values.
struct Interval {
    double mean = 0, half = 0;
};
Interval intervalOf(std::span<const double> values);

}  // namespace manju::sched::sim
