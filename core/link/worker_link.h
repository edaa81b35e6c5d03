// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/domain/step_job.h"
#include "core/link/errors.h"

namespace manju::link {

class StepExecutor;

/// The worker runs and its build matches; it takes jobs now.
struct WorkerReady {
    std::int64_t pid = 0;  ///< 0: a thread of this process
};
struct StepFinished {
    StepId step;
    StepResult result;
};
struct StepFailed {
    StepId step;
    Error error;  ///< kCancelled after a cancel
};
/// The worker is no more, and with it the job that it had. Always the last event.
struct WorkerGone {
    Error error;
    /// True if it failed (crash, hang, garbage): start another one after a RestartBackoff. False if the
    /// owner killed it or if another start would end the same way (build mismatch).
    bool crashed = false;
};

/// What a worker reports. Every started job ends in exactly one of StepFinished, StepFailed, WorkerGone.
using WorkerEvent = std::variant<WorkerReady, StepProgress, StepFinished, StepFailed, WorkerGone>;

/// Called on the link's own thread, one event after the other. It may call the link's functions, but must
/// not destroy the link, and must return at once.
using WorkerSink = std::function<void(WorkerEvent)>;

/// How long a job may go without progress before it is taken for hung: 300 s, and for a picture as much again
/// for every half megapixel, since a step and the decoding report nothing in between (on two cores without a
/// GPU a step of one megapixel takes 150 s).
Millis stallLimitOf(const StepJob& job);

/// One worker and the job that it does. Thread: any.
class WorkerLink {
public:
    WorkerLink() = default;
    WorkerLink(const WorkerLink&) = delete;
    WorkerLink& operator=(const WorkerLink&) = delete;
    /// Stops the worker: asks, kills it after a grace, and reaps it; takes at most 2 s. No event comes after
    /// it. The caller must hold no lock that the sink takes.
    virtual ~WorkerLink() = default;

    /// Hands the worker a job; one that is still starting gets it when it is ready. Fails with kWorkerBusy
    /// until the former job's last event, with kWorkerNotThere after WorkerGone, with kStaleEpoch for a job
    /// of another epoch. `stallLimit` without progress ends the worker (kWorkerStalled).
    virtual Status start(const StepJob& job, Millis stallLimit) = 0;
    Status start(const StepJob& job) { return start(job, stallLimitOf(job)); }

    /// Asks for the end of a job; without effect if the step is not the current one. The job then ends with
    /// kCancelled, or with its result if that was already on its way. A job that does not end within
    /// the grace costs the worker (kWorkerDeaf).
    virtual void cancel(StepId step) = 0;

    /// Ends the worker at once; WorkerGone (kWorkerStopped) follows.
    virtual void kill() = 0;

    /// Of the worker's process; 0 if the worker is a thread.
    [[nodiscard]] virtual std::int64_t pid() const = 0;
};

struct WorkerOptions {
    std::filesystem::path executable;
    std::vector<std::string> arguments;              ///< "--fd N" is appended
    std::map<std::string, std::string> environment;  ///< additions; they win over everything else
    int cpuThreads = 1;                              ///< for OpenMP and BLAS, >= 1
    int niceness = 0;                                ///< 0..19
    std::int64_t epoch = 0;                          ///< of the engine; jobs of another epoch are refused
    Millis heartbeat{1000};
    Millis lostAfter{10'000};    ///< without a sign of life
    Millis startLimit{180'000};  ///< until WorkerReady; libtorch from a cold, busy disk takes its time
    Millis cancelGrace{8000};    ///< from cancel() to the end of the job
    Millis stopGrace{1000};      ///< from the request to stop to the kill; < 1.5 s
};

/// Starts a worker process. The sink may be called before this returns.
Result<std::unique_ptr<WorkerLink>> spawnWorker(WorkerOptions options, WorkerSink sink);

using StepExecutorFactory = std::function<std::unique_ptr<StepExecutor>()>;

/// A worker that is a thread of this process, behind the same messages; for tests and for platforms
/// without processes. A thread cannot be killed: kill() and the destructor wait until the executor has
/// obeyed its stop token. The factory is called on the worker's thread. Only `epoch` and the times of
/// `options` count.
Result<std::unique_ptr<WorkerLink>> inlineWorker(StepExecutorFactory factory, WorkerSink sink,
                                                 WorkerOptions options = {});

}  // namespace manju::link
