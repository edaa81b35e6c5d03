// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include "core/link/environment.h"
#include "core/link/link_core.h"
#include "core/link/spawn.h"

namespace manju::link {
namespace {

class ProcessPeer final : public Peer {
public:
    ProcessPeer(SpawnSpec spec, std::string name) : spec_(std::move(spec)), name_(std::move(name)) {}

    Result<Ends> open() override {
        MANJU_TRY(SpawnedProcess process, spawnProcess(spec_));
        pid_ = process.pid;
        return Ends{process.pid, std::move(process.socket), std::move(process.output)};
    }

    void kill() override {
        if (!end_) killHard(pid_);
    }

    std::optional<Error> end() override {
        if (!end_) end_ = reap(pid_);
        if (!end_) return std::nullopt;
        if (end_->signal == SIGKILL) return Error(kWorkerEndedBySystem, {{"worker", name_}});
        if (end_->signal != 0)
            return Error(kWorkerCrashed, {{"worker", name_}, {"signal", signalName(end_->signal)}});
        return Error(kWorkerExited, {{"worker", name_}, {"code", std::to_string(end_->exitCode)}});
    }

private:
    const SpawnSpec spec_;
    const std::string name_;
    pid_t pid_ = 0;
    std::optional<ProcessEnd> end_;
};

}  // namespace

Result<std::unique_ptr<WorkerLink>> spawnWorker(WorkerOptions options, WorkerSink sink) {
    SpawnSpec spec;
    spec.executable = options.executable;
    spec.arguments = options.arguments;
    spec.arguments.insert(spec.arguments.end(), {"--fd", std::to_string(kWorkerSocket)});
    spec.environment = workerEnvironment(currentEnvironment(), options, cpuIdentity());
    spec.niceness = options.niceness;
    std::string name = options.executable.filename().string();
    auto peer = std::make_unique<ProcessPeer>(std::move(spec), name);
    return LinkCore::open(std::move(peer), std::move(name), std::move(options), std::move(sink));
}

}  // namespace manju::link
