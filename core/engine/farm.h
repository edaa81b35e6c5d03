// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/project_model.h"
#include "core/sched/dispatcher.h"

namespace manju::engine {

/// The project's steps as the scheduler's tasks: what they need, how long they are expected to take, and what
/// is left of their episodes. The image worker is its only card; what runs on the processor takes a media
/// worker each. Thread: the engine's.
class Farm {
public:
    /// `model` must outlive it.
    Farm(const ProjectModel& model, int mediaWorkers);

    /// Where the episode stands, and what is left of it; before its steps are offered.
    void put(const store::EpisodeRow& episode);
    /// A step whose inputs exist. `position` is its shot's in the episode.
    void offer(const store::StepRow& step, int position, std::int64_t now);
    void withdraw(StepId step) { dispatcher_.withdraw(step); }
    /// The episode's steps that do not run are forgotten; put() makes it known again.
    void remove(EpisodeId episode) { dispatcher_.remove(episode); }
    /// Best first; they hold their workers until ended().
    [[nodiscard]] std::vector<StepId> decide(std::int64_t now);
    void ended(StepId step, sched::Ending ending, std::int64_t now);
    [[nodiscard]] std::optional<std::int64_t> nextDecision(std::int64_t now) const {
        return dispatcher_.nextDecision(now);
    }
    /// Why a step that was offered does not run; id empty: it was not offered, or runs.
    [[nodiscard]] MessageRef waitingOn(StepId step, std::int64_t now) const;

private:
    const ProjectModel& model_;
    int mediaWorkers_;
    sched::DeclaredPredictor predictor_;
    sched::Dispatcher dispatcher_;
};

}  // namespace manju::engine
