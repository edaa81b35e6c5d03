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

    /// A number for a stream that a library has made and goes on owning: its handle must stay valid until
    /// close() or replace(), which leave the stream itself alone. A handle that has a number, be it of
    /// open(), keeps it; numbers of closed adopted streams are given anew, the lowest first, and the new
    /// holder's work starts after all that was queued in the old one. Fails with kDriverRefused if no number
    /// below `below` is left, and for the handle that means another stream on every thread. Here and for
    /// replace(): any other call may run at the same time.
    Result<StreamId> adopt(cu::Stream stream, std::uint32_t below = UINT32_MAX);
    /// The number of an adopted stream stands for another one from now on, whose later work starts after all
    /// that is queued in the former. Both handles must be valid; `stream` has no number yet.
    Status replace(StreamId adopted, cu::Stream stream);

    /// The driver's handle, for a library that launches work in the stream; null also stands for the
    /// default stream. Nothing for a stream that is not open.
    [[nodiscard]] std::optional<cu::Stream> handle(StreamId stream) const;

private:
    /// What a number stands for.
    struct Holder {
        std::optional<cu::Stream> stream;  ///< empty once closed
        bool adopted = false;
        std::optional<cu::Event> end{};  ///< of a closed adopted stream: the next holder waits for it
    };

    explicit CudaStreams(const CudaContext& context) : context_(context) {}
    [[nodiscard]] std::optional<cu::Event> find(EventId event) const;
    [[nodiscard]] std::optional<StreamId> numberOf(cu::Stream stream) const;
    [[nodiscard]] bool isAdopted(StreamId stream) const;
    [[nodiscard]] std::optional<std::size_t> unusedNumber(std::uint32_t below) const;
    Result<cu::Event> markEnd(cu::Stream stream);
    Status start(cu::Stream stream, cu::Event after);
    [[nodiscard]] Error unknown(const char* call, const char* what) const;
    Result<cu::Event> takeEvent();
    void keepEvent(cu::Event event);

    const CudaContext& context_;
    int normalPriority_ = 0;
    int highPriority_ = 0;

    std::mutex holding_;        ///< held while a stream is used by its number, or numbers change hands
    mutable std::mutex mutex_;  ///< what follows; `synchronize` may run beside another call
    std::vector<Holder> streams_{Holder{cu::Stream{}}};  ///< by StreamId
    std::map<EventId, cu::Event> events_;
    std::vector<cu::Event> spareEvents_;
    std::uint64_t lastEvent_ = 0;
};

}  // namespace manju::gpu
