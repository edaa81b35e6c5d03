// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/gpu/memory_source.h"

namespace manju::vram {

using gpu::Address;

using ChunkIndex = std::uint32_t;
inline constexpr ChunkIndex kNoChunk = UINT32_MAX;

/// Bytes of one class of chunks by what they are; the sums of spec V12's chart.
struct ChunkSums {
    std::uint64_t live = 0;         ///< held, as granted
    std::uint64_t busy = 0;         ///< free, but a stream may still use it, in chunks that hold something
    std::uint64_t liveChunks = 0;   ///< bytes of chunks that hold something
    std::uint64_t busyChunks = 0;   ///< of chunks that hold nothing, though a stream may still use them
    std::uint64_t idleChunks = 0;   ///< mapped and free for everyone
    std::uint64_t spareChunks = 0;  ///< not mapped anywhere

    [[nodiscard]] std::uint64_t physical() const {
        return liveChunks + busyChunks + idleChunks + spareChunks;
    }
};

/// A piece of physical memory of the class's size, mapped or spare.
struct Chunk {
    gpu::Physical memory{};
    Address address = 0;      ///< 0: not mapped
    std::uint32_t arena = 0;  ///< of a mapped one
    std::uint32_t window = 0;
    std::uint64_t liveBytes = 0;
    std::uint64_t busyBytes = 0;
    ChunkIndex older = kNoChunk, newer = kNoChunk;  ///< idle ones, by the time they became so; spare ones
};

/// The chunks of one size: where each is and how much of it is held. No driver calls, no policy: sums and
/// lists at constant cost. Thread: one at a time.
class ChunkStore {
public:
    /// `chunkBytes` is a power of two.
    explicit ChunkStore(std::uint64_t chunkBytes)
        : chunkBytes_(chunkBytes), chunkLog_(std::countr_zero(chunkBytes)) {}

    [[nodiscard]] std::uint64_t chunkBytes() const { return chunkBytes_; }
    [[nodiscard]] int chunkLog() const { return chunkLog_; }  ///< chunkBytes() is 2 to this power
    [[nodiscard]] const ChunkSums& sums() const { return sums_; }
    [[nodiscard]] const Chunk& operator[](ChunkIndex chunk) const { return chunks_[chunk]; }

    /// New physical memory, spare.
    ChunkIndex add(gpu::Physical memory);
    /// Of a spare chunk, whose memory is released.
    void remove(ChunkIndex chunk);
    /// A spare chunk is mapped: idle from then on.
    void place(ChunkIndex chunk, std::uint32_t arena, std::uint32_t window, Address address);
    /// An idle chunk is mapped no more: spare from then on.
    void displace(ChunkIndex chunk);
    /// Changes what is held of a mapped chunk, and what streams may still use of it.
    void change(ChunkIndex index, std::int64_t live, std::int64_t busy) {
        Chunk& chunk = chunks_[index];
        if (chunk.liveBytes == 0 || chunk.liveBytes + static_cast<std::uint64_t>(live) == 0)
            return changeKind(index, live, busy);
        chunk.liveBytes += static_cast<std::uint64_t>(live);
        chunk.busyBytes += static_cast<std::uint64_t>(busy);
        sums_.live += static_cast<std::uint64_t>(live);
        sums_.busy += static_cast<std::uint64_t>(busy);
    }

    [[nodiscard]] bool isIdle(ChunkIndex chunk) const { return isIdle(chunks_[chunk]); }
    /// The chunk that has been idle longest, then what follows it by `newer`.
    [[nodiscard]] ChunkIndex oldestIdle() const { return idle_.oldest; }
    [[nodiscard]] ChunkIndex oldestSpare() const { return spare_.oldest; }
    [[nodiscard]] std::uint64_t idleCount() const { return sums_.idleChunks / chunkBytes_; }
    [[nodiscard]] std::uint64_t spareCount() const { return sums_.spareChunks / chunkBytes_; }
    /// Idle and spare bytes, and the fewest that there were since restartLeast().
    [[nodiscard]] std::uint64_t freeBytes() const { return sums_.idleChunks + sums_.spareChunks; }
    [[nodiscard]] std::uint64_t leastFree() const { return leastFree_; }
    void restartLeast() { leastFree_ = freeBytes(); }
    void validate() const;

private:
    struct List {
        ChunkIndex oldest = kNoChunk, newest = kNoChunk;
    };
    [[nodiscard]] bool isIdle(const Chunk& chunk) const {
        return chunk.address != 0 && chunk.liveBytes == 0 && chunk.busyBytes == 0;
    }
    void changeKind(ChunkIndex index, std::int64_t live, std::int64_t busy);
    void append(List& list, ChunkIndex chunk);
    void unlink(List& list, ChunkIndex chunk);
    void count(const Chunk& chunk, std::int64_t sign);

    std::uint64_t chunkBytes_;
    int chunkLog_;
    ChunkSums sums_;
    std::vector<Chunk> chunks_;
    std::vector<ChunkIndex> unused_;
    List idle_, spare_;
    std::uint64_t leastFree_ = 0;
};

}  // namespace manju::vram
