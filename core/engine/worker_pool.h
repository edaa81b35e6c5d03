// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/domain/snapshot.h"
#include "core/link/restart_backoff.h"
#include "core/link/worker_link.h"

namespace manju::engine {

enum class Lane { Image, Media };
Lane laneOf(StepKind kind);

/// Which worker an event came from; the generation tells a restarted worker from its predecessor.
struct WorkerSource {
    Lane lane = Lane::Image;
    int index = 0;
    std::int64_t generation = 0;
};

/// Makes the worker `index` of a lane.
using WorkerFactory =
    std::function<Result<std::unique_ptr<link::WorkerLink>>(Lane lane, int index, link::WorkerSink sink)>;
/// Receives events on the links' threads.
using PoolSink = std::function<void(WorkerSource, link::WorkerEvent)>;

/// The workers of an engine, started when first needed and again after a failure. Thread: owner only;
/// one thread for the pool's whole life, because a worker dies with the thread that spawned it.
class WorkerPool {
public:
    WorkerPool(WorkerFactory factory, PoolSink sink, int imageWorkers, int mediaWorkers);
    ~WorkerPool();

    /// Gives the job to an idle worker of its lane. Precondition: one is idle. The job may wait for the
    /// worker's restart.
    Status start(const StepJob& job, std::int64_t now);
    void cancel(StepId step);
    /// To be called for every event that the sink received. Returns false for an event of a former
    /// generation, which is to be ignored.
    bool onEvent(const WorkerSource& source, const link::WorkerEvent& event, std::int64_t now);
    /// The step that this worker has; none for an event of a former generation.
    [[nodiscard]] std::optional<StepId> stepOn(const WorkerSource& source) const;
    /// False before the worker's first WorkerReady and for a former generation.
    [[nodiscard]] bool isReady(const WorkerSource& source) const;
    /// Starts workers whose wait after a failure is over. Fails with the first start that failed; its job
    /// is in `failedJob`.
    Status tick(std::int64_t now, std::optional<StepId>& failedJob);
    [[nodiscard]] std::optional<std::int64_t> nextTick() const;
    [[nodiscard]] bool busy() const;
    [[nodiscard]] std::vector<WorkerSnapshot> snapshot() const;
    /// Stops all workers at the same time.
    void stop();

private:
    struct Slot {
        Lane lane = Lane::Image;
        int index = 0;
        std::int64_t generation = 0;
        std::unique_ptr<link::WorkerLink> link;
        link::RestartBackoff backoff;
        std::int64_t restartAt = 0;
        bool ready = false;
        std::int64_t pid = 0;
        std::optional<StepJob> job;  // running, or waiting for the worker
        bool sent = false;
    };
    Status send(Slot& slot);

    WorkerFactory factory_;
    PoolSink sink_;
    std::vector<Slot> slots_;
};

}  // namespace manju::engine
