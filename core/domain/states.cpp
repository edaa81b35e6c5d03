// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/states.h"

namespace manju {

bool mayMove(StepState from, StepState to) {
    switch (from) {
        case StepState::Waiting:
            // Done without running: the result already exists under the step's key.
            return to == StepState::Running || to == StepState::Done || to == StepState::Failed ||
                   to == StepState::Cancelled;
        case StepState::Running:
            return to == StepState::Done || to == StepState::Waiting || to == StepState::Failed ||
                   to == StepState::Cancelled;
        case StepState::Done:
            return to == StepState::Stale || to == StepState::Waiting;  // Waiting: file lost
        case StepState::Failed:
        case StepState::Cancelled:
            return to == StepState::Waiting || to == StepState::Stale;
        case StepState::Stale:
            return to == StepState::Waiting;
    }
    return false;
}

bool mayMove(EpisodeState from, EpisodeState to) {
    switch (from) {
        case EpisodeState::Waiting:
            return to == EpisodeState::Running || to == EpisodeState::Paused || to == EpisodeState::Cancelled;
        case EpisodeState::Running:
            return to == EpisodeState::Paused || to == EpisodeState::NeedsAttention ||
                   to == EpisodeState::Done || to == EpisodeState::Cancelled || to == EpisodeState::Waiting;
        case EpisodeState::Paused:
            return to == EpisodeState::Waiting || to == EpisodeState::Cancelled;
        case EpisodeState::NeedsAttention:
            return to == EpisodeState::Waiting || to == EpisodeState::Cancelled;
        case EpisodeState::Done:
            return to == EpisodeState::Waiting;  // something was edited
        case EpisodeState::Cancelled:
            return to == EpisodeState::Waiting;
    }
    return false;
}

}  // namespace manju
