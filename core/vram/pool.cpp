// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/pool.h"

#include <algorithm>
#include <bit>

#include "core/gpu/errors.h"
#include "core/vram/errors.h"
#include "core/vram/require.h"

namespace manju::vram {
namespace {

constexpr int kNotReadyRetries = 3;
constexpr std::size_t kNamedHolders = 5;
constexpr std::size_t kSettledAtOnce = 8, kSettledByFree = 2;

}  // namespace

Result<std::unique_ptr<VramPool>> VramPool::open(gpu::MemorySource& source, gpu::Streams& streams,
                                                 PoolOptions options) {
    const std::uint64_t granularity = source.traits().granularity;
    require(std::has_single_bit(options.alignment), "blocks are aligned to no power of two");
    for (const std::uint64_t bytes : {options.chunkBytes, options.smallChunkBytes})
        if (!std::has_single_bit(bytes) || bytes % granularity != 0 || bytes % options.alignment != 0)
            return Error(kBadChunkSize,
                         {{"bytes", std::to_string(bytes)}, {"granularity", std::to_string(granularity)}});
    std::unique_ptr<VramPool> pool(new VramPool(source, streams, options));
    MANJU_CHECK(pool->backing_.refresh());
    return pool;
}

VramPool::VramPool(gpu::MemorySource& source, gpu::Streams& streams, PoolOptions options)
    : options_(options),
      streams_(streams),
      progress_(streams),
      backing_(source, options.chunkBytes, options.smallChunkBytes, options.headroom, counters_) {
    for (std::uint32_t number = 0; number < 2 * kRegions; ++number)
        arenas_.emplace_back(number, number < kRegions ? backing_.large() : backing_.small(),
                             options.alignment);
}

VramPool::~VramPool() {
    Lock lock(mutex_);
    require(heldUnused_.size() == held_.size(), "blocks outlive it");
    for (;;) {
        const auto waited = waitForOldest(lock);
        if (!waited || !*waited) break;
    }
    settleAll();
    if (!backing_.trim(0, arenas_)) (void)backing_.trim(0, arenas_);  // a passing fault leaves nothing behind
}

std::uint64_t VramPool::rounded(std::uint64_t bytes) const {
    return roundedUp(std::max<std::uint64_t>(bytes, 1), options_.alignment);
}

Arena& VramPool::arenaOf(const Request& request) {
    const auto region = static_cast<std::size_t>(request.region);
    return arenas_[request.bytes <= options_.smallMost ? kRegions + region : region];
}

std::uint64_t VramPool::reserveFor(const Request& request) const {
    return request.region == Region::Oversize ? 0 : reserve_;
}

std::optional<Block> VramPool::grant(Arena& arena, SpanIndex free, const Request& request) {
    std::uint32_t tag;
    if (heldUnused_.empty()) {
        tag = static_cast<std::uint32_t>(held_.size());
        held_.emplace_back();
    } else {
        tag = heldUnused_.back();
        heldUnused_.pop_back();
    }
    const SpanIndex index = arena.take(free, rounded(request.bytes), tag);
    const Span& span = arena.spans()[index];
    held_[tag] = {request.bytes, request.owner, request.region,
                  1u << static_cast<std::uint32_t>(request.stream)};
    Owner& owner = owners_[static_cast<std::size_t>(request.owner)];
    owner.bytes += span.bytes;
    ++owner.blocks;
    requested_ += request.bytes;
    grantedByRegion_[static_cast<std::size_t>(request.region)] += span.bytes;
    ++counters_.allocations;
    tell({TraceAction::Allocate, span.start, request.bytes, request.stream, request.region, owner.name});
    return Block{{arena.number(), index, span.generation}, span.start, span.bytes};
}

/// Memory that this stream may use at once.
std::optional<Block> VramPool::fromFree(Arena& arena, const Request& request) {
    const std::uint64_t bytes = rounded(request.bytes);
    const SpanIndex own = arena.find(static_cast<Keeper>(request.stream), bytes);
    const SpanIndex found = own != kNoSpan ? own : arena.find(kReady, bytes);
    if (found == kNoSpan || !keepsReserve(arena, found, request)) return std::nullopt;
    ++counters_.hits;
    return grant(arena, found, request);
}

/// Whether the reserve is still there when a free span is taken.
bool VramPool::keepsReserve(const Arena& arena, SpanIndex index, const Request& request) const {
    const std::uint64_t reserve = reserveFor(request);
    if (reserve == 0) return true;
    const Span& span = arena.spans()[index];
    const std::uint64_t taken =
        arena.emptyBytesUnder({span.window, span.start, rounded(request.bytes), {}}, true);
    return taken == 0 || backing_.available(arena.store(), true) >= taken + reserve;
}

bool VramPool::lookAtStreams() {
    const bool more = progress_.look();
    if (!more) return false;
    for (Arena& arena : arenas_) arena.settleMixed(progress_.done());
    ++changes_;
    return true;
}

/// Makes memory ready that streams have ended with, a little at a time: one request does not pay for all
/// that was freed before it.
std::optional<Block> VramPool::fromSettled(Arena& arena, const Request& request) {
    for (Keeper stream = 0; stream < kMostStreams; ++stream)
        while (arena.settle(stream, progress_.done(), kSettledAtOnce) > 0)
            if (auto block = fromFree(arena, request)) return block;
    return std::nullopt;
}

void VramPool::settleAll() {
    for (Arena& arena : arenas_)
        for (Keeper stream = 0; stream < kMostStreams; ++stream)
            arena.settle(stream, progress_.done(), SIZE_MAX);
}

/// Memory that other streams still use: this one's work waits for them on the card.
Result<std::optional<Block>> VramPool::fromOtherStreams(Arena& arena, const Request& request) {
    SpanIndex best = kNoSpan;
    for (Keeper keeper = 0; keeper < kKeepers; ++keeper) {
        if (keeper == kReady) continue;
        const SpanIndex found = arena.find(keeper, rounded(request.bytes));
        if (found != kNoSpan && (best == kNoSpan || arena.spans()[found].bytes < arena.spans()[best].bytes))
            best = found;
    }
    if (best == kNoSpan || !keepsReserve(arena, best, request)) return std::optional<Block>();
    MANJU_CHECK(progress_.order(request.stream, arena.spans().ticketsOf(best)));
    ++counters_.streamWaits;
    return grant(arena, best, request);
}

/// Memory under one run of addresses, from wherever whole chunks are free.
Result<std::optional<Block>> VramPool::fromChunks(Arena& arena, const Request& request) {
    const std::uint64_t bytes = rounded(request.bytes);
    auto placement = arena.plan(bytes);
    if (!backing_.canRemap()) {
        if (!placement) {
            MANJU_TRY(const bool enough, backing_.addSlab(arena, bytes, reserveFor(request), arenas_));
            if (!enough) return std::optional<Block>();
            placement = arena.plan(bytes);
        }
    } else if (!placement) {
        const std::uint64_t whole = roundedUp(bytes, arena.store().chunkBytes());
        if (backing_.available(arena.store()) < whole + reserveFor(request)) return std::optional<Block>();
        MANJU_TRY(const bool room, backing_.addWindow(arena, whole, arenas_));
        if (!room) return std::optional<Block>();
        placement = arena.plan(bytes);
    }
    MANJU_TRY(const bool backed, backing_.back(arena, *placement, reserveFor(request), arenas_));
    if (!backed) return std::optional<Block>();
    return grant(arena, arena.claim(*placement), request);
}

Result<bool> VramPool::waitForOldest(Lock& lock) {
    MANJU_TRY(const auto wait, progress_.oldest());
    if (!wait) return false;
    lock.unlock();
    const Status waited = streams_.synchronize(wait->event);
    lock.lock();
    progress_.release(*wait);
    ++counters_.hostWaits;
    tell({TraceAction::Finish, 0, 0, gpu::StreamId(static_cast<std::uint32_t>(wait->stream)), {}, {}});
    MANJU_CHECK(waited);
    (void)lookAtStreams();
    return true;
}

Result<Block> VramPool::allocate(const Request& request) {
    Lock lock(mutex_);
    require(request.bytes > 0 && static_cast<std::size_t>(request.stream) < kMostStreams &&
                static_cast<std::size_t>(request.owner) < owners_.size(),
            "a request for nothing, or of an unknown stream or owner");
    Arena& arena = arenaOf(request);
    if (request.bytes > backing_.total()) return refusal(arena, request);
    const std::uint64_t whole =
        roundedUp(rounded(request.bytes), arena.store().chunkBytes()) + reserveFor(request);
    bool refreshed = false;
    for (int notReady = 0;;) {
        if (auto block = fromFree(arena, request)) return *block;
        if (auto block = fromSettled(arena, request)) return *block;
        if (lookAtStreams()) {
            if (auto block = fromFree(arena, request)) return *block;
            if (auto block = fromSettled(arena, request)) return *block;
        }
        MANJU_TRY(auto waiting, fromOtherStreams(arena, request));
        if (waiting) return *waiting;
        settleAll();
        auto backed = fromChunks(arena, request);
        if (backed && *backed) return **backed;
        if (!backed) {
            if (!backed.error().is(gpu::kNotReady) || notReady++ == kNotReadyRetries) return backed.error();
            ++counters_.notReadyRetries;
            MANJU_CHECK(waitForOldest(lock));
            continue;
        }
        const std::uint64_t seen = changes_;
        if (evict_ && backing_.available(arena.store(), true) < whole) {
            const Evict evict = evict_;
            lock.unlock();
            const bool gave = evict(request.bytes);
            lock.lock();
            counters_.evictions += gave ? 1 : 0;
            if (gave) continue;
        }
        MANJU_TRY(const bool waited, waitForOldest(lock));
        if (waited || changes_ != seen) continue;
        if (refreshed) return refusal(arena, request);
        MANJU_CHECK(backing_.refresh());  // other programs may have given memory back
        refreshed = true;
    }
}

Error VramPool::refusal(const Arena& arena, const Request& request) {
    ++counters_.refusals;
    tell({TraceAction::AllocateFailure, 0, request.bytes, request.stream, request.region,
          owners_[static_cast<std::size_t>(request.owner)].name});
    const std::uint64_t whole =
        roundedUp(rounded(std::min(request.bytes, backing_.total())), arena.store().chunkBytes());
    if (backing_.canRemap() && request.bytes <= backing_.total() &&
        backing_.available(arena.store()) >= whole + reserveFor(request))
        ++counters_.spuriousRefusals;
    std::string holders;
    std::vector<const Owner*> largest;
    for (const Owner& owner : owners_)
        if (owner.bytes > 0) largest.push_back(&owner);
    std::ranges::sort(largest, std::greater<>(), &Owner::bytes);
    for (std::size_t i = 0; i < std::min(kNamedHolders, largest.size()); ++i)
        holders += (i > 0 ? ", " : "") + largest[i]->name + " " + std::to_string(largest[i]->bytes);
    return Error(kOutOfVram, {{"device", backing_.device()},
                              {"bytes", std::to_string(request.bytes)},
                              {"now", std::to_string(largestOf(false, reserve_))},
                              {"waiting", std::to_string(largestOf(true, reserve_))},
                              {"holders", holders}});
}

void VramPool::alsoUsedBy(BlockId block, gpu::StreamId stream) {
    const Lock lock(mutex_);
    const Span& span = arenas_[block.arena].spans()[block.span];
    require(span.state == SpanState::Live && span.generation == block.generation, "a freed block is used");
    require(static_cast<std::size_t>(stream) < kMostStreams, "a block is used by an unknown stream");
    held_[span.tag].streams |= 1u << static_cast<std::uint32_t>(stream);
    tell({TraceAction::Use, span.start, held_[span.tag].requested, stream, {}, {}});
}

void VramPool::free(BlockId block) {
    const Lock lock(mutex_);
    Arena& arena = arenas_[block.arena];
    const Span& span = arena.spans()[block.span];
    require(span.state == SpanState::Live && span.generation == block.generation, "a block is freed twice");
    const auto tag = static_cast<std::uint32_t>(span.tag);
    const Held held = held_[tag];
    const std::uint64_t bytes = span.bytes;
    tell({TraceAction::Free, span.start, held.requested, {}, held.region, {}});
    Owner& owner = owners_[static_cast<std::size_t>(held.owner)];
    owner.bytes -= bytes;
    --owner.blocks;
    requested_ -= held.requested;
    grantedByRegion_[static_cast<std::size_t>(held.region)] -= bytes;
    heldUnused_.push_back(tag);
    ++counters_.frees;
    ++changes_;
    Tickets tickets;
    for (std::uint32_t left = held.streams; left != 0; left &= left - 1)
        progress_.addUse(tickets, gpu::StreamId(static_cast<std::uint32_t>(std::countr_zero(left))));
    const auto first = static_cast<Keeper>(std::countr_zero(held.streams));
    arena.give(block.span, std::has_single_bit(held.streams) ? first : kMixed, tickets);
    arena.settle(first, progress_.done(), kSettledByFree);
    for (std::uint32_t left = held.streams; left != 0; left &= left - 1)
        (void)progress_.noteFreed(gpu::StreamId(static_cast<std::uint32_t>(std::countr_zero(left))), bytes);
}

OwnerId VramPool::owner(std::string_view name) {
    const Lock lock(mutex_);
    if (const auto known = ownerIds_.find(name); known != ownerIds_.end()) return known->second;
    const OwnerId id{static_cast<std::uint32_t>(owners_.size())};
    owners_.push_back({std::string(name), 0, 0});
    ownerIds_.emplace(name, id);
    return id;
}

void VramPool::setEvict(Evict evict) {
    const Lock lock(mutex_);
    evict_ = std::move(evict);
}

void VramPool::setTrace(TraceSink sink) {
    const Lock lock(mutex_);
    trace_ = std::move(sink);
    toldOthers_ = 0;
    tellOthers();
    for (const Arena& arena : arenas_)
        for (SpanIndex first : arena.spans().windows())
            for (; first != kNoSpan; first = arena.spans()[first].after)
                if (arena.spans()[first].state == SpanState::Live) tellLive(arena.spans()[first]);
}

void VramPool::tellLive(const Span& span) {
    const Held& held = held_[span.tag];
    std::uint32_t left = held.streams;
    const auto next = [&left] {
        const gpu::StreamId stream{static_cast<std::uint32_t>(std::countr_zero(left))};
        left &= left - 1;
        return stream;
    };
    tell({TraceAction::Allocate, span.start, held.requested, next(), held.region,
          owners_[static_cast<std::size_t>(held.owner)].name});
    while (left != 0) tell({TraceAction::Use, span.start, held.requested, next(), {}, {}});
}

void VramPool::setReserve(std::uint64_t bytes) {
    const Lock lock(mutex_);
    reserve_ = bytes;
}

Status VramPool::trim(std::uint64_t keep) {
    const Lock lock(mutex_);
    (void)lookAtStreams();
    settleAll();
    return backing_.trim(keep, arenas_);
}

Result<bool> VramPool::tidy(std::uint32_t mostCalls) {
    const Lock lock(mutex_);
    (void)lookAtStreams();
    settleAll();
    return backing_.tidy(mostCalls, arenas_);
}

Status VramPool::refresh() {
    const Lock lock(mutex_);
    MANJU_CHECK(backing_.refresh());
    tellOthers();
    return Done{};
}

/// To whoever plays a trace again, memory beside the pool is as gone as other programs'.
void VramPool::tellOthers() {
    const std::uint64_t now = backing_.others() + backing_.beside();
    if (trace_ && now != toldOthers_) trace_({TraceAction::Others, 0, now, {}, {}, {}});
    toldOthers_ = now;
}

void VramPool::tell(const TraceEvent& event) {
    if (!trace_) return;
    tellOthers();  // a request may have found out
    trace_(event);
}

void VramPool::setBeside(Beside beside) {
    const Lock lock(mutex_);
    backing_.setBeside(std::min(beside.held, backing_.total()));
    beside_ = std::move(beside);
    tellOthers();
}

}  // namespace manju::vram
