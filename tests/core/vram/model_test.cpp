// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Any sequence of operations, against a model that knows the rules alone: which addresses are held, and how
// many chunks that leaves. It shares nothing with the pool.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>

#include "core/vram/errors.h"
#include "tests/core/vram/card.h"
#include "tests/core/vram/faulty_source.h"

namespace manju::vram {
namespace {

using namespace std::chrono_literals;
using testing::kMiB;

constexpr std::uint64_t kTotal = 96 * kMiB, kChunk = 4 * kMiB, kSmallChunk = 2 * kMiB, kSmallMost = kMiB / 2;
constexpr std::uint32_t kStreams = 3;

/// Held addresses, and the chunks they keep.
class Model {
public:
    /// What overlaps or lies askew, as a sentence; empty if nothing does.
    std::string add(const Block& block, std::uint64_t asked) {
        if (block.granted < asked || block.address % 512 != 0) return "a block is too small or askew";
        const auto next = live_.lower_bound(block.address);
        if (next != live_.end() && next->first < block.address + block.granted) return "blocks overlap";
        if (next != live_.begin() && std::prev(next)->first + std::prev(next)->second > block.address)
            return "blocks overlap";
        live_.emplace(block.address, block.granted);
        small_.emplace(block.address, asked <= kSmallMost);
        return {};
    }
    void remove(const Block& block) {
        live_.erase(block.address);
        small_.erase(block.address);
    }
    /// What one request may have at most once all work has ended, as whole chunks.
    [[nodiscard]] std::uint64_t freeBytes(std::uint64_t others, bool forSmall) const {
        std::set<std::uint64_t> large, small;
        for (const auto& [address, bytes] : live_) {
            const bool isSmall = small_.at(address);
            const std::uint64_t unit = isSmall ? kSmallChunk : kChunk;
            for (std::uint64_t slot = address / unit; slot * unit < address + bytes; ++slot)
                (isSmall ? small : large).insert(slot);
        }
        const std::uint64_t held = large.size() * kChunk + small.size() * kSmallChunk + others;
        const std::uint64_t left = held < kTotal ? kTotal - held : 0;
        return left / (forSmall ? kSmallChunk : kChunk) * (forSmall ? kSmallChunk : kChunk);
    }

private:
    std::map<std::uint64_t, std::uint64_t> live_;
    std::map<std::uint64_t, bool> small_;
};

/// Takes operations from bytes; stops when they end.
class Play {
public:
    explicit Play(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {
        for (std::uint32_t i = 1; i < kStreams; ++i) (void)streams_.open(gpu::StreamPriority::Normal);
        pool_ =
            VramPool::open(faulty_, streams_,
                           {.chunkBytes = kChunk, .smallChunkBytes = kSmallChunk, .smallMost = kSmallMost})
                .value();
        owner_ = pool_->owner("model");
    }

    /// The first thing that went wrong; empty if nothing did.
    std::string run() {
        while (at_ < bytes_.size() && problem_.empty()) {
            operate();
            if (!violations_.empty()) problem_ = violations_.front();
            pool_->validate();
        }
        faulty_.failNever();
        for (const Block& block : live_) pool_->free(block.id);
        pool_.reset();
        if (problem_.empty() && memory_->createdBytes() != 0) problem_ = "memory is left behind";
        if (problem_.empty() && streams_.openEvents() != 0) problem_ = "events are left behind";
        return problem_;
    }

private:
    std::uint8_t next() { return at_ < bytes_.size() ? bytes_[at_++] : std::uint8_t{0}; }

    void operate() {
        const std::uint8_t choice = next();
        if (choice < 100) return allocate();
        if (choice < 185) return free();
        if (choice < 205) return use();
        if (choice < 225) return streams_.advance(1ms * next());
        if (choice < 235) return void(pool_->trim(next() * kMiB / 4));
        if (choice < 245) return others();
        faulty_.failAfter(next() % 24, next() % 4 == 0 ? gpu::kNotReady : gpu::kDriverRefused);
    }

    void allocate() {
        const std::uint8_t size = next();
        const std::uint64_t bytes =
            size < 96 ? 1 + size * 5000ull : 1 + (size - 96ull) * (size - 96ull) * 3500;
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
            const bool forSmall = bytes <= kSmallMost;
            const std::uint64_t unit = forSmall ? kSmallChunk : kChunk;
            if (model_.freeBytes(othersSeen_, forSmall) >= (bytes + unit - 1) / unit * unit)
                problem_ = "refused though chunks are free";
        } else if (faulty_.faults() == faults) {
            problem_ = "an error without a fault: " + block.error().debugText();
        }
    }

    void free() {
        if (live_.empty()) return;
        const std::size_t index = next() % live_.size();
        model_.remove(live_[index]);
        pool_->free(live_[index].id);
        live_[index] = live_.back();
        live_.pop_back();
    }

    void use() {
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

    void others() {
        const std::uint64_t room = kTotal - memory_->createdBytes();
        const std::uint64_t bytes = next() * kMiB / 4;
        memory_->setOthersBytes(std::min(bytes, room) / kSmallChunk * kSmallChunk);
        othersSeen_ = std::min(bytes, room) / kSmallChunk * kSmallChunk;
        while (!pool_->refresh()) {
        }
    }

    const std::vector<std::uint8_t>& bytes_;
    std::size_t at_ = 0;
    std::string problem_;
    std::vector<std::string> violations_;
    gpu::SimStreams streams_{[this](const std::string& what) { violations_.push_back(what); }};
    std::unique_ptr<gpu::HostMemory> memory_ =
        gpu::HostMemory::create({.device = "card", .totalBytes = kTotal, .bookkeepingOnly = true}, streams_,
                                [this](const std::string& what) { violations_.push_back(what); })
            .value();
    testing::FaultySource faulty_{*memory_};
    std::unique_ptr<VramPool> pool_;
    OwnerId owner_{};
    Model model_;
    std::uint64_t othersSeen_ = 0;
    std::vector<Block> live_;
};

TEST(PoolModel, AnySequenceKeepsTheRules) {
    const char* const wanted = std::getenv("MANJU_FUZZ");
    const std::uint64_t rounds = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 150;
    for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<std::uint8_t> bytes(200 + random() % 800);
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
        ASSERT_EQ(Play(bytes).run(), "") << "seed " << seed;
    }
}

}  // namespace
}  // namespace manju::vram
