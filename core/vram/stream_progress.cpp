// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/stream_progress.h"

#include <algorithm>

namespace manju::vram {

StreamProgress::~StreamProgress() {
    for (Queue& queue : queues_)
        for (const Mark& mark : queue.marks) streams_.discard(mark.event);
}

void StreamProgress::addUse(Tickets& tickets, gpu::StreamId stream) const {
    const auto index = static_cast<std::size_t>(stream);
    tickets.at[index] = queues_[index].recorded + 1;
}

Status StreamProgress::noteFreed(gpu::StreamId stream, std::uint64_t bytes) {
    const auto index = static_cast<std::size_t>(stream);
    Queue& queue = queues_[index];
    ++queue.openFrees;
    queue.openBytes += bytes;
    if (queue.openFrees < kFreesPerEvent && queue.openBytes < kBytesPerEvent) return Done{};
    return record(index);
}

Status StreamProgress::record(std::size_t stream) {
    Queue& queue = queues_[stream];
    MANJU_TRY(const gpu::EventId event, streams_.record(gpu::StreamId(static_cast<std::uint32_t>(stream))));
    queue.marks.push_back({++queue.recorded, event, 0, false, ++age_});
    queue.openFrees = queue.openBytes = 0;
    return Done{};
}

void StreamProgress::forget(Queue& queue) {
    while (!queue.marks.empty() && queue.marks.front().done && queue.marks.front().waits == 0) {
        streams_.discard(queue.marks.front().event);
        queue.marks.pop_front();
    }
}

bool StreamProgress::look() {
    bool more = false;
    for (std::size_t stream = 0; stream < kMostStreams; ++stream) {
        Queue& queue = queues_[stream];
        if (queue.openFrees > 0) (void)record(stream);  // another look will try again
        for (Mark& mark : queue.marks) {
            if (mark.done) continue;
            mark.done = streams_.isDone(mark.event).valueOr(false);
            if (!mark.done) break;
            done_.at[stream] = mark.ticket;
            more = true;
        }
        forget(queue);
    }
    return more;
}

Status StreamProgress::order(gpu::StreamId stream, const Tickets& tickets) {
    for (std::size_t other = 0; other < kMostStreams; ++other) {
        Queue& queue = queues_[other];
        if (tickets.at[other] <= done_.at[other] || other == static_cast<std::size_t>(stream)) continue;
        if (queue.recorded < tickets.at[other]) MANJU_CHECK(record(other));
        const auto mark = std::ranges::find_if(
            queue.marks, [&](const Mark& candidate) { return candidate.ticket >= tickets.at[other]; });
        MANJU_CHECK(streams_.waitFor(stream, mark->event));
    }
    return Done{};
}

Result<std::optional<StreamProgress::Wait>> StreamProgress::oldest() {
    Mark* found = nullptr;
    std::size_t of = 0;
    Status failure = Done{};
    for (std::size_t stream = 0; stream < kMostStreams; ++stream) {
        Queue& queue = queues_[stream];
        if (queue.openFrees > 0)
            if (const Status recorded = record(stream); !recorded) failure = recorded;
        const auto mark = std::ranges::find(queue.marks, false, &Mark::done);
        if (mark == queue.marks.end() || (found != nullptr && found->age <= mark->age)) continue;
        found = &*mark;
        of = stream;
    }
    if (found == nullptr && !failure) return failure.error();
    if (found == nullptr) return std::optional<Wait>();
    ++found->waits;
    return std::optional<Wait>(Wait{of, found->ticket, found->event});
}

void StreamProgress::release(const Wait& wait) {
    Queue& queue = queues_[wait.stream];
    const auto mark = std::ranges::find(queue.marks, wait.ticket, &Mark::ticket);
    --mark->waits;
    forget(queue);
}

}  // namespace manju::vram
