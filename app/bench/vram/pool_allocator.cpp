// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/pool_allocator.h"

#include <chrono>

#include "core/gpu/errors.h"
#include "core/vram/errors.h"

namespace manju::bench {

using namespace std::chrono_literals;

/// Counts the calls and what they take and map.
class PoolAllocator::Memory final : public gpu::MemorySource {
public:
    Memory(gpu::HostMemory& host, Card& card) : host_(host), card_(card) {}

    [[nodiscard]] const gpu::SourceTraits& traits() const override { return host_.traits(); }
    Result<gpu::MemoryInfo> info() override { return host_.info(); }
    Result<gpu::Address> reserve(std::uint64_t bytes, std::uint64_t alignment) override {
        card_.noteCall();
        MANJU_CHECK(mayFail("reserve"));
        return host_.reserve(bytes, alignment);
    }
    Status freeAddresses(gpu::Address start, std::uint64_t bytes) override {
        card_.noteCall();
        MANJU_CHECK(mayFail("freeAddresses"));
        return host_.freeAddresses(start, bytes);
    }
    Result<gpu::Physical> create(std::uint64_t bytes) override {
        MANJU_CHECK(mayFail("create"));
        auto memory = host_.create(bytes);
        if (memory.ok() != card_.take(bytes)) std::abort();  // both count the same card
        return memory;
    }
    Status map(gpu::Address start, std::uint64_t bytes, gpu::Physical memory) override {
        card_.noteCall();
        MANJU_CHECK(mayFail("map"));
        MANJU_CHECK(host_.map(start, bytes, memory));
        card_.map(start, bytes);
        return Done{};
    }
    Status allowAccess(gpu::Address start, std::uint64_t bytes) override {
        card_.noteCall();
        MANJU_CHECK(mayFail("allowAccess"));
        return host_.allowAccess(start, bytes);
    }
    Status unmap(gpu::Address start, std::uint64_t bytes) override {
        card_.noteCall();
        MANJU_CHECK(mayFail("unmap"));
        MANJU_CHECK(host_.unmap(start, bytes));
        card_.unmap(start, bytes);
        return Done{};
    }
    Status release(gpu::Physical memory) override {
        MANJU_CHECK(mayFail("release"));
        const std::uint64_t before = host_.createdBytes();
        MANJU_CHECK(host_.release(memory));
        card_.give(before - host_.createdBytes());
        return Done{};
    }
    Result<gpu::Address> allocate(std::uint64_t bytes) override { return host_.allocate(bytes); }
    Status deallocate(gpu::Address start) override { return host_.deallocate(start); }

    void failCall(std::uint64_t n, std::uint64_t inARow) {
        failing_ = calls_ + n;
        inARow_ = inARow;
    }
    [[nodiscard]] std::uint64_t calls() const { return calls_; }
    [[nodiscard]] bool hasFailed() const { return failing_ > 0 && calls_ >= failing_; }

private:
    Status mayFail(const char* call) {
        if (++calls_ < failing_ || failing_ == 0 || calls_ >= failing_ + inARow_) return Done{};
        return Error(gpu::kDriverRefused, {{"device", traits().device}, {"call", call}, {"detail", "fault"}});
    }

    gpu::HostMemory& host_;
    Card& card_;
    std::uint64_t calls_ = 0, failing_ = 0, inARow_ = 0;
};

/// Tells the card of the orders that the pool makes, the events that it sees and how often it asks.
class PoolAllocator::Streams final : public gpu::Streams {
public:
    Streams(gpu::SimStreams& sim, Card& card) : sim_(sim), card_(card), order_(card.order) {}

    Result<gpu::StreamId> open(gpu::StreamPriority priority) override { return sim_.open(priority); }
    Status close(gpu::StreamId stream) override { return sim_.close(stream); }
    Result<gpu::EventId> record(gpu::StreamId stream) override {
        card_.noteEventCall();
        MANJU_TRY(const gpu::EventId event, sim_.record(stream));
        points_[event] = order_.end(static_cast<std::uint32_t>(stream));
        return event;
    }
    Result<bool> isDone(gpu::EventId event) override {
        card_.noteEventCall();
        MANJU_TRY(const bool done, sim_.isDone(event));
        if (done) order_.see(points_.at(event));
        return done;
    }
    Status synchronize(gpu::EventId event) override {
        const std::uint64_t waits = sim_.hostWaits();
        MANJU_CHECK(sim_.synchronize(event));
        if (sim_.hostWaits() > waits) order_.noteHostWait();
        order_.see(points_.at(event));
        return Done{};
    }
    Status waitFor(gpu::StreamId stream, gpu::EventId event) override {
        card_.noteEventCall();
        MANJU_CHECK(sim_.waitFor(stream, event));
        order_.order(static_cast<std::uint32_t>(stream), points_.at(event));
        return Done{};
    }
    void discard(gpu::EventId event) override {
        points_.erase(event);
        sim_.discard(event);
    }

private:
    gpu::SimStreams& sim_;
    Card& card_;
    StreamOrder& order_;
    std::map<gpu::EventId, StreamOrder::Point> points_;
};

PoolAllocator::PoolAllocator(Card& card, const std::vector<std::string>& owners, vram::PoolOptions options)
    : card_(card),
      options_(options),
      sim_([this](const std::string& what) { complaints_.push_back(what); }),
      host_(gpu::HostMemory::create(
                {.device = "benchmark", .totalBytes = card.total(), .bookkeepingOnly = true}, sim_,
                [this](const std::string& what) { complaints_.push_back(what); })
                .value()),
      memory_(std::make_unique<Memory>(*host_, card)),
      streams_(std::make_unique<Streams>(sim_, card)) {
    for (std::size_t i = 1; i < vram::kMostStreams; ++i) (void)sim_.open(gpu::StreamPriority::Normal);
    pool_ = vram::VramPool::open(*memory_, *streams_, options_).value();
    for (const std::string& owner : owners) owners_.push_back(pool_->owner(owner));
}

PoolAllocator::~PoolAllocator() {
    for (std::uint64_t handle = 0; handle < held_.size(); ++handle)
        if (held_[handle].block.granted > 0) pool_->free(held_[handle].block.id);
}

std::optional<Placement> PoolAllocator::allocate(const BlockRequest& request) {
    const vram::Request wanted{request.bytes, request.region, gpu::StreamId{request.stream},
                               owners_[request.owner]};
    const bool hadFailed = memory_->hasFailed();
    auto block = pool_->allocate(wanted);
    if (!block && !hadFailed && memory_->hasFailed()) block = pool_->allocate(wanted);
    if (!block) {
        if (!block.error().is(vram::kOutOfVram)) complaints_.push_back(block.error().debugText());
        return std::nullopt;
    }
    std::uint64_t handle = held_.size();
    if (unusedHandles_.empty()) {
        held_.emplace_back();
    } else {
        handle = unusedHandles_.back();
        unusedHandles_.pop_back();
    }
    held_[handle] = {*block, 1u << request.stream};
    return Placement{handle, block->address, block->granted};
}

/// Another stream than before starts after the others, as a pipeline would have it.
void PoolAllocator::work(std::uint64_t handle, std::uint32_t stream) {
    Held& held = held_[handle];
    for (std::uint32_t other = 0; other < vram::kMostStreams; ++other) {
        if (other == stream || (held.streams >> other & 1) == 0) continue;
        const gpu::EventId event = sim_.record(gpu::StreamId{other}).value();
        (void)sim_.waitFor(gpu::StreamId{stream}, event);
        sim_.discard(event);
    }
    if ((held.streams >> stream & 1) == 0) pool_->alsoUsedBy(held.block.id, gpu::StreamId{stream});
    held.streams |= 1u << stream;
    sim_.launch(gpu::StreamId{stream}, {{}, {{held.block.address, held.block.granted}}, 1ms});
}

void PoolAllocator::free(std::uint64_t handle) {
    pool_->free(held_[handle].block.id);
    held_[handle] = {};
    unusedHandles_.push_back(handle);
}

void PoolAllocator::finishStream(std::uint32_t stream) {
    const gpu::EventId event = sim_.record(gpu::StreamId{stream}).value();
    (void)sim_.synchronize(event);
    sim_.discard(event);
}

void PoolAllocator::failCall(std::uint64_t n, std::uint64_t inARow) {
    memory_->failCall(n, inARow);
}

std::uint64_t PoolAllocator::memoryCalls() const {
    return memory_->calls();
}

void PoolAllocator::othersChanged() {
    host_->setOthersBytes(card_.others());
    if (const Status seen = pool_->refresh(); !seen) complaints_.push_back(seen.error().debugText());
}

Largest PoolAllocator::largest() {
    const vram::Stats stats = pool_->stats();
    return {stats.largestNow, stats.largestAfterWaiting};
}

std::uint64_t PoolAllocator::pieceBytes(std::uint64_t request) const {
    return request <= options_.smallMost ? options_.smallChunkBytes : options_.chunkBytes;
}

std::vector<std::string> PoolAllocator::complaints() {
    std::vector<std::string> all = complaints_;
    if (const std::uint64_t spurious = pool_->stats().counters.spuriousRefusals; spurious > 0)
        all.push_back(std::to_string(spurious) + " spurious refusals by the pool's own count");
    return all;
}

}  // namespace manju::bench
