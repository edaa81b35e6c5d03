// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/base/clock.h"
#include "core/link/framing.h"
#include "core/link/message.h"
#include "core/link/progress_gate.h"
#include "core/link/socket.h"
#include "core/link/worker_loop.h"

namespace manju::link {

/// Exit codes of a worker.
inline constexpr int kExitAsked = 0;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitMismatch = 4;
inline constexpr int kExitGarbage = 5;

/// The worker's side of one conversation. The thread that calls run() reads; a second one does the jobs, a
/// third one sends heartbeats and held-back progress, so that neither depends on the job.
class WorkerSession {
public:
    /// What becomes of a job that goes on after the conversation has ended.
    enum class Straggler { Await, EndProcess };

    WorkerSession(UniqueFd socket, StepExecutor& executor, Straggler straggler);
    ~WorkerSession();
    WorkerSession(const WorkerSession&) = delete;
    WorkerSession& operator=(const WorkerSession&) = delete;

    /// Until the engine asks to stop or closes. Returns the exit code.
    int run();

private:
    class Reporter;

    [[nodiscard]] std::optional<Message> nextMessage();
    [[nodiscard]] int greet();
    [[nodiscard]] int converse();
    void begin(StartStep&& request);
    void cancel(StepId step);
    void close();

    void doJobs(const std::stop_token& over);
    void doJob(const StepJob& job, const std::stop_token& stop);
    void pulse(const std::stop_token& over);
    void report(const StepJob& job, StageProgress progress);
    void send(const Message& message);

    UniqueFd socket_;
    StepExecutor& executor_;
    const Straggler straggler_;
    FrameReader reader_;
    std::string garbage_;  ///< why the engine's bytes were refused; empty: they were not
    std::int64_t epoch_ = 0;
    Millis heartbeat_{1000};

    std::mutex jobMutex_;
    std::condition_variable_any jobChanged_;
    std::optional<StepJob> job_;
    std::stop_source jobStop_;

    // Order on the wire: whoever holds this sends.
    std::mutex sendMutex_;
    std::condition_variable_any pulseChanged_;
    ProgressGate gate_;
    std::int64_t gateEpoch_ = 0;

    std::jthread jobs_;
    std::jthread pulse_;
};

/// Runs the step and turns whatever it throws into an Error: the one place where a worker does so.
Result<StepResult> runGuarded(StepExecutor& executor, const StepJob& job, ProgressSink& progress,
                              std::stop_token stop);

}  // namespace manju::link
