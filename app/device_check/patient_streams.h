// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "core/gpu/streams.h"

namespace manju::device_check {

/// Streams whose events are done once the host has waited for them, or for a later one of the same stream:
/// what a pool learns of them, and so what it does, is the same on a fast card, on a slow one and on the
/// simulated one. Thread: one.
class PatientStreams final : public gpu::Streams {
public:
    /// `streams` outlives the object.
    explicit PatientStreams(gpu::Streams& streams) : streams_(streams) {}

    Result<gpu::StreamId> open(gpu::StreamPriority priority) override { return streams_.open(priority); }
    Status close(gpu::StreamId stream) override { return streams_.close(stream); }
    Result<gpu::EventId> record(gpu::StreamId stream) override;
    Result<bool> isDone(gpu::EventId event) override;
    Status synchronize(gpu::EventId event) override;
    Status waitFor(gpu::StreamId stream, gpu::EventId event) override {
        return streams_.waitFor(stream, event);
    }
    void discard(gpu::EventId event) override;

private:
    struct Point {
        gpu::StreamId stream{};
        std::uint64_t number = 0;
    };
    gpu::Streams& streams_;
    std::map<gpu::EventId, Point> points_;
    std::map<gpu::StreamId, std::uint64_t> seen_;
    std::uint64_t last_ = 0;
};

}  // namespace manju::device_check
