// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sched/policy.h"
#include "core/sched/retry_policy.h"
#include "core/sched/sim/farm.h"
#include "core/sched/sim/workload.h"

namespace manju::sched::sim {

/// A policy in a simulation, and what it is told beyond the interface, if it wants to know.
struct Contender {
    std::shared_ptr<Policy> policy;
    /// Measured: what components and running tasks have of a card at this moment.
    std::function<void(int card, std::uint64_t bytes)> onUsed;
    /// When it expects an episode to be finished; none if it does not know yet.
    std::function<std::optional<std::int64_t>(EpisodeId episode, std::int64_t now)> finishAt;
};

/// After which delay a task is tried again that ended so, or none to give it up. Task::attempt is the
/// attempt's.
using RetryRule = std::function<std::optional<std::int64_t>(const Task& task, Ending ending)>;
struct SimulationOptions {
    FarmParameters farm;
    std::uint64_t seed = 1;  ///< of crashes, other programs and delays
    RetryRule retry;         ///< empty: as the product's RetryPolicy says
    /// A task that waits longer from its offer to its start is counted: both risings of a low one, a drain
    /// and the longest voice (scheduling.md, section 2.1).
    std::int64_t starvation = std::int64_t{20 + 60 + 5 + 5} * 60'000;
    std::int64_t mostTime = std::int64_t{60} * 24 * 3'600'000;  ///< then it is given up
    /// Gets each event as one line of JSON, without its end:
    ///   {"at": ms, "what": "submit", "episode", "tasks"}
    ///   {"at", "what": "start", "step", "episode", "attempt", "card", "rung", "mates": [...], "evict":
    ///   [...],
    ///    "granted": bytes, "loading": ms}
    ///   {"at", "what": "shrink" | "preempt", "step"}
    ///   {"at", "what": "end", "step", "ending": "done|failed|out-of-memory|crashed|preempted", "time",
    ///   "peak"}
    ///   {"at", "what": "give-up", "step"}, {"at", "what": "finish" | "attention", "episode"}
    ///   {"at", "what": "card", "card", "others": bytes, "usable"}, {"at", "what": "crash", "card"}
    ///   {"at", "what": "violation", "rule", "step"}
    std::function<void(const std::string& line)> log;
};

/// How an episode went. Times are those of the simulation, milliseconds.
struct EpisodeRecord {
    Episode episode;
    std::optional<std::int64_t> firstStart;  ///< of a shot
    std::optional<std::int64_t> finished;    ///< composed; none: it needs attention
    /// For an urgent one, what it waited for its first shot, in steps of the longest that ran when it came.
    double stepsWaited = 0;
    bool alone = true;               ///< no other urgent episode was under way when it came
    std::optional<double> etaError;  ///< at a quarter of its tasks: |expected - real| of the time left
};

/// All that was counted in one simulation.
struct SimulationResult {
    std::vector<EpisodeRecord> episodes;
    std::int64_t end = 0;  ///< the last event's time
    std::uint64_t events = 0;
    int starts = 0, cardAttempts = 0, retries = 0, failed = 0, preemptions = 0, crashes = 0;
    int outOfMemory = 0;  ///< all; a stage's end caught them but for
    int uncaught = 0;     ///< those while loading, which took the worker with them
    int imagesDone = 0, voicesDone = 0, givenUp = 0;
    int loraUses = 0, loraResident = 0, loraFromRam = 0;  ///< files
    int weightsLoaded = 0, weightsCold = 0;               ///< components
    int urgentReloads = 0;  ///< of components that had to leave a card for an urgent task
    int starved = 0;
    std::int64_t longestTaskWait = 0, longestLowWait = 0;
    double held = 0, loadingOnly = 0, idleWhileWaiting = 0;  ///< milliseconds, of all cards together
    double imageWork = 0, voiceWork = 0;                     ///< done on cards, as it takes alone
    double demand = 0;                      ///< milliseconds in which a task for a card waited or ran
    int deadlocked = 0;                     ///< 1: nothing would have happened any more
    std::map<std::string, int> violations;  ///< by rule
};

/// Lets a policy make a workload on a farm. Ends when every episode is finished or has been given up. The
/// same arguments give the same result.
///
/// Violations, each named: "started-twice" and "unknown-step" (not offered, or over), "doubled" (done twice),
/// "lost" (offered and never started, though nothing else is left to do), "card-overfilled" (components,
/// grants and what the policy was told that others have exceed the card), "threads-overfilled",
/// "encoders-overfilled", "unusable-card", "component-conflict" and "evicted-in-use". A start that cannot be
/// is not carried out.
SimulationResult simulate(const Workload& workload, const Contender& contender,
                          const SimulationOptions& options);

}  // namespace manju::sched::sim
