// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/vram/pool.h"
#include "core/vram/require.h"

namespace manju::vram {
namespace {

double shareOf(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

double feltBy(const Stats& stats, std::uint64_t largest) {
    const std::uint64_t held = stats.bands.others + stats.bands.requested + stats.bands.rounding;
    const std::uint64_t free = stats.total > held ? stats.total - held : 0;
    return free == 0 ? 0.0 : 1.0 - shareOf(std::min(largest, free), free);
}

}  // namespace

double Stats::feltFragmentation() const {
    return feltBy(*this, largestNow);
}

double Stats::feltAfterWaiting() const {
    return feltBy(*this, largestOversize);
}

double Stats::internalFragmentation() const {
    return shareOf(bands.rounding, bands.requested + bands.rounding);
}

std::uint64_t VramPool::largestOf(bool afterWaiting, std::uint64_t reserve) const {
    std::uint64_t chunks = backing_.available(backing_.large(), afterWaiting);
    chunks = chunks > reserve ? chunks - reserve : 0;
    std::uint64_t largest = chunks / options_.chunkBytes * options_.chunkBytes;
    // What streams still use is had at once as well: by the stream itself, or after a wait on the card.
    for (const Arena& arena : arenas_)
        for (Keeper keeper = 0; keeper < kKeepers; ++keeper)
            if (&arena.store() == &backing_.large())
                largest = std::max(largest, arena.spans().largest(keeper));
    return largest;
}

Stats VramPool::stats() {
    const std::unique_lock lock(mutex_);
    settleAll();
    Stats stats;
    stats.total = backing_.total();
    stats.counters = counters_;
    stats.grantedByRegion = grantedByRegion_;
    stats.bands.requested = requested_;
    stats.bands.unused = backing_.unused();
    std::uint64_t granted = 0;
    for (const ChunkStore* store : {&backing_.large(), &backing_.small()}) {
        const ChunkSums& sums = store->sums();
        granted += sums.live;
        stats.bands.stranded += sums.liveChunks - sums.live - sums.busy;
        stats.bands.pending += sums.busy + sums.busyChunks;
        stats.bands.idleMapped += sums.idleChunks;
        stats.bands.idleSpare += sums.spareChunks;
    }
    stats.bands.rounding = granted - requested_;
    stats.bands.others = stats.total - backing_.physical() - stats.bands.unused;
    const std::uint64_t beside = std::min(backing_.beside(), stats.bands.others);
    stats.bands.others -= beside;
    stats.bands.requested += std::min(beside_.requested, beside);
    stats.bands.rounding += beside - std::min(beside_.requested, beside);
    stats.grantedByRegion[static_cast<std::size_t>(beside_.region)] += beside;
    stats.spilled = backing_.spilled();
    stats.largestNow = largestOf(false, reserve_);
    stats.largestOversize = largestOf(true, 0);
    stats.largestAfterWaiting = largestOf(true, reserve_);
    return stats;
}

std::vector<Holding> VramPool::holdings() {
    const std::unique_lock lock(mutex_);
    std::vector<Holding> holdings;
    for (const Owner& owner : owners_)
        if (owner.blocks > 0) holdings.push_back({owner.name, owner.bytes, owner.blocks});
    if (backing_.beside() > 0) holdings.push_back({beside_.owner, backing_.beside(), beside_.blocks});
    std::ranges::sort(holdings, std::greater<>(), &Holding::bytes);
    return holdings;
}

void VramPool::validate() {
    {
        const std::unique_lock lock(mutex_);
        for (const Arena& arena : arenas_) arena.validate();
        backing_.large().validate();
        backing_.small().validate();
        std::uint64_t byOwner = 0, byRegion = 0;
        for (const Owner& owner : owners_) byOwner += owner.bytes;
        for (const std::uint64_t bytes : grantedByRegion_) byRegion += bytes;
        const std::uint64_t live = backing_.large().sums().live + backing_.small().sums().live;
        require(byOwner == live && byRegion == live, "owners and regions hold something else than chunks");
        require(requested_ <= live, "more is asked for than granted");
        require(counters_.spuriousRefusals == 0, "a request was refused though chunks were free");
    }
    require(stats().bands.sum() == stats().total, "the bands do not add up to the card");
}

}  // namespace manju::vram
