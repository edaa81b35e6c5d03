// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/link/framing.h"
#include "core/link/message.h"
#include "core/link/socket.h"
#include "core/link/worker_link.h"

namespace manju::link {

/// What the link is connected to: a process or a thread. Thread: the link's own.
class Peer {
public:
    struct Ends {
        std::int64_t pid = 0;
        UniqueFd socket;
        UniqueFd output;  ///< not open: none
    };
    virtual ~Peer() = default;
    virtual Result<Ends> open() = 0;
    /// Ends it at once, as far as that is possible.
    virtual void kill() = 0;
    /// The error that tells how it ended, once it has. `kWorkerStopped` if it left in good order.
    virtual std::optional<Error> end() = 0;
};

/// The engine's side of the protocol: one thread that starts the peer, speaks with it, watches it and
/// outlives it (the kernel kills a worker whose starting thread ends).
class LinkCore final : public WorkerLink {
public:
    /// `name` stands for the worker in errors and in the log.
    static Result<std::unique_ptr<WorkerLink>> open(std::unique_ptr<Peer> peer, std::string name,
                                                    WorkerOptions options, WorkerSink sink);
    ~LinkCore() override;

    Status start(const StepJob& job, Millis stallLimit) override;
    void cancel(StepId step) override;
    void kill() override;
    [[nodiscard]] std::int64_t pid() const override { return pid_.load(); }

private:
    struct Current {
        StepId step;
        std::int64_t epoch = 0;
        Millis stallLimit{};
        bool cancelled = false;
    };
    struct Ending {
        Error error;
        bool crashed = false;
    };

    LinkCore(std::unique_ptr<Peer> peer, std::string name, WorkerOptions options, WorkerSink sink);

    void run(std::promise<Status>& opened);
    void converse();
    [[nodiscard]] Millis tick() const;
    void wait(Millis timeout);
    void readOutput(bool all);
    void logLine(std::string_view line) const;
    void readSocket();
    void take(std::string_view payload);
    void take(const Hello& hello);
    void take(const StepMoved& moved);
    void take(StepDone& done);
    void take(const StepRefused& refused);
    /// Ends the current job if `step` of `epoch` is it.
    bool closeStep(StepId step, std::int64_t epoch);
    void flush();
    void watch(Millis elapsed);
    void obeyOwner();
    void finish(Ending ending);
    void endPeer(Ending ending);
    /// Waits for the peer's end at most this long.
    std::optional<Error> waitForEnd(Millis limit);
    void leave();
    void emit(WorkerEvent event);
    [[nodiscard]] Error named(const ErrorCode& code, MessageArgs args = {}) const;

    const std::unique_ptr<Peer> peer_;
    const std::string name_;
    const WorkerOptions options_;
    const WorkerSink sink_;
    std::atomic<std::int64_t> pid_{0};
    UniqueFd wake_;

    // Shared with the owner's threads.
    std::mutex mutex_;
    std::optional<Current> current_;
    std::string requests_;  ///< frames for the worker, in order
    bool gone_ = false;
    bool killWanted_ = false;
    bool closing_ = false;

    // The link's thread only.
    Peer::Ends ends_;
    FrameReader reader_;
    std::string sending_;
    std::string outputLine_;
    std::optional<StepProgress> lastProgress_;
    bool ready_ = false;
    bool over_ = false;
    Millis silence_{0};  ///< since the worker's last message
    Millis stalled_{0};  ///< since the job's last progress
    Millis deaf_{0};     ///< since the job's cancellation

    std::thread thread_;
};

}  // namespace manju::link
