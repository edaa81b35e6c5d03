// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/card_work.h"

#include <cstdio>

namespace manju::device_check {
namespace {

constexpr std::size_t kSlots = 1024, kParts = 8, kPlaces = kParts + 2, kWords = 16;
constexpr std::uint64_t kPlaceBytes = kWords * sizeof(std::uint32_t);

}  // namespace

bool Comparison::holds(std::span<const std::uint32_t> found, std::uint32_t word, gpu::Address address) {
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] == word) continue;
        if (first.empty()) {
            char text[96];
            std::snprintf(text, sizeof text, "0x%llx: 0x%08x, found 0x%08x",
                          static_cast<unsigned long long>(address + i * sizeof word), word, found[i]);
            first = text;
        }
        return false;
    }
    return true;
}

Result<std::unique_ptr<CardWork>> CardWork::make(const gpu::CudaContext& context, gpu::CudaStreams& streams) {
    MANJU_TRY(auto host, gpu::PinnedMemory::allocate(context, kSlots * kPlaces * kWords));
    return std::unique_ptr<CardWork>(new CardWork(context, streams, std::move(host)));
}

CardWork::CardWork(const gpu::CudaContext& context, gpu::CudaStreams& streams,
                   std::unique_ptr<gpu::PinnedMemory> host)
    : streams_(streams), transfers_(context, streams), host_(std::move(host)) {}

CardWork::~CardWork() {
    for (const Queued& queued : queued_) {
        (void)streams_.synchronize(queued.event);
        streams_.discard(queued.event);
    }
}

Status CardWork::fill(gpu::StreamId stream, const vram::Block& block, std::uint32_t word) {
    return transfers_.fill(stream, block.address, block.granted, word);
}

/// Blocks are granted in multiples of 512 bytes.
std::vector<gpu::Address> CardWork::placesOf(const vram::Block& block) {
    std::vector<gpu::Address> places{block.address, block.address + block.granted - kPlaceBytes};
    const std::uint64_t part = block.granted / kParts;
    for (std::uint64_t i = 0; i < kParts; ++i) {
        const std::uint64_t within = random_.between(0, (part - kPlaceBytes) / kPlaceBytes) * kPlaceBytes;
        places.push_back(block.address + i * part + within);
    }
    return places;
}

std::span<std::uint32_t> CardWork::slot(std::size_t number, std::size_t place) const {
    return host_->words().subspan((number * kPlaces + place) * kWords, kWords);
}

Status CardWork::check(gpu::StreamId stream, const vram::Block& block, std::uint32_t word) {
    if (queued_.size() == kSlots) MANJU_CHECK(compareFirst(true));
    Queued queued{{}, nextSlot_, word, placesOf(block)};
    for (std::size_t i = 0; i < queued.places.size(); ++i)
        if (const Status copied = transfers_.copyToHost(stream, queued.places[i], slot(queued.slot, i));
            !copied) {
            // Those before it still write to the memory here.
            if (const auto event = streams_.record(stream)) {
                (void)streams_.synchronize(*event);
                streams_.discard(*event);
            }
            return copied.error();
        }
    MANJU_TRY(queued.event, streams_.record(stream));
    queued_.push_back(std::move(queued));
    nextSlot_ = (nextSlot_ + 1) % kSlots;
    return Done{};
}

Status CardWork::compareFirst(bool wait) {
    const Queued& queued = queued_.front();
    if (wait) MANJU_CHECK(streams_.synchronize(queued.event));
    bool holds = true;
    for (std::size_t i = 0; i < queued.places.size(); ++i)
        holds = comparison_.holds(slot(queued.slot, i), queued.word, queued.places[i]) && holds;
    ++comparison_.checks;
    if (!holds) ++comparison_.mismatches;
    streams_.discard(queued.event);
    queued_.pop_front();
    return Done{};
}

Status CardWork::collect() {
    while (!queued_.empty()) {
        MANJU_TRY(const bool done, streams_.isDone(queued_.front().event));
        if (!done) break;
        MANJU_CHECK(compareFirst(false));
    }
    return Done{};
}

Status CardWork::collectAll() {
    while (!queued_.empty()) MANJU_CHECK(compareFirst(true));
    return Done{};
}

}  // namespace manju::device_check
