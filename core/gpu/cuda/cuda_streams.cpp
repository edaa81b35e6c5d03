// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/cuda_streams.h"

#include <algorithm>

#include "core/base/log.h"
#include "core/gpu/errors.h"

namespace manju::gpu {
namespace {

// A thread that waits for the card leaves its processor to the encoders.
constexpr unsigned kEventFlags = cu::kEventDisableTiming | cu::kEventBlockingSync;

// Handles of the driver that name no stream of their own (CU_STREAM_LEGACY, CU_STREAM_PER_THREAD).
constexpr std::uintptr_t kLegacyDefault = 1, kDefaultOfThread = 2;

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
    for (const Holder& holder : streams_) {
        if (holder.end) give(context_.call(context_.calls().eventDestroy, *holder.end));
        if (!holder.adopted && holder.stream && *holder.stream)
            give(context_.call(context_.calls().streamDestroy, *holder.stream));
    }
    if (lost > 0) log::error("gpu", "not taken back by the driver: " + std::to_string(lost));
}

Error CudaStreams::unknown(const char* call, const char* what) const {
    return Error(kDriverRefused, {{"device", context_.card().name}, {"call", call}, {"detail", what}});
}

std::optional<cu::Stream> CudaStreams::handle(StreamId stream) const {
    const std::scoped_lock lock(mutex_);
    if (index(stream) >= streams_.size()) return std::nullopt;
    return streams_[index(stream)].stream;
}

std::optional<StreamId> CudaStreams::numberOf(cu::Stream stream) const {
    const std::scoped_lock lock(mutex_);
    for (std::size_t number = 0; number < streams_.size(); ++number)
        if (streams_[number].stream == stream) return StreamId(static_cast<std::uint32_t>(number));
    return std::nullopt;
}

bool CudaStreams::isAdopted(StreamId stream) const {
    const std::scoped_lock lock(mutex_);
    return index(stream) < streams_.size() && streams_[index(stream)].adopted;
}

std::optional<std::size_t> CudaStreams::unusedNumber(std::uint32_t below) const {
    const std::scoped_lock lock(mutex_);
    std::size_t number = 0;
    while (number < streams_.size() && !(streams_[number].adopted && !streams_[number].stream)) ++number;
    if (number >= below) return std::nullopt;
    return number;
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
    streams_.push_back({stream});
    return StreamId(static_cast<std::uint32_t>(streams_.size() - 1));
}

Status CudaStreams::close(StreamId stream) {
    const std::scoped_lock changes(holding_);
    const auto open = handle(stream);
    if (!open || stream == kDefaultStream) return unknown("close", "no such stream");
    std::optional<cu::Event> end;
    if (isAdopted(stream)) {
        MANJU_TRY(end, markEnd(*open));
    } else {
        MANJU_CHECK(context_.call(context_.calls().streamDestroy, *open));
    }
    const std::scoped_lock lock(mutex_);
    streams_[index(stream)].stream.reset();
    streams_[index(stream)].end = end;
    return Done{};
}

/// An event at the end of what is queued now.
Result<cu::Event> CudaStreams::markEnd(cu::Stream stream) {
    MANJU_TRY(const cu::Event event, takeEvent());
    const Status recorded = context_.call(context_.calls().eventRecord, event, stream);
    if (recorded) return event;
    keepEvent(event);
    return recorded.error();
}

Status CudaStreams::start(cu::Stream stream, cu::Event after) {
    MANJU_CHECK(context_.call(context_.calls().streamWaitEvent, stream, after, 0U));
    keepEvent(after);
    return Done{};
}

Result<StreamId> CudaStreams::adopt(cu::Stream stream, std::uint32_t below) {
    const std::scoped_lock changes(holding_);
    const auto handle = reinterpret_cast<std::uintptr_t>(stream);
    if (handle == kDefaultOfThread) return unknown("adopt", "a stream that is another one on every thread");
    if (handle == kLegacyDefault) return kDefaultStream;
    if (const auto known = numberOf(stream)) {
        if (index(*known) < below) return *known;
        return unknown("adopt", "the stream's number is too high");
    }
    const auto number = unusedNumber(below);
    if (!number) return unknown("adopt", "too many streams at the same time");
    std::optional<cu::Event> after;
    {
        const std::scoped_lock lock(mutex_);
        if (*number < streams_.size()) after = streams_[*number].end;
    }
    if (after) MANJU_CHECK(start(stream, *after));
    const std::scoped_lock lock(mutex_);
    streams_.resize(std::max(streams_.size(), *number + 1));
    streams_[*number] = {stream, true};
    return StreamId(static_cast<std::uint32_t>(*number));
}

Status CudaStreams::replace(StreamId adopted, cu::Stream stream) {
    const std::scoped_lock changes(holding_);
    const auto former = handle(adopted);
    if (!former || !isAdopted(adopted)) return unknown("replace", "no such adopted stream");
    if (numberOf(stream) || reinterpret_cast<std::uintptr_t>(stream) <= kDefaultOfThread)
        return unknown("replace", "the other stream has a number");
    MANJU_TRY(const cu::Event end, markEnd(*former));
    if (const Status started = start(stream, end); !started) {
        keepEvent(end);
        return started;
    }
    const std::scoped_lock lock(mutex_);
    streams_[index(adopted)].stream = stream;
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
    const std::scoped_lock holds(holding_);
    const auto open = handle(stream);
    if (!open) return unknown("record", "no such stream");
    MANJU_TRY(const cu::Event event, markEnd(*open));
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
    const std::scoped_lock holds(holding_);
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
