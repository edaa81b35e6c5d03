// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/remap_check.h"

#include <algorithm>
#include <bit>

#include "core/vram/errors.h"

namespace manju::device_check {
namespace {

constexpr std::uint64_t kMostChunk = 16 << 20;
/// The card has at least so many chunks, if its granularity allows that.
constexpr std::uint64_t kChunks = 128;
/// A block of the load is written up to so often at a time, to keep the card behind the host.
constexpr int kMostLoadFills = 64;
/// The load grows until one request in so many meets memory that streams still use.
constexpr std::uint64_t kWaitOneIn = 2;

class Churn {
public:
    Churn(vram::VramPool& pool, gpu::Streams& streams, CardWork& work, RemapOutcome& outcome)
        : pool_(pool),
          streams_(streams),
          work_(work),
          outcome_(outcome),
          churn_(pool.owner("churn")),
          load_(pool.owner("load")) {}
    Churn(const Churn&) = delete;
    Churn& operator=(const Churn&) = delete;
    ~Churn() {
        for (const Live& live : live_) pool_.free(live.block.id);
        for (const Live& live : loads_) pool_.free(live.block.id);
    }

    Status run(const Deadline& deadline) {
        MANJU_CHECK(startLoad());
        while (pool_.stats().counters.remaps < outcome_.wanted) {
            outcome_.cutShort = deadline.hasPassed();
            if (outcome_.cutShort) break;
            MANJU_CHECK(step());
        }
        while (!live_.empty()) MANJU_CHECK(give(live_.size() - 1));
        for (Live& load : loads_) MANJU_CHECK(work_.check(load.stream, load.block, load.word));
        return work_.collectAll();
    }

private:
    struct Live {
        vram::Block block;
        vram::Region region{};
        gpu::StreamId stream{};
        std::uint32_t word = 0;
    };

    Status startLoad() {
        for (std::uint64_t i = 0; i < kLoadStreams; ++i) {
            const gpu::StreamId stream = loadStream(i);
            const std::uint64_t bytes = outcome_.bytes / 16;
            MANJU_TRY(const vram::Block block,
                      pool_.allocate({bytes, vram::Region::Resident, stream, load_}));
            loads_.push_back({block, vram::Region::Resident, stream, stampOf(++stamps_)});
            MANJU_CHECK(work_.fill(stream, block, loads_.back().word));
        }
        return Done{};
    }

    /// The load's streams check what they wrote last and write it anew.
    Status keepLoad() {
        Live& load = loads_[outcome_.requests % loads_.size()];
        MANJU_CHECK(work_.check(load.stream, load.block, load.word));
        load.word = stampOf(++stamps_);
        const vram::Counters met = pool_.stats().counters;
        if (outcome_.requests % 16 == 15 && loadFills_ < kMostLoadFills &&
            (met.hostWaits + met.streamWaits) * kWaitOneIn < outcome_.requests)
            ++loadFills_;
        for (int i = 0; i < loadFills_; ++i) {
            ++outcome_.loadFills;
            MANJU_CHECK(work_.fill(load.stream, load.block, load.word));
        }
        return Done{};
    }

    Status step() {
        const auto region = static_cast<vram::Region>(random_.between(0, vram::kRegions - 1));
        const std::uint64_t bytes = random_.between(outcome_.chunkBytes + 1, outcome_.bytes / 12);
        const gpu::StreamId stream = workStream(random_.between(0, kWorkStreams - 1));
        MANJU_CHECK(keepLoad());
        ++outcome_.requests;
        for (;;) {
            if (heldChunks_ + chunksOf(bytes) <= outcome_.bytes * 13 / 16 / outcome_.chunkBytes) {
                const auto block = pool_.allocate({bytes, region, stream, churn_});
                if (block) {
                    heldChunks_ += chunksOf(bytes);
                    live_.push_back({*block, region, stream, stampOf(++stamps_)});
                    MANJU_CHECK(work_.fill(stream, *block, live_.back().word));
                    return work_.collect();
                }
                if (!block.error().is(vram::kOutOfVram)) return block.error();
            }
            if (live_.empty()) return Done{};
            MANJU_CHECK(give(choose(region)));
        }
    }

    /// A block of another region, so that the room that it leaves is not where it is wanted next.
    std::size_t choose(vram::Region wanted) {
        std::size_t chosen = random_.between(0, live_.size() - 1);
        for (std::size_t i = 0; i < live_.size() && live_[chosen].region == wanted; ++i)
            chosen = (chosen + 1) % live_.size();
        return chosen;
    }

    Status give(std::size_t number) {
        const Live live = live_[number];
        pool_.alsoUsedBy(live.block.id, kCheckStream);
        MANJU_CHECK(order(streams_, kCheckStream, live.stream));
        // Behind the load, so that the block is freed long before it is read.
        MANJU_CHECK(order(streams_, kCheckStream, loadStream(outcome_.requests)));
        MANJU_CHECK(work_.check(kCheckStream, live.block, live.word));
        live_[number] = live_.back();
        live_.pop_back();
        heldChunks_ -= chunksOf(live.block.granted);
        pool_.free(live.block.id);
        return Done{};
    }

    [[nodiscard]] std::uint64_t chunksOf(std::uint64_t bytes) const {
        return (bytes + 512 + outcome_.chunkBytes - 1) / outcome_.chunkBytes;
    }

    vram::VramPool& pool_;
    gpu::Streams& streams_;
    CardWork& work_;
    RemapOutcome& outcome_;
    vram::OwnerId churn_, load_;
    std::vector<Live> live_, loads_;
    std::uint64_t heldChunks_ = 0;
    std::uint64_t stamps_ = 0;
    int loadFills_ = 1;
    bench::Random random_{3};
};

}  // namespace

Result<RemapOutcome> checkRemaps(gpu::MemorySource& memory, gpu::Streams& poolStreams, gpu::Streams& streams,
                                 CardWork& work, std::uint64_t wanted, const Deadline& deadline) {
    RemapOutcome outcome;
    outcome.bytes = memory.traits().totalBytes;
    outcome.wanted = wanted;
    outcome.chunkBytes = std::clamp(std::bit_floor(outcome.bytes / kChunks), memory.traits().granularity,
                                    std::max(kMostChunk, memory.traits().granularity));
    vram::PoolOptions options;
    options.chunkBytes = outcome.chunkBytes;
    options.smallChunkBytes = memory.traits().granularity;
    MANJU_TRY(const auto pool, vram::VramPool::open(memory, poolStreams, options));
    {
        Churn churn(*pool, streams, work, outcome);
        MANJU_CHECK(churn.run(deadline));
    }
    outcome.counters = pool->stats().counters;
    return outcome;
}

}  // namespace manju::device_check
