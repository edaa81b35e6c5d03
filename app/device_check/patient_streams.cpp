// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/patient_streams.h"

#include <algorithm>

namespace manju::device_check {

Result<gpu::EventId> PatientStreams::record(gpu::StreamId stream) {
    MANJU_TRY(const gpu::EventId event, streams_.record(stream));
    points_[event] = {stream, ++last_};
    return event;
}

Result<bool> PatientStreams::isDone(gpu::EventId event) {
    const auto point = points_.find(event);
    if (point == points_.end()) return streams_.isDone(event);
    return point->second.number <= seen_[point->second.stream];
}

Status PatientStreams::synchronize(gpu::EventId event) {
    MANJU_CHECK(streams_.synchronize(event));
    if (const auto point = points_.find(event); point != points_.end()) {
        std::uint64_t& seen = seen_[point->second.stream];
        seen = std::max(seen, point->second.number);
    }
    return Done{};
}

void PatientStreams::discard(gpu::EventId event) {
    points_.erase(event);
    streams_.discard(event);
}

}  // namespace manju::device_check
