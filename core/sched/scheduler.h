// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/domain/ids.h"
#include "core/domain/snapshot.h"
#include "core/domain/states.h"
#include "core/domain/step_spec.h"

namespace manju::sched {

/// What a step holds while it runs, granted whole or not at all.
struct ResourceVector {
    int imageWorkers = 0;
    int mediaWorkers = 0;
};

/// The resources that a kind of step needs.
ResourceVector needsOf(StepKind kind);

/// A step that could run: its inputs exist.
struct Task {
    StepId step;
    EpisodeId episode;
    StepKind kind = StepKind::Image;
    Priority priority = Priority::Medium;
    bool urgent = false;
    double queueOrder = 0;       ///< of the episode
    int position = 0;            ///< of the shot inside the episode
    std::int64_t notBefore = 0;  ///< wall milliseconds; back-off after a failure
};

/// Decides what runs next. Works on numbers alone: it starts nothing and knows no clock.
/// Thread: owner only.
class Scheduler {
public:
    virtual ~Scheduler() = default;

    /// A task that may run from now on; replaces one with the same step that has no grant.
    virtual void add(const Task& task) = 0;
    /// Forgets a task that has no grant; unknown steps are ignored.
    virtual void remove(StepId step) = 0;
    /// Grants as much as fits at `now`, best first. A granted task leaves the queue and holds its
    /// resources until release().
    virtual std::vector<StepId> decide(std::int64_t now) = 0;
    virtual void release(StepId step) = 0;
    /// The earliest time at which a task that is backing off could start; none if no task is.
    [[nodiscard]] virtual std::optional<std::int64_t> nextDecision(std::int64_t now) const = 0;
    /// Why this queued task is not running, as a message; id empty if it is not queued.
    [[nodiscard]] virtual MessageRef waitingOn(StepId step, std::int64_t now) const = 0;
};

/// Order: urgent, priority, order of submission; inside an episode finishing steps (video, subtitles)
/// first, then the order of the shots.
std::unique_ptr<Scheduler> priorityScheduler(ResourceVector capacity);

}  // namespace manju::sched
