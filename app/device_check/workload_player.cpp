// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/workload_player.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "app/bench/vram/random.h"
#include "core/vram/errors.h"

namespace manju::device_check {
namespace {

constexpr std::size_t kMostSamples = 2000;
/// One live block is checked after so many events.
constexpr std::size_t kCheckEvery = 8;

double shareOf(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

class Player {
public:
    Player(const bench::Workload& workload, const Side& side, vram::VramPool& pool)
        : workload_(workload), side_(side), pool_(pool), stride_(workload.events.size() / kMostSamples + 1) {
        for (const std::string& owner : workload.owners) owners_.push_back(pool.owner(owner));
    }
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    ~Player() {
        for (const auto& live : live_)
            if (live) pool_.free(live->block.id);
    }

    Result<Played> play(const Deadline& deadline, const Marks& marks) {
        const std::size_t half = workload_.events.size() / 2;
        for (std::size_t i = 0; i < workload_.events.size() && !played_.cutShort; ++i) {
            if (i == half) requestsAtHalf_ = played_.requests;
            if (i == half && marks.half) marks.half();
            MANJU_CHECK(perform(workload_.events[i]));
            if (i % kCheckEvery == 0) MANJU_CHECK(checkSome());
            if (i % stride_ == 0) sample();
            if (i % 16 == 0) played_.cutShort = deadline.hasPassed();
        }
        if (marks.end) marks.end();
        for (std::uint64_t block = 0; block < live_.size(); ++block) MANJU_CHECK(free(block));
        MANJU_CHECK(finishAll(side_.streams));
        played_.counters = pool_.stats().counters;
        played_.laterRequests = played_.requests - requestsAtHalf_;
        const double samples = static_cast<double>(std::max<std::size_t>(samples_, 1));
        played_.felt /= samples;
        played_.stranded /= samples;
        return std::move(played_);
    }

private:
    struct Live {
        vram::Block block;
        gpu::StreamId stream{};  ///< that filled it
        bool checked = false;    ///< the check stream works on it already
    };

    Status perform(const bench::Event& event) {
        switch (event.action) {
            case bench::Action::Allocate:
                return allocate(event);
            case bench::Action::Free:
                return free(event.block);
            case bench::Action::Use:
                return check(event.block);
            case bench::Action::Finish:
                return finishAll(side_.streams);
            case bench::Action::Others:
                return Done{};  // this card has no other programs
        }
        return Done{};
    }

    Status allocate(const bench::Event& event) {
        const gpu::StreamId stream = workStream(static_cast<std::uint64_t>(event.region));
        const auto block = pool_.allocate({event.bytes, event.region, stream, owners_[event.owner]});
        if (!block && !block.error().is(vram::kOutOfVram)) return block.error();
        ++played_.requests;
        played_.granted.push_back(block.ok());
        if (live_.size() <= event.block) live_.resize(event.block + 1);
        if (!block) {
            ++played_.refusals;
            return Done{};
        }
        live_[event.block] = Live{*block, stream};
        granted_ += block->granted;
        return side_.work.fill(stream, *block, stampOf(event.block));
    }

    Status check(std::uint64_t number) {
        if (number >= live_.size() || !live_[number]) return Done{};
        Live& live = *live_[number];
        if (!live.checked) {
            pool_.alsoUsedBy(live.block.id, kCheckStream);
            MANJU_CHECK(order(side_.streams, kCheckStream, live.stream));
            live.checked = true;
        }
        return side_.work.check(kCheckStream, live.block, stampOf(number));
    }

    Status free(std::uint64_t number) {
        if (number >= live_.size() || !live_[number]) return Done{};
        MANJU_CHECK(check(number));
        pool_.free(live_[number]->block.id);
        granted_ -= live_[number]->block.granted;
        live_[number].reset();
        return Done{};
    }

    Status checkSome() { return live_.empty() ? Done{} : check(random_.between(0, live_.size() - 1)); }

    void sample() {
        const vram::Stats stats = pool_.stats();
        const std::uint64_t free = stats.total - std::min(stats.total, granted_);
        if (free > 0) played_.felt += 1 - shareOf(std::min(free, stats.largestAfterWaiting), free);
        const vram::Bands& bands = stats.bands;
        played_.stranded += shareOf(bands.stranded, bands.sum() - bands.unused - bands.others);
        ++samples_;
    }

    const bench::Workload& workload_;
    const Side& side_;
    vram::VramPool& pool_;
    std::size_t stride_, samples_ = 0;
    std::vector<vram::OwnerId> owners_;
    std::vector<std::optional<Live>> live_;  ///< by the block's number
    std::uint64_t granted_ = 0;
    std::uint64_t requestsAtHalf_ = 0;
    bench::Random random_{2};
    Played played_;
};

}  // namespace

bench::Workload scaledTo(const bench::Workload& workload, std::uint64_t most) {
    bench::Workload scaled = workload;
    scaled.cardBytes = most;
    const double factor = shareOf(most, workload.cardBytes);
    for (bench::Event& event : scaled.events)
        if (event.action == bench::Action::Allocate)
            event.bytes = std::max<std::uint64_t>(
                1, static_cast<std::uint64_t>(static_cast<double>(event.bytes) * factor));
    return scaled;
}

Result<Played> play(const bench::Workload& workload, const Side& side, const vram::PoolOptions& options,
                    const Deadline& deadline, const Marks& marks) {
    MANJU_TRY(const auto pool, vram::VramPool::open(side.memory, side.streams, options));
    return Player(workload, side, *pool).play(deadline, marks);
}

vram::PoolOptions optionsFor(double factor, const gpu::SourceTraits& traits,
                             std::optional<std::uint64_t> chunkBytes) {
    const auto scaled = [&](std::uint64_t bytes) {
        return static_cast<std::uint64_t>(static_cast<double>(bytes) * factor);
    };
    vram::PoolOptions options;
    options.chunkBytes =
        chunkBytes.value_or(std::max(traits.granularity, std::bit_floor(scaled(options.chunkBytes))));
    options.smallChunkBytes =
        std::max(traits.granularity, std::min(options.chunkBytes, options.smallChunkBytes));
    options.smallMost = scaled(options.smallMost);
    return options;
}

}  // namespace manju::device_check
