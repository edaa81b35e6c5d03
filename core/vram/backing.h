// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "core/base/result.h"
#include "core/gpu/memory_source.h"
#include "core/vram/arena.h"
#include "core/vram/chunk_store.h"
#include "core/vram/types.h"

namespace manju::vram {

/// Puts physical memory under addresses, as transactions on the driver: a call that fails half-way leaves
/// every block as it was, and what was free still is. Thread: one at a time.
class Backing {
public:
    Backing(gpu::MemorySource& source, std::uint64_t chunkBytes, std::uint64_t smallChunkBytes,
            std::uint64_t headroom, Counters& counters);
    Backing(const Backing&) = delete;
    Backing& operator=(const Backing&) = delete;

    [[nodiscard]] ChunkStore& large() { return large_; }
    [[nodiscard]] ChunkStore& small() { return small_; }
    [[nodiscard]] const ChunkStore& large() const { return large_; }
    [[nodiscard]] const ChunkStore& small() const { return small_; }
    [[nodiscard]] const std::string& device() const { return source_.traits().device; }
    [[nodiscard]] bool canRemap() const { return source_.traits().hasVirtualMemory; }

    /// Asks the driver what other programs hold: all that is taken and neither ours nor beside us.
    Status refresh();
    /// Bytes of the card that this process holds beside the pool; fewer if the driver shows that they are.
    void setBeside(std::uint64_t bytes) { beside_ = bytes; }
    [[nodiscard]] std::uint64_t beside() const { return beside_; }
    [[nodiscard]] std::uint64_t total() const { return total_; }
    [[nodiscard]] std::uint64_t others() const { return others_; }
    /// Of the pool's memory, as of the last refresh; see Stats.
    [[nodiscard]] std::uint64_t spilled() const { return spilled_; }
    [[nodiscard]] std::uint64_t physical() const {
        return large_.sums().physical() + small_.sums().physical();
    }
    /// What the pool may still take from the card.
    [[nodiscard]] std::uint64_t unused() const;
    /// Free memory that a request of the class can get, without or after waiting for streams: idle, spare
    /// and unused, in whole chunks; without virtual memory only what is unused.
    [[nodiscard]] std::uint64_t available(const ChunkStore& store, bool afterWaiting = false) const;

    /// Memory under all of the placement, so that it is free and ready. False if there is not enough, with
    /// `reserve` bytes left over. Spare chunks first, then idle ones of any arena, the longest idle first,
    /// then new ones.
    Result<bool> back(Arena& arena, const Placement& placement, std::uint64_t reserve,
                      std::deque<Arena>& arenas);
    /// What a placement would take beside spare chunks. No side effects.
    struct Sources {
        std::vector<ChunkIndex> idle;
        std::uint64_t created = 0;  ///< chunks that are new
    };
    [[nodiscard]] Sources sourcesFor(const ChunkStore& store, const Placement& placement) const;
    /// Addresses for requests of at least so many bytes. False if there are none.
    Result<bool> addWindow(Arena& arena, std::uint64_t bytes, std::deque<Arena>& arenas);
    /// Without virtual memory: a piece of the card for such a request. False if there is not enough.
    Result<bool> addSlab(Arena& arena, std::uint64_t bytes, std::uint64_t reserve, std::deque<Arena>& arenas);

    /// Gives free chunks back to the card until at most `keep` bytes of them are left, and empty windows.
    Status trim(std::uint64_t keep, std::deque<Arena>& arenas);
    /// Gives chunks back that were free all the time since the last round, with at most `mostCalls` calls of
    /// the driver. True if the round is not over.
    Result<bool> tidy(std::uint32_t mostCalls, std::deque<Arena>& arenas);

private:
    Status unmapIdle(const std::vector<ChunkIndex>& chunks, ChunkStore& store, std::deque<Arena>& arenas);
    Result<bool> create(ChunkStore& store, std::uint64_t count);
    Status makeRoom(ChunkStore& keep, std::uint64_t bytes, std::deque<Arena>& arenas);
    Status releaseSpare(ChunkStore& store, std::uint64_t count);
    Status mapAll(Arena& arena, const Placement& placement, const std::vector<ChunkIndex>& chunks);
    Status allowAll(const Placement& placement, std::uint64_t chunkBytes);
    void rollBack(Arena& arena, const Placement& placement, const std::vector<ChunkIndex>& chunks,
                  std::size_t mapped);
    Status releaseIdleSlabs(std::deque<Arena>& arenas);
    Status releaseEmptyWindows(Arena& arena);
    Status releaseSlab(Arena& arena, std::uint32_t window);

    gpu::MemorySource& source_;
    ChunkStore large_, small_;
    std::uint64_t headroom_;
    Counters& counters_;
    std::uint64_t total_ = 0;
    std::uint64_t others_ = 0;  ///< with what the driver lost
    std::uint64_t beside_ = 0;
    std::uint64_t spilled_ = 0;
    std::array<std::uint64_t, 2> excess_{};  ///< bytes that this round still gives back, large and small
};

}  // namespace manju::vram
