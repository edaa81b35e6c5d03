// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Several threads at once; ThreadSanitizer reads along in the long run.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "core/vram/errors.h"
#include "tests/core/vram/card.h"

namespace manju::vram {
namespace {

using testing::kMiB;

/// Events that are done only when someone has waited for them, or at the third look.
class SlowStreams final : public gpu::Streams {
public:
    Result<gpu::StreamId> open(gpu::StreamPriority /*priority*/) override { return gpu::StreamId{1}; }
    Status close(gpu::StreamId /*stream*/) override { return Done{}; }
    Result<gpu::EventId> record(gpu::StreamId /*stream*/) override {
        const std::lock_guard lock(mutex_);
        const gpu::EventId event{++last_};
        looks_[event] = 0;
        return event;
    }
    Result<bool> isDone(gpu::EventId event) override {
        const std::lock_guard lock(mutex_);
        return ++looks_.at(event) >= 3;
    }
    Status synchronize(gpu::EventId event) override {
        std::this_thread::yield();
        const std::lock_guard lock(mutex_);
        looks_.at(event) = 3;  // throws if the pool has discarded it meanwhile
        return Done{};
    }
    Status waitFor(gpu::StreamId /*stream*/, gpu::EventId event) override {
        const std::lock_guard lock(mutex_);
        return looks_.contains(event) ? Status(Done{}) : Status(Error(kOutOfVram));
    }
    void discard(gpu::EventId event) override {
        const std::lock_guard lock(mutex_);
        looks_.erase(event);
    }
    [[nodiscard]] std::size_t openEvents() const { return looks_.size(); }

private:
    std::mutex mutex_;
    std::uint64_t last_ = 0;
    std::map<gpu::EventId, int> looks_;
};

TEST(PoolThreads, ShareOneCard) {
    gpu::SimStreams rules;
    SlowStreams streams;
    const auto memory =
        gpu::HostMemory::create({.device = "card", .totalBytes = 512 * kMiB, .bookkeepingOnly = true}, rules)
            .value();
    auto pool = VramPool::open(*memory, streams, {.chunkBytes = 8 * kMiB}).value();
    std::atomic<int> asked = 0, failures = 0;
    pool->setEvict([&](std::uint64_t) { return ++asked, false; });
    const auto work = [&](std::uint32_t number) {
        std::mt19937 random(number);
        const OwnerId owner = pool->owner("thread " + std::to_string(number));
        std::vector<Block> blocks;
        for (int i = 0; i < 1500; ++i) {
            const auto choice = random() % 10;
            if (choice < 6) {
                const std::uint64_t bytes =
                    random() % 3 == 0 ? random() % kMiB + 1 : random() % (60 * kMiB) + 1;
                const auto block = pool->allocate(
                    {bytes, static_cast<Region>(random() % kRegions), gpu::StreamId(number), owner});
                if (block)
                    blocks.push_back(*block);
                else if (!block.error().is(kOutOfVram))
                    ++failures;
            } else if (!blocks.empty()) {
                if (choice == 6) pool->alsoUsedBy(blocks.back().id, gpu::StreamId((number + 1) % 4));
                pool->free(blocks.back().id);
                blocks.pop_back();
            }
            if (choice == 9 && i % 50 == 0) (void)pool->trim(64 * kMiB);
            if (i % 100 == 0) (void)pool->dump();
        }
        for (const Block& block : blocks) pool->free(block.id);
    };
    {
        std::vector<std::jthread> threads;
        for (std::uint32_t number = 0; number < 4; ++number) threads.emplace_back(work, number);
    }
    pool->validate();
    EXPECT_EQ(failures, 0);
    EXPECT_GT(asked, 0) << "the card is full at times";
    const Counters counters = pool->stats().counters;
    EXPECT_GT(counters.hostWaits, 0u);
    EXPECT_EQ(counters.allocations, counters.frees);
    pool.reset();
    EXPECT_EQ(streams.openEvents(), 0u);
    EXPECT_EQ(memory->createdBytes(), 0u);
}

}  // namespace
}  // namespace manju::vram
