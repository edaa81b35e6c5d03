// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/domain/step_job.h"

namespace manju::link {

struct StageProgress {
    double fraction = 0;  ///< 0..1
    std::string stage;    ///< message id, e.g. "stage.sample"
    int index = 0;
    int count = 0;  ///< 0: no count
};

/// Takes a step's progress. Thread: any.
class ProgressSink {
public:
    virtual ~ProgressSink() = default;
    /// Cheap: may be called for every step of a sampler and for every frame.
    void report(double fraction, std::string_view stage, int index = 0, int count = 0) {
        accept(StageProgress{fraction, std::string(stage), index, count});
    }

protected:
    virtual void accept(StageProgress progress) = 0;
};

/// Does the steps. Thread: one thread for all calls, so that it may keep models and thread pools.
class StepExecutor {
public:
    virtual ~StepExecutor() = default;
    /// Does one attempt and leaves its files in the job's output folder, complete and fsynced. Returns
    /// kCancelled soon after a stop was requested. Exceptions are allowed: the loop turns them into Errors.
    virtual Result<StepResult> run(const StepJob& job, ProgressSink& progress, std::stop_token stop) = 0;
};

/// The worker's side of the link on the socket `fd`, which it takes over: answers the engine, runs jobs on
/// one thread, sends progress (at most ten times a second, the first and the last always) and heartbeats.
/// Returns the process's exit code when the engine asks or closes. A job that has not stopped 0.5 s later is
/// left behind: the function then ends the process itself.
int runWorkerLoop(int fd, StepExecutor& executor);

}  // namespace manju::link
