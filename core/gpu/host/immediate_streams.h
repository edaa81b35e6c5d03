// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include "core/gpu/streams.h"

namespace manju::gpu {

/// The streams of a processor, whose work has ended when the call that asks for it returns: every event is
/// done at once. Thread: any.
class ImmediateStreams final : public Streams {
public:
    Result<StreamId> open(StreamPriority /*priority*/) override { return StreamId{++streams_}; }
    Status close(StreamId /*stream*/) override { return Done{}; }
    Result<EventId> record(StreamId /*stream*/) override { return EventId{++events_}; }
    Result<bool> isDone(EventId /*event*/) override { return true; }
    Status synchronize(EventId /*event*/) override { return Done{}; }
    Status waitFor(StreamId /*stream*/, EventId /*event*/) override { return Done{}; }
    void discard(EventId /*event*/) override {}

private:
    std::atomic<std::uint32_t> streams_ = 0;
    std::atomic<std::uint64_t> events_ = 0;
};

}  // namespace manju::gpu
