// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/sched/sim/baseline.h"
#include "core/sched/sim/simulation.h"

namespace manju::sched::sim {

/// A policy by name, for a farm of such parameters. Policies and farms are the benchmark's.
struct PolicyEntry {
    std::string_view id;
    Contender (*make)(const FarmParameters& farm);
    bool caches = true;  ///< false: without the tier in the computer's memory and the LoRA files on cards
};

/// A contender that follows the rules of a baseline.
Contender baseline(const BaselineRules& rules, const FarmParameters& farm);
/// What all cards share.
Host hostOf(const FarmParameters& farm);
/// The farm as the policy has it.
FarmParameters farmFor(const PolicyEntry& entry, FarmParameters farm);

/// fifo_exclusive (the articles' beginning), fifo_shared, below_80, all_in_pool (images, voices and composing
/// compete for the card's memory), lru_only, sjf, edf, affinity_unbounded, fifo_caches.
std::span<const PolicyEntry> baselines();
/// One of them. Precondition: there is one.
const PolicyEntry& baselineNamed(std::string_view id);

/// No schedule is shorter: milliseconds for work submitted at once, and its three parts, of which it is the
/// largest: the cards' work over all cards at their best, the processor's, and the longest episode alone.
struct OracleBound {
    double cards = 0, processor = 0, longestEpisode = 0;
    [[nodiscard]] double makespan() const;
};
OracleBound oracleBound(const Workload& workload, const FarmParameters& farm);

/// What a card needs for an image and a voice at its best, milliseconds: nothing loads, nothing fails.
double boundOfImage(const SimTask& task, const FarmParameters& farm);
double boundOfVoice(const SimTask& task, const FarmParameters& farm);

/// Minutes between batches with which fifo_exclusive has a mean wait of 25 minutes on the default farm, 100
/// episodes each over seeds 1 to 20; found by calibrate() and then frozen. The test of this number repeats
/// it.
inline constexpr double kCalibratedMinutes = 27.66;
/// The number for that mean wait, by bisection, to 0.05 minutes.
double calibrate(double waitMinutes);
/// Mean wait in minutes of fifo_exclusive with so many minutes between batches.
double fifoWait(double batchEveryMinutes);

}  // namespace manju::sched::sim
