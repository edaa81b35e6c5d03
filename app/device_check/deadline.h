// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace manju::device_check {

/// When the check, or a part of it, has to end. Thread: any.
class Deadline {
public:
    using Clock = std::chrono::steady_clock;
    explicit Deadline(Clock::duration span) : start_(Clock::now()), end_(start_ + span) {}

    [[nodiscard]] bool hasPassed() const { return Clock::now() >= end_; }
    /// For a part that has to end when this share (0 ... 1) of the whole time is over.
    [[nodiscard]] Deadline at(double share) const {
        Deadline part = *this;
        part.end_ = start_ + std::chrono::duration_cast<Clock::duration>((end_ - start_) * share);
        return part;
    }
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }

private:
    Clock::time_point start_, end_;
};

}  // namespace manju::device_check
