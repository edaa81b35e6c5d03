// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/block_work.h"

namespace manju::device_check {

Status openStreams(gpu::Streams& streams) {
    for (std::uint32_t i = 0; i < kStreams; ++i) {
        MANJU_TRY([[maybe_unused]] const gpu::StreamId stream, streams.open(gpu::StreamPriority::Normal));
    }
    return Done{};
}

Status order(gpu::Streams& streams, gpu::StreamId later, gpu::StreamId earlier) {
    if (later == earlier) return Done{};
    MANJU_TRY(const gpu::EventId event, streams.record(earlier));
    const Status ordered = streams.waitFor(later, event);
    streams.discard(event);
    return ordered;
}

Status finishAll(gpu::Streams& streams) {
    for (std::uint32_t i = 1; i <= kStreams; ++i) {
        MANJU_TRY(const gpu::EventId event, streams.record(gpu::StreamId{i}));
        const Status waited = streams.synchronize(event);
        streams.discard(event);
        MANJU_CHECK(waited);
    }
    return Done{};
}

}  // namespace manju::device_check
