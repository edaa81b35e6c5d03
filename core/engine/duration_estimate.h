// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/domain/snapshot.h"
#include "core/engine/project_model.h"

namespace manju::engine {

/// Folds one more measured duration into what is known (exponential weights over the last 20 or so).
store::DurationRow withMeasurement(store::DurationRow known, double millis);

/// Expected milliseconds of a step of this kind; `fallback` weights progress before anything is measured.
double expectedMillis(const ProjectModel& model, StepKind kind);

/// Share of the episode's expected work that is done, 0..1; below 1 until the episode is done.
double fractionOf(const ProjectModel& model, const store::EpisodeRow& episode,
                  const std::map<StepId, StepProgress>& running);

/// Remaining time as a range; unknown until three images and a voice have been measured.
TimeRange remainingOf(const ProjectModel& model, const store::EpisodeRow& episode,
                      const std::map<StepId, StepProgress>& running, int mediaWorkers);

}  // namespace manju::engine
