// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/socket.h>

#include "core/link/link_core.h"
#include "core/link/worker_loop.h"
#include "core/link/worker_session.h"

namespace manju::link {
namespace {

class ThreadPeer final : public Peer {
public:
    explicit ThreadPeer(StepExecutorFactory factory) : factory_(std::move(factory)) {}
    ~ThreadPeer() override {
        if (thread_.joinable()) thread_.join();
    }

    Result<Ends> open() override {
        MANJU_TRY(FdPair pair, socketPair());
        hangUp_ = pair.first.get();
        thread_ = std::thread([this, socket = std::move(pair.second)]() mutable {
            {
                const std::unique_ptr<StepExecutor> executor = factory_();
                WorkerSession session(std::move(socket), *executor, WorkerSession::Straggler::Await);
                code_ = session.run();
            }
            ended_ = true;
        });
        return Ends{0, std::move(pair.first), UniqueFd()};
    }

    void kill() override {
        ::shutdown(hangUp_, SHUT_RDWR);
        if (thread_.joinable()) thread_.join();
    }

    std::optional<Error> end() override {
        if (!ended_) return std::nullopt;
        return Error(kWorkerExited, {{"worker", "inline"}, {"code", std::to_string(code_)}});
    }

private:
    const StepExecutorFactory factory_;
    int hangUp_ = -1;  ///< borrowed from the link, which outlives every call here
    std::thread thread_;
    int code_ = 0;
    std::atomic<bool> ended_ = false;
};

}  // namespace

Result<std::unique_ptr<WorkerLink>> inlineWorker(StepExecutorFactory factory, WorkerSink sink,
                                                 WorkerOptions options) {
    return LinkCore::open(std::make_unique<ThreadPeer>(std::move(factory)), "inline", std::move(options),
                          std::move(sink));
}

}  // namespace manju::link
