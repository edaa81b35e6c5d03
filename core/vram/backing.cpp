// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/backing.h"

#include <algorithm>
#include <map>

#include "core/gpu/errors.h"
#include "core/vram/require.h"

namespace manju::vram {
Backing::Backing(gpu::MemorySource& source, std::uint64_t chunkBytes, std::uint64_t smallChunkBytes,
                 std::uint64_t headroom, Counters& counters)
    : source_(source),
      large_(chunkBytes),
      small_(smallChunkBytes),
      headroom_(headroom),
      counters_(counters),
      total_(source.traits().totalBytes) {}

Status Backing::refresh() {
    MANJU_TRY(const gpu::MemoryInfo info, source_.info());
    total_ = info.totalBytes;
    const std::uint64_t held = physical() + info.freeBytes;
    const std::uint64_t foreign = total_ > held ? total_ - held : 0;
    beside_ = std::min(beside_, foreign);
    others_ = foreign - beside_;
    spilled_ = held > total_ ? std::min(held - total_, physical()) : 0;
    return Done{};
}

std::uint64_t Backing::unused() const {
    const std::uint64_t taken = others_ + beside_ + headroom_ + physical();
    return total_ > taken ? total_ - taken : 0;
}

std::uint64_t Backing::available(const ChunkStore& store, bool afterWaiting) const {
    std::uint64_t bytes = unused();
    if (canRemap() && afterWaiting) bytes += large_.sums().busyChunks + small_.sums().busyChunks;
    if (canRemap())
        for (const ChunkStore* each : {&large_, &small_})
            bytes += each->sums().idleChunks + each->sums().spareChunks;
    return bytes / store.chunkBytes() * store.chunkBytes();
}

Backing::Sources Backing::sourcesFor(const ChunkStore& store, const Placement& placement) const {
    Sources sources;
    std::uint64_t missing = placement.slots.size();
    missing -= std::min(missing, store.spareCount());
    for (ChunkIndex chunk = store.oldestIdle(); chunk != kNoChunk && missing > 0;
         chunk = store[chunk].newer) {
        const Address address = store[chunk].address;
        // What lies under the placement already is as good as mapped there.
        if (address + store.chunkBytes() > placement.start && address < placement.start + placement.bytes)
            continue;
        sources.idle.push_back(chunk);
        --missing;
    }
    sources.created = missing;
    return sources;
}

Status Backing::unmapIdle(const std::vector<ChunkIndex>& chunks, ChunkStore& store,
                          std::deque<Arena>& arenas) {
    std::map<std::uint32_t, std::vector<ChunkIndex>> unmapped;
    Status result = Done{};
    for (const ChunkIndex chunk : chunks) {
        result = source_.unmap(store[chunk].address, store.chunkBytes());
        if (!result) break;
        unmapped[store[chunk].arena].push_back(chunk);
    }
    for (auto& [arena, gone] : unmapped) arenas[arena].displace(std::move(gone));
    return result;
}

Status Backing::releaseSpare(ChunkStore& store, std::uint64_t count) {
    for (; count > 0 && store.oldestSpare() != kNoChunk; --count) {
        const ChunkIndex chunk = store.oldestSpare();
        MANJU_CHECK(source_.release(store[chunk].memory));
        store.remove(chunk);
        ++counters_.chunksReleased;
    }
    return Done{};
}

/// Free chunks of the other class go until so many bytes are unused.
Status Backing::makeRoom(ChunkStore& keep, std::uint64_t bytes, std::deque<Arena>& arenas) {
    ChunkStore& other = &keep == &large_ ? small_ : large_;
    while (unused() < bytes && (other.spareCount() > 0 || other.idleCount() > 0)) {
        if (other.spareCount() == 0) MANJU_CHECK(unmapIdle({other.oldestIdle()}, other, arenas));
        MANJU_CHECK(releaseSpare(other, 1));
    }
    return Done{};
}

Result<bool> Backing::create(ChunkStore& store, std::uint64_t count) {
    for (; count > 0; --count) {
        const auto memory = source_.create(store.chunkBytes());
        if (!memory && memory.error().is(gpu::kOutOfMemory)) {
            // Another program was faster, or the driver gives less than it says: believe in no more for now.
            MANJU_CHECK(refresh());
            others_ += std::min(unused(), total_ - others_);
            return false;
        }
        if (!memory) return memory.error();
        store.add(*memory);
        ++counters_.chunksCreated;
    }
    return true;
}

Result<bool> Backing::back(Arena& arena, const Placement& placement, std::uint64_t reserve,
                           std::deque<Arena>& arenas) {
    ChunkStore& store = arena.store();
    const std::uint64_t used =
        arena.emptyBytesUnder(placement, false) + placement.slots.size() * store.chunkBytes();
    Sources sources;
    for (bool enough = false; !enough;) {
        if (available(store) < used + reserve) return false;
        sources = sourcesFor(store, placement);
        const std::uint64_t created = sources.created * store.chunkBytes();
        MANJU_CHECK(makeRoom(store, created, arenas));
        if (unused() < created) return false;
        // If it fails, less is unused than was thought, and what was created is spare: so this ends.
        MANJU_TRY(enough, create(store, sources.created));
    }
    if (placement.slots.empty()) return true;
    MANJU_CHECK(unmapIdle(sources.idle, store, arenas));
    std::vector<ChunkIndex> chunks;
    for (ChunkIndex chunk = store.oldestSpare(); chunks.size() < placement.slots.size();
         chunk = store[chunk].newer)
        chunks.push_back(chunk);
    MANJU_CHECK(mapAll(arena, placement, chunks));
    arena.place(placement.window, placement.slots, chunks);
    counters_.chunksMoved += sources.idle.size();
    counters_.remaps += sources.idle.empty() ? 0 : 1;
    return true;
}

Status Backing::mapAll(Arena& arena, const Placement& placement, const std::vector<ChunkIndex>& chunks) {
    const ChunkStore& store = arena.store();
    std::size_t mapped = 0;
    Status result = Done{};
    for (; result && mapped < chunks.size(); mapped += result ? 1 : 0)
        result = source_.map(placement.slots[mapped], store.chunkBytes(), store[chunks[mapped]].memory);
    if (result) result = allowAll(placement, store.chunkBytes());
    if (!result) rollBack(arena, placement, chunks, mapped);
    return result;
}

/// One call for each run of neighbouring slots: its cost grows with the calls, not with the bytes.
Status Backing::allowAll(const Placement& placement, std::uint64_t chunkBytes) {
    const auto& slots = placement.slots;
    for (std::size_t begin = 0, end = 1; begin < slots.size(); begin = end++) {
        while (end < slots.size() && slots[end] - slots[end - 1] == chunkBytes) ++end;
        MANJU_CHECK(source_.allowAccess(slots[begin], (end - begin) * chunkBytes));
    }
    return Done{};
}

void Backing::rollBack(Arena& arena, const Placement& placement, const std::vector<ChunkIndex>& chunks,
                       std::size_t mapped) {
    ++counters_.rollbacks;
    ChunkStore& store = arena.store();
    for (std::size_t i = 0; i < mapped; ++i) {
        if (source_.unmap(placement.slots[i], store.chunkBytes())) continue;
        // Nothing is known of these addresses any more: nothing new is put there, and the memory is lost.
        arena.closeWindow(placement.window);
        store.remove(chunks[i]);
        others_ += store.chunkBytes();
    }
}

Result<bool> Backing::addWindow(Arena& arena, std::uint64_t bytes, std::deque<Arena>& arenas) {
    const std::uint64_t chunk = arena.store().chunkBytes();
    // Addresses cost next to nothing: twice the card, so that a second one is seldom needed.
    const std::uint64_t size = roundedUp(std::max(2 * total_, bytes), chunk);
    auto start = source_.reserve(size, chunk);
    if (start) return arena.addWindow(*start, size), true;
    if (!start.error().is(gpu::kOutOfMemory)) return start.error();
    // The addresses are used up: those that are empty go, and just as many as needed come.
    for (Arena& other : arenas) MANJU_CHECK(releaseEmptyWindows(other));
    start = source_.reserve(roundedUp(bytes, chunk), chunk);
    if (start) return arena.addWindow(*start, roundedUp(bytes, chunk)), true;
    if (!start.error().is(gpu::kOutOfMemory)) return start.error();
    return false;
}

Result<bool> Backing::addSlab(Arena& arena, std::uint64_t bytes, std::uint64_t reserve,
                              std::deque<Arena>& arenas) {
    ChunkStore& store = arena.store();
    const std::uint64_t size = roundedUp(bytes, store.chunkBytes());
    if (unused() < size + reserve) MANJU_CHECK(releaseIdleSlabs(arenas));
    if (unused() < size + reserve) return false;
    const auto start = source_.allocate(size);
    if (!start && start.error().is(gpu::kOutOfMemory)) {
        MANJU_CHECK(refresh());
        const std::uint64_t before = physical();
        MANJU_CHECK(releaseIdleSlabs(arenas));
        if (physical() < before) return addSlab(arena, bytes, reserve, arenas);
        return false;  // there may be enough, but not in one piece
    }
    if (!start) return start.error();
    const std::uint32_t window = arena.addWindow(*start, size);
    std::vector<Address> slots;
    std::vector<ChunkIndex> chunks;
    for (std::uint64_t at = 0; at < size; at += store.chunkBytes()) {
        slots.push_back(*start + at);
        chunks.push_back(store.add({}));
        ++counters_.chunksCreated;
    }
    arena.place(window, slots, chunks);
    return true;
}

Status Backing::releaseSlab(Arena& arena, std::uint32_t number) {
    const Arena::Window& window = arena.windows()[number];
    MANJU_CHECK(source_.deallocate(window.start));
    ChunkStore& store = arena.store();
    arena.displace(window.slots);
    for (std::uint64_t at = 0; at < window.bytes; at += store.chunkBytes(), ++counters_.chunksReleased)
        store.remove(store.oldestSpare());
    arena.removeWindow(number);
    return Done{};
}

Status Backing::releaseIdleSlabs(std::deque<Arena>& arenas) {
    for (Arena& arena : arenas)
        for (std::uint32_t number = 0; number < arena.windows().size(); ++number) {
            const Arena::Window& window = arena.windows()[number];
            if (window.bytes == 0) continue;
            const Span& first = arena.spans()[arena.spans().windows()[number]];
            if (first.state == SpanState::Free && first.keeper == kReady && first.bytes == window.bytes)
                MANJU_CHECK(releaseSlab(arena, number));
        }
    return Done{};
}

Status Backing::releaseEmptyWindows(Arena& arena) {
    for (std::uint32_t number = 0; number < arena.windows().size(); ++number) {
        const auto [start, bytes, slots, closed] = arena.windows()[number];
        if (bytes == 0 || closed) continue;
        const Span& first = arena.spans()[arena.spans().windows()[number]];
        if (first.state != SpanState::Hole || first.bytes != bytes) continue;
        MANJU_CHECK(source_.freeAddresses(start, bytes));
        arena.removeWindow(number);
    }
    return Done{};
}

Status Backing::trim(std::uint64_t keep, std::deque<Arena>& arenas) {
    if (!canRemap()) return keep == 0 ? releaseIdleSlabs(arenas) : Status(Done{});
    for (ChunkStore* store : {&large_, &small_}) {
        while (store->sums().idleChunks + store->sums().spareChunks > keep) {
            if (store->spareCount() == 0) MANJU_CHECK(unmapIdle({store->oldestIdle()}, *store, arenas));
            MANJU_CHECK(releaseSpare(*store, 1));
        }
        keep -= std::min(keep, store->sums().idleChunks + store->sums().spareChunks);
    }
    for (Arena& arena : arenas) MANJU_CHECK(releaseEmptyWindows(arena));
    return Done{};
}

Result<bool> Backing::tidy(std::uint32_t mostCalls, std::deque<Arena>& arenas) {
    if (!canRemap()) return false;  // whole slabs come and go, and seldom fit the next request
    const std::array<ChunkStore*, 2> stores{&large_, &small_};
    if (excess_ == decltype(excess_){})
        for (std::size_t i = 0; i < stores.size(); ++i) {
            excess_[i] = stores[i]->leastFree();
            stores[i]->restartLeast();
        }
    for (std::size_t i = 0; i < stores.size(); ++i) {
        ChunkStore& store = *stores[i];
        excess_[i] = std::min(excess_[i], store.leastFree());  // a task may have needed some meanwhile
        for (; excess_[i] > 0; excess_[i] -= store.chunkBytes()) {
            const std::uint32_t calls = store.spareCount() > 0 ? 1 : 2;
            if (mostCalls < calls) return true;
            mostCalls -= calls;
            if (store.spareCount() == 0) MANJU_CHECK(unmapIdle({store.oldestIdle()}, store, arenas));
            MANJU_CHECK(releaseSpare(store, 1));
        }
    }
    return false;
}

}  // namespace manju::vram
