// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Each call of the driver fails once, in sequences that use every kind of call.
#include <gtest/gtest.h>

#include <functional>

#include "core/vram/errors.h"
#include "tests/core/vram/card.h"
#include "tests/core/vram/faulty_source.h"

namespace manju::vram {
namespace {

using namespace std::chrono_literals;
using testing::kMiB;

/// A card whose blocks carry stamps at both ends.
class Stamped {
public:
    Stamped() {
        pool_ = VramPool::open(faulty, streams_, {.chunkBytes = 4 * kMiB, .smallMost = kMiB / 2}).value();
        owner_ = pool_->owner("test");
    }

    /// Allocates and stamps; a failure must come from the injected fault, and the next try succeeds.
    std::size_t get(std::uint64_t bytes, Region region = Region::Sampling) {
        const std::uint64_t before = faulty.faults();
        auto block = pool_->allocate({bytes, region, {}, owner_});
        check();
        if (!block) {
            EXPECT_GT(faulty.faults(), before) << block.error().debugText();
            block = pool_->allocate({bytes, region, {}, owner_});
        }
        EXPECT_TRUE(block) << block.error().debugText();
        blocks_.push_back(*block);
        for (const gpu::Address at : ends(*block)) *stamp(at) = at;
        check();
        return blocks_.size() - 1;
    }
    void free(std::size_t index) {
        pool_->free(blocks_[index].id);
        blocks_[index].granted = 0;
        check();
    }
    void trim() {
        const bool trimmed = pool_->trim().ok() || pool_->trim().ok();
        EXPECT_TRUE(trimmed);
        check();
    }
    /// Frees everything and ends the pool: nothing is left of it.
    void end() {
        for (const Block& block : blocks_)
            if (block.granted > 0) pool_->free(block.id);
        pool_.reset();
        EXPECT_EQ(memory_->createdBytes(), 0u);
        EXPECT_EQ(memory_->mappings(), 0u);
        EXPECT_TRUE(violations_.empty());
    }
    [[nodiscard]] Counters counters() const { return pool_->stats().counters; }

private:
    static std::vector<gpu::Address> ends(const Block& block) {
        return {block.address, block.address + block.granted - 8};
    }
    static std::uint64_t* stamp(gpu::Address at) {
        return reinterpret_cast<std::uint64_t*>(at);  // NOLINT(performance-no-int-to-ptr)
    }
    void check() {
        pool_->validate();
        for (const Block& block : blocks_) {
            if (block.granted == 0) continue;
            for (const gpu::Address at : ends(block)) ASSERT_EQ(*stamp(at), at);
        }
    }

    std::vector<std::string> violations_;
    gpu::SimStreams streams_{[this](const std::string& what) { violations_.push_back(what); }};
    std::unique_ptr<gpu::HostMemory> memory_ =
        gpu::HostMemory::create({.device = "card", .totalBytes = 64 * kMiB}, streams_,
                                [this](const std::string& what) { violations_.push_back(what); })
            .value();

public:
    testing::FaultySource faulty{*memory_};

private:
    std::unique_ptr<VramPool> pool_;
    OwnerId owner_{};
    std::vector<Block> blocks_;
};

using Sequence = std::function<void(Stamped&)>;

/// Sliver beside large ones, then one that needs the pieces of both.
void scattered(Stamped& card) {
    const auto first = card.get(18 * kMiB);
    const auto sliver = card.get(kMiB);
    const auto second = card.get(22 * kMiB);
    card.free(first);
    card.free(second);
    const auto large = card.get(52 * kMiB);
    card.free(large);
    card.free(sliver);
}

/// The two classes of chunks take from each other.
void classes(Stamped& card) {
    std::vector<std::size_t> small;
    for (int i = 0; i < 16; ++i) small.push_back(card.get(400 << 10));
    const auto large = card.get(44 * kMiB);
    for (const std::size_t index : small) card.free(index);
    const auto more = card.get(18 * kMiB, Region::Decode);
    card.free(large);
    for (int i = 0; i < 20; ++i) (void)card.get(400 << 10);
    card.free(more);
    card.trim();
    (void)card.get(24 * kMiB);
}

/// Memory goes back to the card between requests.
void trimmed(Stamped& card) {
    const auto kept = card.get(5 * kMiB, Region::Resident);
    card.free(card.get(30 * kMiB));
    card.trim();
    card.free(card.get(40 * kMiB, Region::Decode));
    card.free(kept);
    card.trim();
    (void)card.get(60 * kMiB);
}

class EveryFault : public ::testing::TestWithParam<std::pair<ErrorCode, Sequence>> {};

TEST_P(EveryFault, LeavesAllBlocksAndAllFreeMemory) {
    const auto& [code, sequence] = GetParam();
    std::uint64_t calls = 0;
    {
        Stamped card;
        sequence(card);
        calls = card.faulty.calls();
        EXPECT_GT(card.counters().remaps + card.counters().chunksReleased, 0u)
            << "memory moves in the sequence";
        card.end();
    }
    std::uint64_t faults = 0;
    for (std::uint64_t call = 0; call < calls; ++call) {
        Stamped card;
        card.faulty.failAfter(call, code);
        sequence(card);
        card.end();
        ASSERT_FALSE(HasFatalFailure() || HasNonfatalFailure()) << "call " << call;
        faults += card.faulty.faults();
    }
    EXPECT_GE(faults + 1, calls) << "but for the one call that a pool begins with";
}

/// When even the way back fails, memory is lost, but no block is, and nothing is put where it was.
TEST(ManyFaults, LoseMemoryButNoBlock) {
    for (std::uint64_t call = 0; call < 40; ++call)
        for (const std::uint64_t count : {2u, 3u, 5u, 9u}) {
            gpu::SimStreams streams;
            const auto memory =
                gpu::HostMemory::create({.device = "card", .totalBytes = 64 * kMiB, .bookkeepingOnly = true},
                                        streams)
                    .value();
            testing::FaultySource faulty(*memory);
            auto pool =
                VramPool::open(faulty, streams, {.chunkBytes = 4 * kMiB, .smallMost = kMiB / 2}).value();
            const OwnerId owner = pool->owner("test");
            const auto get = [&](std::uint64_t bytes) {
                return pool->allocate({bytes, Region::Sampling, {}, owner});
            };
            faulty.failAfter(call, gpu::kDriverRefused, count);
            std::vector<Block> blocks;
            for (const std::uint64_t mib : {6, 1, 9, 3, 14, 2, 11}) {
                auto block = get(mib * kMiB);
                while (!block && !block.error().is(kOutOfVram)) block = get(mib * kMiB);
                pool->validate();
                if (block) blocks.push_back(*block);
                if (blocks.size() == 4) {
                    pool->free(blocks[2].id);
                    pool->free(blocks[0].id);
                    blocks = {blocks[1], blocks[3]};
                }
            }
            for (const Block& block : blocks) pool->free(block.id);
            const std::uint64_t lost = pool->stats().bands.others;
            EXPECT_LE(lost, count * 4 * kMiB);
            faulty.failNever();
            const auto rest = get(64 * kMiB - lost);
            ASSERT_TRUE(rest) << "call " << call << ", " << count << " faults";
            pool->validate();
            pool->free(rest->id);
        }
}

INSTANTIATE_TEST_SUITE_P(Sequences, EveryFault,
                         ::testing::Values(std::pair<ErrorCode, Sequence>{gpu::kDriverRefused, scattered},
                                           std::pair<ErrorCode, Sequence>{gpu::kDriverRefused, classes},
                                           std::pair<ErrorCode, Sequence>{gpu::kDriverRefused, trimmed},
                                           std::pair<ErrorCode, Sequence>{gpu::kNotReady, scattered},
                                           std::pair<ErrorCode, Sequence>{gpu::kOutOfMemory, classes}));

}  // namespace
}  // namespace manju::vram
