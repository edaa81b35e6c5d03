// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/domain/snapshot.h"
#include "core/sched/task.h"

namespace manju::sched {

/// A graphics card as it is now.
struct CardState {
    std::string kind;               ///< equal cards have equal kinds, e.g. the product's name
    std::uint64_t totalBytes = 0;   ///< as the driver says
    std::uint64_t othersBytes = 0;  ///< held by other programs and the desktop
    double utilisation = -1;        ///< 0..1; negative: unknown
    bool usable = true;             ///< false: gone, or its worker is away
};

/// What all cards share.
struct Host {
    std::uint64_t ramBytes = 0;  ///< for tasks and cached weights
    std::uint64_t pinnedBytes = 0;
    std::uint64_t diskBytes = 0;  ///< free
    int cpuThreads = 0;
    int encoderSlots = 0;
};

/// One run of a task, or of several alike at once.
struct Start {
    StepId step;
    std::vector<StepId> mates;       ///< of the same shape and components, in the same run
    int card = -1;                   ///< -1: none
    int rung = 0;                    ///< of the ladder of lower demands; 0: as asked
    std::vector<std::string> evict;  ///< components that leave the card before
    std::uint64_t grantedBytes = 0;  ///< that the task may take beside components
};

struct Decisions {
    std::vector<Start> starts;
    /// To be saved at the next step's end and given back; then ended(Preempted) and offered again.
    std::vector<StepId> preempt;
};

/// Decides what runs next and where. Works on numbers alone: it starts nothing and knows no clock; `now`
/// never goes back. Thread: one at a time.
class Policy {
public:
    virtual ~Policy() = default;

    /// A new episode, or a known one that has changed.
    virtual void put(const Episode& episode) = 0;
    /// What is left of an episode's time on cards, that of tasks not yet offered included.
    virtual void setRemaining(EpisodeId episode, std::int64_t time) = 0;
    /// Finished or cancelled: its tasks that do not run are forgotten.
    virtual void remove(EpisodeId episode) = 0;

    /// A task that may run from now on; of a known episode. One of the same step that does not run is
    /// replaced.
    virtual void offer(const Task& task, std::int64_t now) = 0;
    virtual void withdraw(StepId step) = 0;

    virtual void setCard(int card, const CardState& state, std::int64_t now) = 0;

    /// Starts as much as fits, best first. What is started holds its needs until ended().
    virtual Decisions decide(std::int64_t now) = 0;
    /// A running task has passed a stage and needs no more than this from now on. Without memory of a card it
    /// has left the card, components included: what remains is the processor's.
    virtual void shrink(StepId step, const Needs& needs) = 0;
    /// For the step of a Start; its mates end with it.
    virtual void ended(StepId step, const Ended& ended, std::int64_t now) = 0;

    /// When decide() could start something without any event; none if never.
    [[nodiscard]] virtual std::optional<std::int64_t> nextDecision(std::int64_t now) const = 0;
};

}  // namespace manju::sched
