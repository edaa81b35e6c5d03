// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/domain/snapshot.h"
#include "core/engine/project_layout.h"
#include "core/engine/project_model.h"

namespace manju::engine {

/// What a snapshot needs beyond the model.
struct LiveState {
    std::map<StepId, StepProgress> running;
    /// Why a waiting step waits; id empty if that is not known.
    std::function<MessageRef(const store::StepRow&)> waitingOn;
    std::set<EpisodeId> cancelling;
    int mediaWorkers = 1;
};

/// The model's episodes as they are shown.
std::vector<EpisodeSnapshot> episodeSnapshots(const ProjectModel& model, const ProjectLayout& layout,
                                              const LiveState& live);

}  // namespace manju::engine
