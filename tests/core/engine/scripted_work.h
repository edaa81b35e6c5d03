// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/project_engine.h"
#include "core/link/worker_loop.h"

namespace manju::engine {

/// What the scripted workers do, and what they did. Shared by all workers of a test. Thread: any.
class ScriptedWork {
public:
    /// Called before a step is done; an error fails the attempt. May block.
    std::function<std::optional<Error>(const StepJob&, const std::stop_token&)> before;
    /// True: the worker is gone when it gets this job, as after a crash.
    std::function<bool(const StepJob&)> crashes;
    /// True: the worker is gone before it was ready for this job, which it has not touched.
    std::function<bool(const StepJob&)> failsToStart;

    /// Finished runs by step key.
    [[nodiscard]] std::map<std::string, int> finished() const;
    [[nodiscard]] std::vector<StepKind> order() const;
    void note(const StepJob& job);

    /// Workers that are threads of this process and leave small files that depend on the spec alone.
    [[nodiscard]] std::function<WorkerFactory(std::int64_t epoch)> workers();

private:
    mutable std::mutex mutex_;
    std::map<std::string, int> finished_;
    std::vector<StepKind> order_;
};

}  // namespace manju::engine
