// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/domain/enum_text.h"

namespace manju {

/// One step of the work: an image, a line of speech, the subtitles, the video.
enum class StepState {
    Waiting,    ///< its inputs or its turn are not there yet
    Running,    ///< an attempt is stored and under way
    Done,       ///< the row, the files and their hashes agree
    Failed,     ///< all attempts are spent, or the error cannot go away by itself
    Cancelled,  ///< stopped on request
    Stale,      ///< done, but for inputs that have changed since
};

/// The production of one episode.
enum class EpisodeState { Waiting, Running, Paused, NeedsAttention, Done, Cancelled };

/// Derived from a shot's steps, never stored.
enum class ShotState { Draft, Queued, Generating, Review, Approved, Rejected, Failed, Stale };

enum class Priority { High, Medium, Low };

MANJU_ENUM_TEXT(StepState, {{StepState::Waiting, "waiting"},
                            {StepState::Running, "running"},
                            {StepState::Done, "done"},
                            {StepState::Failed, "failed"},
                            {StepState::Cancelled, "cancelled"},
                            {StepState::Stale, "stale"}})
MANJU_ENUM_TEXT(EpisodeState, {{EpisodeState::Waiting, "waiting"},
                               {EpisodeState::Running, "running"},
                               {EpisodeState::Paused, "paused"},
                               {EpisodeState::NeedsAttention, "needs-attention"},
                               {EpisodeState::Done, "done"},
                               {EpisodeState::Cancelled, "cancelled"}})
MANJU_ENUM_TEXT(ShotState, {{ShotState::Draft, "draft"},
                            {ShotState::Queued, "queued"},
                            {ShotState::Generating, "generating"},
                            {ShotState::Review, "review"},
                            {ShotState::Approved, "approved"},
                            {ShotState::Rejected, "rejected"},
                            {ShotState::Failed, "failed"},
                            {ShotState::Stale, "stale"}})
MANJU_ENUM_TEXT(Priority, {{Priority::High, "high"}, {Priority::Medium, "medium"}, {Priority::Low, "low"}})

/// The only places that know which changes of state are legal.
[[nodiscard]] bool mayMove(StepState from, StepState to);
[[nodiscard]] bool mayMove(EpisodeState from, EpisodeState to);

}  // namespace manju
