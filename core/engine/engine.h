// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "core/base/result.h"
#include "core/domain/command.h"
#include "core/domain/snapshot.h"

namespace manju {

/// The façade of everything below the user interface: commands in, snapshots out. One project each.
/// Thread: any. Callbacks run on the engine's own thread and must return at once.
class Engine {
public:
    using Reply = std::function<void(const Result<CommandReply>&)>;
    using Wake = std::function<void()>;

    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    /// Stops the workers (within 2 s), stores what is under way as interrupted and releases the project.
    virtual ~Engine() = default;

    /// Queues a command. `reply` is called once, after what the command changed is on disk.
    virtual void submit(Command command, Reply reply) = 0;

    /// The newest published snapshot, never null.
    [[nodiscard]] virtual std::shared_ptr<const EngineSnapshot> snapshot() const = 0;

    /// `wake` is called after each new snapshot, at most ten times a second. One subscriber; an empty
    /// function ends the subscription, and after that call `wake` is never entered again.
    virtual void subscribe(Wake wake) = 0;
};

struct EngineOptions {
    std::filesystem::path project;    ///< created if it does not exist
    std::filesystem::path workers;    ///< folder of the worker executables
    std::filesystem::path resources;  ///< folder with demo/, fonts/, clip/
    int mediaWorkers = 2;             ///< 1..64
    /// After a crash the queue waits for Produce, Retry or Pause{false}; `manju resume` sets this instead.
    bool resume = false;
};

/// Opens the project, takes its lock, repairs what an interrupted run left, and starts.
Result<std::unique_ptr<Engine>> openEngine(EngineOptions options);

/// Reads the state of a project without taking its lock or changing anything.
Result<EngineSnapshot> readProject(const std::filesystem::path& project);
/// Every attempt ever made in a project, in the order of their starts. Reads only.
Result<std::vector<AttemptSnapshot>> readAttempts(const std::filesystem::path& project);

}  // namespace manju
