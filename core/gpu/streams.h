// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/result.h"

namespace manju::gpu {

/// A queue of work on one card: a number within its Streams, never a driver's handle, since the default
/// stream has the same handle on every card. 0 is the default stream.
enum class StreamId : std::uint32_t {};
inline constexpr StreamId kDefaultStream{0};

/// A point in a stream's work. Never 0.
enum class EventId : std::uint64_t {};

enum class StreamPriority { Normal, High };

/// The streams and events of one card. Thread: any, one call at a time, but for `synchronize`, which other
/// calls may overtake.
class Streams {
public:
    Streams() = default;
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    virtual ~Streams() = default;

    virtual Result<StreamId> open(StreamPriority priority) = 0;
    /// Work queued in it still runs to its end.
    virtual Status close(StreamId stream) = 0;

    /// Marks the end of what is queued now.
    virtual Result<EventId> record(StreamId stream) = 0;
    /// Whether all work before the event has ended. Does not wait.
    virtual Result<bool> isDone(EventId event) = 0;
    /// Waits on the host.
    virtual Status synchronize(EventId event) = 0;
    /// Lets later work of `stream` start after the event; nothing waits on the host.
    virtual Status waitFor(StreamId stream, EventId event) = 0;
    virtual void discard(EventId event) = 0;
};

}  // namespace manju::gpu
