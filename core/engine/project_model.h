// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/domain/snapshot.h"
#include "core/engine/planner.h"
#include "core/engine/project_layout.h"
#include "core/store/project_store.h"

namespace manju::engine {

/// What the database holds, in memory. Changed only after the change is stored. Thread: owner only.
struct ProjectModel {
    std::vector<store::EpisodeRow> episodes;
    std::map<StepId, store::StepRow> steps;
    std::map<std::string, store::ResultRow> results;  ///< by key, of the steps that are done
    ProductionSettings settings;
    std::vector<EngineEvent> events;
    std::map<StepKind, store::DurationRow> durations;

    /// A delivered video that is not there any more is left out: a path to nothing helps nobody.
    static Result<ProjectModel> load(store::ProjectStore& store, const ProjectLayout& layout);

    [[nodiscard]] store::EpisodeRow* episode(EpisodeId id);
    [[nodiscard]] const store::EpisodeRow* episode(EpisodeId id) const;
    /// The step of this part of an episode, or nullptr.
    [[nodiscard]] const store::StepRow* step(EpisodeId episode, StepKind kind, ShotId shot,
                                             LineId line) const;
    [[nodiscard]] std::vector<const store::StepRow*> stepsOf(EpisodeId episode) const;
    /// The result of a done step, or nullptr.
    [[nodiscard]] const store::ResultRow* resultOf(const store::StepRow& step) const;
    void put(const store::StepRow& step);

private:
    std::map<EpisodeId, std::set<StepId>> byEpisode_;
};

/// Reads the settings that Configure stored.
Result<ProductionSettings> loadSettings(store::ProjectStore& store);

}  // namespace manju::engine
