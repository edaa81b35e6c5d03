// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/domain/ids.h"

namespace manju::sched {

/// When a failed task may try again, and how many retries may start beside fresh work (requirements S9, S17).
/// It remembers starts only; how often a task was tried is known to its owner. Thread: one at a time.
class RetryPolicy {
public:
    struct Options {
        int mostAttempts = 4;             ///< the first included, and those that ran out of memory
        std::int64_t firstDelay = 2'000;  ///< milliseconds, the longest after the first attempt
        std::int64_t mostDelay = 300'000;
        double share = 0.25;  ///< of the starts, for retries while fresh work waits; 0..1
        std::uint64_t seed = 0;
    };
    RetryPolicy() : RetryPolicy(Options{}) {}
    explicit RetryPolicy(Options options) : options_(options) {}

    /// Whether a task that has been tried so often may be tried again; otherwise a person must decide.
    [[nodiscard]] bool mayRetry(int attempts) const { return attempts < options_.mostAttempts; }
    /// Milliseconds to wait after the attempt with this number (1, 2, ...) failed: anything from 0 to
    /// firstDelay, which doubles with every attempt ("full jitter": what failed together does not come back
    /// together). Equal for equal seed, step and attempt.
    [[nodiscard]] std::int64_t delay(StepId step, int attempt) const;

    /// Whether a retry may start now. While fresh work waits, of the last 40 starts beside such work, this
    /// one included, no more than the share are retries; a retry that is held back loses nothing but time.
    [[nodiscard]] bool retryMayStart(bool freshWorkWaits) const;
    /// A task was started; to be called for each.
    void started(bool retry, bool freshWorkWaits);

private:
    static constexpr std::size_t kWindow = 40;

    Options options_;
    std::array<bool, kWindow> retries_{};  ///< the last starts beside fresh work, in a ring
    std::size_t starts_ = 0;               ///< ever
};

}  // namespace manju::sched
