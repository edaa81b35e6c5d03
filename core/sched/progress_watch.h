// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/domain/ids.h"

namespace manju::sched {

/// Which running tasks hang (requirement S8): one that has made no progress for 300 s, or for ten times the
/// time that its step is expected to take if that is longer. A step here is the piece of work between two
/// reports. Times are milliseconds of a clock that stands still while the computer sleeps; should it go back,
/// waiting begins anew. Thread: one at a time.
class ProgressWatch {
public:
    struct Options {
        std::int64_t least = 300'000;
        int timesPredicted = 10;
    };
    ProgressWatch() : ProgressWatch(Options{}) {}
    explicit ProgressWatch(Options options) : options_(options) {}

    /// `predictedStep` <= 0: not known. Replaces a task with the same id.
    void started(StepId task, std::int64_t predictedStep, std::int64_t now);
    /// It moved on. Unknown tasks are ignored: the report of one that has ended may come late.
    void progressed(StepId task, std::int64_t now);
    /// The same, into a stage whose steps are expected to take so long.
    void progressed(StepId task, std::int64_t predictedStep, std::int64_t now);
    void ended(StepId task) { tasks_.erase(task); }

    /// The tasks that hang, until ended().
    std::vector<StepId> timedOut(std::int64_t now);
    /// When the next one could; none if nothing runs. In the past if some hang already.
    [[nodiscard]] std::optional<std::int64_t> nextDue() const;

private:
    struct Watched {
        std::int64_t since = 0;
        std::int64_t limit = 0;
    };
    [[nodiscard]] std::int64_t limitFor(std::int64_t predictedStep) const;
    [[nodiscard]] static std::int64_t dueOf(const Watched& task);

    Options options_;
    std::map<StepId, Watched> tasks_;
};

}  // namespace manju::sched
