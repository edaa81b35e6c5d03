// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/vram/tickets.h"

namespace manju::bench {

/// Which work is known to come before which: what the validator judges reuse by. Work of a stream is
/// counted from 1. No durations: work ends when the host waits for it, or asks an event that has come.
class StreamOrder {
public:
    /// By stream, how much of its work comes before a point.
    using Point = std::array<std::uint64_t, vram::kMostStreams>;

    /// One more piece of work; returns its number.
    std::uint64_t queue(std::uint32_t stream);
    /// The end of what is queued in the stream now.
    [[nodiscard]] Point end(std::uint32_t stream) const { return after_[stream]; }
    [[nodiscard]] std::uint64_t queued(std::uint32_t stream) const { return queued_[stream]; }
    /// Later work of the stream starts after that point.
    void order(std::uint32_t stream, const Point& point) { merge(after_[stream], point); }
    /// The host has seen that point come.
    void see(const Point& point) { merge(seen_, point); }
    /// The host waits for the stream.
    void finish(std::uint32_t stream);
    void finishAll();

    [[nodiscard]] bool isDone(std::uint32_t stream, std::uint64_t work) const {
        return work <= seen_[stream];
    }
    /// Whether that work comes before what `next` will be given next.
    [[nodiscard]] bool isBefore(std::uint32_t stream, std::uint64_t work, std::uint32_t next) const {
        return isDone(stream, work) || work <= after_[next][stream];
    }
    /// Times the host waited for work that had not ended.
    [[nodiscard]] std::uint64_t hostWaits() const { return hostWaits_; }
    void noteHostWait() { ++hostWaits_; }

private:
    static void merge(Point& into, const Point& from);

    Point queued_{}, seen_{};
    std::array<Point, vram::kMostStreams> after_{};
    std::uint64_t hostWaits_ = 0;
};

}  // namespace manju::bench
