// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/result.h"
#include "core/gpu/streams.h"
#include "core/vram/tickets.h"

namespace manju::vram {

/// How far the streams are with what used freed memory. Memory freed on a stream gets its open ticket; an
/// event recorded later stands for all of them, so that many frees share one. Thread: one at a time, but
/// for the wait itself (see Wait).
class StreamProgress {
public:
    explicit StreamProgress(gpu::Streams& streams) : streams_(streams) {}
    ~StreamProgress();
    StreamProgress(const StreamProgress&) = delete;
    StreamProgress& operator=(const StreamProgress&) = delete;

    /// Tickets of memory that was last used by work queued in the stream by now.
    void addUse(Tickets& tickets, gpu::StreamId stream) const;
    /// So many bytes were freed under the open ticket: after enough of them its event is recorded.
    Status noteFreed(gpu::StreamId stream, std::uint64_t bytes);

    /// What has ended, as far as the host has seen.
    [[nodiscard]] const Tickets& done() const { return done_; }
    /// Looks at the events; true if more has ended. Does not wait. A stream whose driver refuses to answer
    /// holds up no other.
    bool look();
    /// Queues in `stream` a wait for everything that the tickets stand for.
    Status order(gpu::StreamId stream, const Tickets& tickets);

    /// An event to wait for without the pool's lock: it stays valid until `release`.
    struct Wait {
        std::size_t stream = 0;
        std::uint64_t ticket = 0;
        gpu::EventId event{};
    };
    /// The oldest event of what has not ended, of the stream whose freed memory waits longest; none if
    /// nothing is pending.
    Result<std::optional<Wait>> oldest();
    void release(const Wait& wait);

private:
    struct Mark {
        std::uint64_t ticket = 0;
        gpu::EventId event{};
        int waits = 0;
        bool done = false;
        std::uint64_t age = 0;
    };
    struct Queue {
        std::deque<Mark> marks;       ///< recorded, not yet forgotten
        std::uint64_t recorded = 0;   ///< the last ticket with an event
        std::uint64_t openFrees = 0;  ///< under the ticket after it
        std::uint64_t openBytes = 0;
    };
    static constexpr std::uint64_t kFreesPerEvent = 64;
    static constexpr std::uint64_t kBytesPerEvent = 64 << 20;

    Status record(std::size_t stream);
    void forget(Queue& queue);

    gpu::Streams& streams_;
    std::array<Queue, kMostStreams> queues_;
    Tickets done_;
    std::uint64_t age_ = 0;
};

}  // namespace manju::vram
