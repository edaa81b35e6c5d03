// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/cuda_streams.h"

#include "core/base/log.h"
#include "core/gpu/errors.h"

namespace manju::gpu {
namespace {

// A thread that waits for the card leaves its processor to the encoders.
constexpr unsigned kEventFlags = cu::kEventDisableTiming | cu::kEventBlockingSync;

std::size_t index(StreamId stream) {
    return static_cast<std::size_t>(stream);
}

}  // namespace

Result<std::unique_ptr<CudaStreams>> CudaStreams::make(const CudaContext& context) {
    std::unique_ptr<CudaStreams> streams(new CudaStreams(context));
    MANJU_CHECK(context.call(context.calls().ctxGetStreamPriorityRange, &streams->normalPriority_,
                             &streams->highPriority_));
    return streams;
}

CudaStreams::~CudaStreams() {
    std::size_t lost = 0;
    const auto give = [&lost](const Status& given) {
        // When a card is gone the first refusal says it all.
        if (!given && lost++ == 0) log::error("gpu", given.error());
    };
    for (const auto& [id, event] : events_) give(context_.call(context_.calls().eventDestroy, event));
    for (const cu::Event event : spareEvents_) give(context_.call(context_.calls().eventDestroy, event));
    for (const auto& stream : streams_)
        if (stream && *stream) give(context_.call(context_.calls().streamDestroy, *stream));
    if (lost > 0) log::error("gpu", "not taken back by the driver: " + std::to_string(lost));
}

Error CudaStreams::unknown(const char* call, const char* what) const {
    return Error(kDriverRefused, {{"device", context_.card().name}, {"call", call}, {"detail", what}});
}

std::optional<cu::Stream> CudaStreams::handle(StreamId stream) const {
    const std::scoped_lock lock(mutex_);
    if (index(stream) >= streams_.size()) return std::nullopt;
    return streams_[index(stream)];
}

std::optional<cu::Event> CudaStreams::find(EventId event) const {
    const std::scoped_lock lock(mutex_);
    const auto found = events_.find(event);
    if (found == events_.end()) return std::nullopt;
    return found->second;
}

Result<StreamId> CudaStreams::open(StreamPriority priority) {
    cu::Stream stream = nullptr;
    MANJU_CHECK(context_.call(context_.calls().streamCreateWithPriority, &stream, cu::kStreamNonBlocking,
                              priority == StreamPriority::High ? highPriority_ : normalPriority_));
    const std::scoped_lock lock(mutex_);
    streams_.emplace_back(stream);
    return StreamId(static_cast<std::uint32_t>(streams_.size() - 1));
}

Status CudaStreams::close(StreamId stream) {
    const auto open = handle(stream);
    if (!open || stream == kDefaultStream) return unknown("close", "no such stream");
    MANJU_CHECK(context_.call(context_.calls().streamDestroy, *open));
    const std::scoped_lock lock(mutex_);
    streams_[index(stream)].reset();
    return Done{};
}

Result<cu::Event> CudaStreams::takeEvent() {
    {
        const std::scoped_lock lock(mutex_);
        if (!spareEvents_.empty()) {
            const cu::Event event = spareEvents_.back();
            spareEvents_.pop_back();
            return event;
        }
    }
    cu::Event event = nullptr;
    MANJU_CHECK(context_.call(context_.calls().eventCreate, &event, kEventFlags));
    return event;
}

void CudaStreams::keepEvent(cu::Event event) {
    const std::scoped_lock lock(mutex_);
    spareEvents_.push_back(event);
}

Result<EventId> CudaStreams::record(StreamId stream) {
    const auto open = handle(stream);
    if (!open) return unknown("record", "no such stream");
    MANJU_TRY(const cu::Event event, takeEvent());
    if (const Status recorded = context_.call(context_.calls().eventRecord, event, *open); !recorded) {
        keepEvent(event);
        return recorded.error();
    }
    const std::scoped_lock lock(mutex_);
    const EventId id{++lastEvent_};
    events_.emplace(id, event);
    return id;
}

Result<bool> CudaStreams::isDone(EventId event) {
    const auto found = find(event);
    if (!found) return unknown("isDone", "no such event");
    const auto& query = context_.calls().eventQuery;
    MANJU_TRY(const cu::Code code, context_.answer(query, *found));
    if (code == cu::Code::Success) return true;
    if (code == cu::Code::NotReady) return false;
    return context_.refused(query.name, code);
}

Status CudaStreams::synchronize(EventId event) {
    const auto found = find(event);
    if (!found) return unknown("synchronize", "no such event");
    return context_.call(context_.calls().eventSynchronize, *found);
}

Status CudaStreams::waitFor(StreamId stream, EventId event) {
    const auto open = handle(stream);
    const auto found = find(event);
    if (!open || !found) return unknown("waitFor", "no such event or stream");
    return context_.call(context_.calls().streamWaitEvent, *open, *found, 0U);
}

void CudaStreams::discard(EventId event) {
    const std::scoped_lock lock(mutex_);
    const auto found = events_.extract(event);
    if (!found) return log::error("gpu", unknown("discard", "no such event"));
    spareEvents_.push_back(found.mapped());
}

}  // namespace manju::gpu
