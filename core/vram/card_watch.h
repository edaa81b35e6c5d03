// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/base/clock.h"
#include "core/vram/alarms.h"
#include "core/vram/pool.h"

namespace manju::vram {

/// What a card needs from time to time: a look at other programs' memory, alarms, and housekeeping while
/// nothing runs on it (spec V10, V11). Thread: one at a time; the pool may be in use by others.
class CardWatch {
public:
    struct Options {
        std::int64_t refreshMillis = 1000;     ///< between looks at the card; at most 2000
        std::int64_t idleMillis = 2000;        ///< without a task before housekeeping begins
        std::int64_t roundMillis = 60 * 1000;  ///< between rounds of housekeeping, or else
        std::uint32_t roundTasks = 50;         ///< so many tasks
        /// Driver calls in one step. Unmapping or releasing a chunk takes up to a millisecond, and a task
        /// that begins meanwhile waits for the step: at most 50 ms.
        std::uint32_t stepCalls = 24;
        Alarms::Options alarms;
    };
    struct Report {
        std::vector<AlarmChange> alarms;  ///< that began or ended
        std::uint64_t budget = 0;         ///< bytes that tasks may hold together, as of the last refresh
        bool isTidying = false;           ///< housekeeping is not over: look again soon
    };

    /// `pool` and `clock` outlive the object.
    CardWatch(VramPool& pool, const Clock& clock, Options options);
    CardWatch(VramPool& pool, const Clock& clock) : CardWatch(pool, clock, Options()) {}

    /// While a task runs nothing is tidied.
    void taskBegan();
    void taskEnded();
    /// To be called a few times a second. Fails with what the driver says; all goes on at the next call.
    Result<Report> look();

private:
    [[nodiscard]] bool isTimeToTidy(std::int64_t now) const;

    VramPool& pool_;
    const Clock& clock_;
    Options options_;
    Alarms alarms_;
    std::vector<AlarmChange> untold_;  ///< of a look that failed
    std::optional<std::int64_t> refreshed_;
    std::uint64_t budget_ = 0;
    int running_ = 0;
    std::uint32_t ended_ = 0;  ///< tasks since the last round
    std::int64_t lastTask_;
    std::int64_t lastRound_;
    bool inRound_ = false;
};

}  // namespace manju::vram
