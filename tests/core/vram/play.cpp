// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/vram/play.h"

#include <algorithm>
#include <set>

#include "core/vram/errors.h"

namespace manju::vram::testing {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kStreams = 3;

}  // namespace

std::string Model::add(const Block& block, std::uint64_t asked) {
    if (block.granted < asked || block.address % 512 != 0) return "a block is too small or askew";
    const auto next = live_.lower_bound(block.address);
    if (next != live_.end() && next->first < block.address + block.granted) return "blocks overlap";
    if (next != live_.begin() && std::prev(next)->first + std::prev(next)->second > block.address)
        return "blocks overlap";
    live_.emplace(block.address, block.granted);
    small_.emplace(block.address, asked <= kSmallMost);
    return {};
}

void Model::remove(const Block& block) {
    live_.erase(block.address);
    small_.erase(block.address);
}

std::uint64_t Model::freeBytes(std::uint64_t others, bool forSmall) const {
    std::set<std::uint64_t> large, small;
    for (const auto& [address, bytes] : live_) {
        const bool isSmall = small_.at(address);
        const std::uint64_t unit = isSmall ? kSmallChunk : kChunk;
        for (std::uint64_t slot = address / unit; slot * unit < address + bytes; ++slot)
            (isSmall ? small : large).insert(slot);
    }
    const std::uint64_t held = large.size() * kChunk + small.size() * kSmallChunk + others;
    const std::uint64_t left = held < total_ ? total_ - held : 0;
    return left / (forSmall ? kSmallChunk : kChunk) * (forSmall ? kSmallChunk : kChunk);
}

Play::Play(const std::vector<std::uint8_t>& bytes, std::uint64_t total)
    : bytes_(bytes),
      total_(total),
      streams_([this](const std::string& what) { violations_.push_back(what); }),
      memory_(gpu::HostMemory::create({.device = "card", .totalBytes = total, .bookkeepingOnly = true},
                                      streams_,
                                      [this](const std::string& what) { violations_.push_back(what); })
                  .value()),
      faulty_(*memory_),
      model_(total) {
    for (std::uint32_t i = 1; i < kStreams; ++i) (void)streams_.open(gpu::StreamPriority::Normal);
    pool_ = VramPool::open(faulty_, streams_,
                           {.chunkBytes = Model::kChunk,
                            .smallChunkBytes = Model::kSmallChunk,
                            .smallMost = Model::kSmallMost})
                .value();
    owner_ = pool_->owner("model");
}

std::string Play::run() {
    while (at_ < bytes_.size() && problem_.empty()) {
        operate();
        if (!violations_.empty()) problem_ = violations_.front();
        pool_->validate();
    }
    faulty_.failNever();
    counters_ = pool_->stats().counters;
    for (const Block& block : live_) pool_->free(block.id);
    pool_.reset();
    if (problem_.empty() && memory_->createdBytes() != 0) problem_ = "memory is left behind";
    if (problem_.empty() && streams_.openEvents() != 0) problem_ = "events are left behind";
    return problem_;
}

void Play::operate() {
    const std::uint8_t choice = next();
    if (choice < 100) return allocate();
    if (choice < 185) return free();
    if (choice < 205) return use();
    if (choice < 225) return streams_.advance(1ms * next());
    if (choice < 230) return void(pool_->trim(next() * kMiB / 4));
    if (choice < 235) return void(pool_->tidy(2 + next() % 16));
    if (choice < 245) return others();
    faulty_.failAfter(next() % 24, next() % 4 == 0 ? gpu::kNotReady : gpu::kDriverRefused);
}

void Play::allocate() {
    const std::uint8_t size = next();
    const std::uint64_t bytes = size < 96 ? 1 + size * 5000ull : 1 + (size - 96ull) * (size - 96ull) * 3500;
    const Request request{bytes, static_cast<Region>(next() % kRegions), gpu::StreamId(next() % kStreams),
                          owner_};
    const std::uint64_t faults = faulty_.faults();
    const auto block = pool_->allocate(request);
    if (block) {
        problem_ = model_.add(*block, bytes);
        streams_.launch(request.stream, {{}, {{block->address, block->granted}}, 1ms});
        live_.push_back(*block);
    } else if (block.error().is(kOutOfVram)) {
        // All work has ended by then, and other programs have been asked about where it matters.
        const bool forSmall = bytes <= Model::kSmallMost;
        const std::uint64_t unit = forSmall ? Model::kSmallChunk : Model::kChunk;
        if (model_.freeBytes(othersSeen_, forSmall) >= (bytes + unit - 1) / unit * unit)
            problem_ = "refused though chunks are free";
    } else if (faulty_.faults() == faults) {
        problem_ = "an error without a fault: " + block.error().debugText();
    }
}

void Play::free() {
    if (live_.empty()) return;
    const std::size_t index = next() % live_.size();
    model_.remove(live_[index]);
    pool_->free(live_[index].id);
    live_[index] = live_.back();
    live_.pop_back();
}

void Play::use() {
    if (live_.empty()) return;
    const Block& block = live_[next() % live_.size()];
    const gpu::StreamId stream{next() % kStreams};
    // A second stream reads what the first wrote, once that is done.
    for (std::uint32_t other = 0; other < kStreams; ++other) {
        const gpu::EventId event = streams_.record(gpu::StreamId{other}).value();
        (void)streams_.waitFor(stream, event);
        streams_.discard(event);
    }
    pool_->alsoUsedBy(block.id, stream);
    streams_.launch(stream, {{{block.address, block.granted}}, {}, 2ms});
}

void Play::others() {
    const std::uint64_t room = total_ - memory_->createdBytes();
    const std::uint64_t bytes = next() * kMiB / 4;
    memory_->setOthersBytes(std::min(bytes, room) / Model::kSmallChunk * Model::kSmallChunk);
    othersSeen_ = std::min(bytes, room) / Model::kSmallChunk * Model::kSmallChunk;
    while (!pool_->refresh()) {
    }
}

}  // namespace manju::vram::testing
