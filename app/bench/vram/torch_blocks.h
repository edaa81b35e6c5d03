// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include "app/bench/vram/card.h"

namespace manju::bench {

// The documented constants of torch's caching allocator (c10/cuda/CUDACachingAllocator).
inline constexpr std::uint64_t kTorchRounding = 512;            ///< of every request
inline constexpr std::uint64_t kTorchSmallMost = 1 << 20;       ///< such requests live in the small pool
inline constexpr std::uint64_t kTorchSmallSegment = 2 << 20;    ///< which grows by so much
inline constexpr std::uint64_t kTorchMiddleBelow = 10 << 20;    ///< larger ones have segments of their own
inline constexpr std::uint64_t kTorchMiddleSegment = 20 << 20;  ///< smaller ones are cut from such
inline constexpr std::uint64_t kTorchLargeRounding = 2 << 20;   ///< of segments of their own

std::uint64_t roundedUp(std::uint64_t bytes, std::uint64_t unit);

/// A run of addresses in a segment, as torch's allocator knows it.
struct TorchBlock {
    std::uint64_t start = 0, bytes = 0;
    std::uint32_t stream = 0;
    std::uint32_t segment = 0;
    bool small = false;
    bool mapped = true;  ///< false: addresses of an expandable segment without memory
    bool live = false;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> uses;  ///< work of other streams that counts
    TorchBlock *before = nullptr, *after = nullptr;             ///< in the segment

    [[nodiscard]] bool isFree() const { return !live && uses.empty(); }
};

/// The blocks of both of torch's models: free ones by pool, stream and size; freed ones that other streams
/// still use wait until those have ended. What differs, how segments come and go, is the models' own.
class TorchBlocks {
public:
    explicit TorchBlocks(Card& card) : card_(card) {}

    /// A block over a new segment's addresses, free but in no list.
    TorchBlock& addSegment(std::uint64_t start, std::uint64_t bytes, std::uint32_t stream, bool small);
    /// Its segment consists of this free block alone.
    void dropSegment(TorchBlock& block);

    void enlist(TorchBlock& block) { free_.insert(&block); }
    void delist(TorchBlock& block) { free_.erase(&block); }
    struct Less {
        bool operator()(const TorchBlock* a, const TorchBlock* b) const;
    };
    using FreeList = std::set<TorchBlock*, Less>;
    /// Mapped free blocks by pool, stream, size and address.
    [[nodiscard]] const FreeList& freeBlocks() const { return free_; }
    /// The first free block of at least so many bytes for this pool and stream, or end().
    [[nodiscard]] FreeList::const_iterator firstFit(std::uint64_t bytes, std::uint32_t stream,
                                                    bool small) const;

    /// Cuts a block that is in no list; the second part is returned, in no list, and like the first.
    TorchBlock& split(TorchBlock& block, std::uint64_t bytes);
    /// Appends the next block, which is in no list, to this one.
    void absorbNext(TorchBlock& block);

    /// A block is held no more: free, once other streams' work on it has ended, merged with its like.
    void give(TorchBlock& block);
    /// Frees what waited for work that has ended.
    void processEvents();
    /// The host waits for everything, then processEvents().
    void synchronize();
    /// Unites a free block with free neighbours that have memory as it has, and enlists it if it has.
    TorchBlock& settle(TorchBlock& block);

    /// The first block of each segment; null where one was dropped.
    [[nodiscard]] const std::vector<TorchBlock*>& segments() const { return segments_; }

private:
    TorchBlock& make();
    void drop(TorchBlock& block) { unused_.push_back(&block); }

    Card& card_;
    std::deque<TorchBlock> blocks_;
    std::vector<TorchBlock*> unused_;
    std::vector<TorchBlock*> segments_;
    std::vector<TorchBlock*> waiting_;
    FreeList free_;
};

}  // namespace manju::bench
