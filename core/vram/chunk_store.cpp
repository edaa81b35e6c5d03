// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/chunk_store.h"

#include <algorithm>

#include "core/vram/require.h"

namespace manju::vram {
void ChunkStore::append(List& list, ChunkIndex chunk) {
    chunks_[chunk].older = list.newest;
    chunks_[chunk].newer = kNoChunk;
    (list.newest != kNoChunk ? chunks_[list.newest].newer : list.oldest) = chunk;
    list.newest = chunk;
}

void ChunkStore::unlink(List& list, ChunkIndex chunk) {
    Chunk& gone = chunks_[chunk];
    (gone.older != kNoChunk ? chunks_[gone.older].newer : list.oldest) = gone.newer;
    (gone.newer != kNoChunk ? chunks_[gone.newer].older : list.newest) = gone.older;
    gone.older = gone.newer = kNoChunk;
}

inline void ChunkStore::count(const Chunk& chunk, std::int64_t sign) {
    const auto add = [sign](std::uint64_t& sum, std::uint64_t bytes) {
        sum += static_cast<std::uint64_t>(sign) * bytes;  // modular: a sign of -1 subtracts
    };
    if (chunk.address == 0) return add(sums_.spareChunks, chunkBytes_);
    if (chunk.liveBytes == 0)
        return add(chunk.busyBytes == 0 ? sums_.idleChunks : sums_.busyChunks, chunkBytes_);
    add(sums_.liveChunks, chunkBytes_);
    add(sums_.live, chunk.liveBytes);
    add(sums_.busy, chunk.busyBytes);
}

ChunkIndex ChunkStore::add(gpu::Physical memory) {
    ChunkIndex index;
    if (unused_.empty()) {
        index = static_cast<ChunkIndex>(chunks_.size());
        chunks_.emplace_back();
    } else {
        index = unused_.back();
        unused_.pop_back();
    }
    chunks_[index] = Chunk{};
    chunks_[index].memory = memory;
    append(spare_, index);
    count(chunks_[index], 1);
    return index;
}

void ChunkStore::remove(ChunkIndex chunk) {
    require(chunks_[chunk].address == 0, "a mapped chunk goes");
    count(chunks_[chunk], -1);
    unlink(spare_, chunk);
    chunks_[chunk] = {};
    unused_.push_back(chunk);
    leastFree_ = std::min(leastFree_, freeBytes());
}

void ChunkStore::place(ChunkIndex chunk, std::uint32_t arena, std::uint32_t window, Address address) {
    Chunk& placed = chunks_[chunk];
    require(placed.address == 0, "a chunk is mapped twice");
    count(placed, -1);
    unlink(spare_, chunk);
    placed.arena = arena;
    placed.window = window;
    placed.address = address;
    append(idle_, chunk);
    count(placed, 1);
}

void ChunkStore::displace(ChunkIndex chunk) {
    Chunk& displaced = chunks_[chunk];
    require(isIdle(displaced), "a chunk in use goes");
    count(displaced, -1);
    unlink(idle_, chunk);
    displaced.address = 0;
    append(spare_, chunk);
    count(displaced, 1);
}

/// The same for one that begins or ends to hold something.
void ChunkStore::changeKind(ChunkIndex index, std::int64_t live, std::int64_t busy) {
    Chunk& chunk = chunks_[index];
    const bool wasIdle = isIdle(chunk);
    count(chunk, -1);
    chunk.liveBytes += static_cast<std::uint64_t>(live);
    chunk.busyBytes += static_cast<std::uint64_t>(busy);
    count(chunk, 1);
    const bool idle = isIdle(chunk);
    if (wasIdle && !idle) {
        unlink(idle_, index);
        leastFree_ = std::min(leastFree_, freeBytes());
    }
    if (!wasIdle && idle) append(idle_, index);
}

void ChunkStore::validate() const {
    std::uint64_t spare = 0, idle = 0;
    for (ChunkIndex i = spare_.oldest; i != kNoChunk; i = chunks_[i].newer, spare += chunkBytes_)
        require(chunks_[i].address == 0, "a mapped chunk among the spare");
    for (ChunkIndex i = idle_.oldest; i != kNoChunk; i = chunks_[i].newer, idle += chunkBytes_)
        require(isIdle(chunks_[i]), "a chunk in use among the idle");
    require(spare == sums_.spareChunks && idle == sums_.idleChunks, "sums and lists differ");
    ChunkSums counted;
    for (const Chunk& chunk : chunks_) {
        if (chunk.address == 0) continue;
        if (chunk.liveBytes > 0) {
            counted.live += chunk.liveBytes;
            counted.busy += chunk.busyBytes;
            counted.liveChunks += chunkBytes_;
        } else {
            (chunk.busyBytes > 0 ? counted.busyChunks : counted.idleChunks) += chunkBytes_;
        }
    }
    require(counted.live == sums_.live && counted.busy == sums_.busy &&
                counted.liveChunks == sums_.liveChunks && counted.busyChunks == sums_.busyChunks &&
                counted.idleChunks == sums_.idleChunks,
            "sums and chunks differ");
    require(sums_.physical() == (chunks_.size() - unused_.size()) * chunkBytes_, "chunks are lost");
    for (const Chunk& chunk : chunks_)
        require(chunk.liveBytes + chunk.busyBytes <= chunkBytes_, "more is held than there is");
}

}  // namespace manju::vram
