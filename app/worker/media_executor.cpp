// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/media_executor.h"

#include "app/worker/media_steps.h"
#include "core/link/errors.h"

namespace manju::worker {

Result<StepResult> MediaExecutor::run(const StepJob& job, link::ProgressSink& progress,
                                      std::stop_token stop) {
    switch (job.kind) {
        case StepKind::Voice:
            return speakStep(job, progress, std::move(stop));
        case StepKind::Subtitles:
            return subtitleStep(job, progress, std::move(stop));
        case StepKind::Video:
            return videoStep(job, progress, std::move(stop));
        case StepKind::Image:
            break;
    }
    return Error(link::kStepKindUnknown,
                 {{"kind", std::string(toText(job.kind))}, {"worker", "manju-worker-media"}});
}

}  // namespace manju::worker
