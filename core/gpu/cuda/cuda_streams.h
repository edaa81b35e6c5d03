// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "core/gpu/cuda/context.h"
#include "core/gpu/streams.h"

namespace manju::gpu {

/// Streams of one card that do not wait for its default stream, and events without timing, which are kept
/// and used again.
class CudaStreams final : public Streams {
public:
    /// `context` outlives the object.
    static Result<std::unique_ptr<CudaStreams>> make(const CudaContext& context);
    /// Closes what is open. Queued work still runs to its end.
    ~CudaStreams() override;

    Result<StreamId> open(StreamPriority priority) override;
    Status close(StreamId stream) override;
    Result<EventId> record(StreamId stream) override;
    Result<bool> isDone(EventId event) override;
    Status synchronize(EventId event) override;
    Status waitFor(StreamId stream, EventId event) override;
    void discard(EventId event) override;

    /// The driver's handle, for a library that launches work in the stream; null also stands for the
    /// default stream. Nothing for a stream that is not open.
    [[nodiscard]] std::optional<cu::Stream> handle(StreamId stream) const;

private:
    explicit CudaStreams(const CudaContext& context) : context_(context) {}
    [[nodiscard]] std::optional<cu::Event> find(EventId event) const;
    [[nodiscard]] Error unknown(const char* call, const char* what) const;
    Result<cu::Event> takeEvent();
    void keepEvent(cu::Event event);

    const CudaContext& context_;
    int normalPriority_ = 0;
    int highPriority_ = 0;

    mutable std::mutex mutex_;  ///< what follows; `synchronize` may run beside another call
    std::vector<std::optional<cu::Stream>> streams_{cu::Stream{}};  ///< by StreamId; empty once closed
    std::map<EventId, cu::Event> events_;
    std::vector<cu::Event> spareEvents_;
    std::uint64_t lastEvent_ = 0;
};

}  // namespace manju::gpu
