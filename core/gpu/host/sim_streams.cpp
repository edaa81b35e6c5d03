// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/host/sim_streams.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "core/gpu/errors.h"

namespace manju::gpu {
namespace {

bool overlap(AddressSpan a, AddressSpan b) {
    return a.start < b.start + b.bytes && b.start < a.start + a.bytes;
}

bool anyOverlap(const std::vector<AddressSpan>& some, const std::vector<AddressSpan>& others) {
    return std::ranges::any_of(some, [&](AddressSpan a) {
        return std::ranges::any_of(others, [&](AddressSpan b) { return overlap(a, b); });
    });
}

Error refused(const char* call, std::string detail) {
    return Error(kDriverRefused, {{"device", "host"}, {"call", call}, {"detail", std::move(detail)}});
}

std::size_t index(StreamId stream) {
    return static_cast<std::size_t>(stream);
}

}  // namespace

void abortOnViolation(const std::string& what) {
    std::fprintf(stderr, "the simulated card found: %s\n", what.c_str());
    std::abort();
}

SimStreams::SimStreams(OnViolation onViolation) : onViolation_(std::move(onViolation)), queues_(1) {}

bool SimStreams::isOpen(StreamId stream) const {
    return index(stream) < queues_.size() && queues_[index(stream)].open;
}

void SimStreams::merge(Order& into, const Order& from) {
    if (into.size() < from.size()) into.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

bool SimStreams::isBefore(const Running& work, const Order& order) {
    return work.stream < order.size() && work.number <= order[work.stream];
}

Result<StreamId> SimStreams::open(StreamPriority /*priority*/) {
    queues_.emplace_back().end = now_;
    return StreamId(static_cast<std::uint32_t>(queues_.size() - 1));
}

Status SimStreams::close(StreamId stream) {
    if (!isOpen(stream) || stream == kDefaultStream) return refused("close", "no such stream");
    queues_[index(stream)].open = false;
    return Done{};
}

Result<EventId> SimStreams::record(StreamId stream) {
    if (!isOpen(stream)) return refused("record", "no such stream");
    const Queue& queue = queues_[index(stream)];
    const EventId event{++lastEvent_};
    events_.emplace(event, Event{queue.end, queue.order});
    return event;
}

void SimStreams::see(const Event& event) {
    merge(host_, event.order);
    std::erase_if(running_, [this](const Running& work) { return isBefore(work, host_); });
}

Result<bool> SimStreams::isDone(EventId event) {
    const auto found = events_.find(event);
    if (found == events_.end()) return refused("isDone", "no such event");
    if (found->second.time > now_) return false;
    see(found->second);
    return true;
}

Status SimStreams::synchronize(EventId event) {
    const auto found = events_.find(event);
    if (found == events_.end()) return refused("synchronize", "no such event");
    if (found->second.time > now_) {
        ++hostWaits_;
        runUntil(found->second.time);
    }
    see(found->second);
    return Done{};
}

Status SimStreams::waitFor(StreamId stream, EventId event) {
    const auto found = events_.find(event);
    if (found == events_.end() || !isOpen(stream)) return refused("waitFor", "no such event or stream");
    Queue& queue = queues_[index(stream)];
    queue.end = std::max(queue.end, found->second.time);
    merge(queue.order, found->second.order);
    return Done{};
}

void SimStreams::discard(EventId event) {
    if (events_.erase(event) == 0) onViolation_("an event was discarded twice");
}

void SimStreams::launch(StreamId stream, SimWork work) {
    if (!isOpen(stream)) return onViolation_("work for a stream that is not open");
    if (onTouch) {
        for (const AddressSpan span : work.reads) onTouch(span);
        for (const AddressSpan span : work.writes) onTouch(span);
    }
    Queue& queue = queues_[index(stream)];
    merge(queue.order, host_);
    for (const Running& other : running_) {
        if (isBefore(other, queue.order)) continue;
        if (anyOverlap(work.writes, other.work.writes) || anyOverlap(work.writes, other.work.reads) ||
            anyOverlap(work.reads, other.work.writes))
            onViolation_("two streams touch the same memory without an order");
    }
    queue.end = std::max(queue.end, now_) + work.duration;
    ++queue.launched;
    Order self(index(stream) + 1);
    self.back() = queue.launched;
    merge(queue.order, self);
    if (work.effect) effects_.emplace(queue.end, std::exchange(work.effect, nullptr));
    running_.push_back({index(stream), queue.launched, std::move(work)});
    runUntil(now_);
}

void SimStreams::advance(std::chrono::nanoseconds time) {
    runUntil(now_ + time);
}

void SimStreams::runUntil(std::chrono::nanoseconds time) {
    now_ = std::max(now_, time);
    while (!effects_.empty() && effects_.begin()->first <= now_)
        effects_.extract(effects_.begin()).mapped()();
}

bool SimStreams::isInUse(AddressSpan span) const {
    return std::ranges::any_of(running_, [&](const Running& running) {
        return anyOverlap({span}, running.work.reads) || anyOverlap({span}, running.work.writes);
    });
}

}  // namespace manju::gpu
