// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/vram/chunk_store.h"
#include "core/vram/span_map.h"

namespace manju::vram {

/// Where a request would lie, and which addresses in it still need memory.
struct Placement {
    std::uint32_t window = 0;
    Address start = 0;
    std::uint64_t bytes = 0;
    std::vector<Address> slots;  ///< of one chunk each, ascending
};

/// The addresses of one region for one class of chunks, and what lies at them: keeps spans and chunks in
/// agreement. No driver calls. Thread: one at a time.
class Arena {
public:
    /// `number` names the arena in the chunks of `store`, which outlives it. Sizes of spans are multiples
    /// of `alignment`.
    Arena(std::uint32_t number, ChunkStore& store, std::uint64_t alignment)
        : number_(number), store_(store), spans_(alignment) {}

    [[nodiscard]] std::uint32_t number() const { return number_; }
    [[nodiscard]] const SpanMap& spans() const { return spans_; }
    [[nodiscard]] ChunkStore& store() const { return store_; }

    struct Window {
        Address start = 0;
        std::uint64_t bytes = 0;  ///< 0: the number is unused
        std::vector<ChunkIndex> slots;
        bool closed = false;  ///< nothing is mapped here any more: the driver lost track of it
    };
    [[nodiscard]] const std::vector<Window>& windows() const { return windows_; }
    /// A range of addresses without memory, a multiple of the chunk's size. Returns its number.
    std::uint32_t addWindow(Address start, std::uint64_t bytes);
    /// Of one without any chunk.
    void removeWindow(std::uint32_t window);
    /// What lives there stays; plans pass it over.
    void closeWindow(std::uint32_t window) { windows_[window].closed = true; }

    /// The place that needs the fewest new chunks, even none; nothing if no window has room.
    [[nodiscard]] std::optional<Placement> plan(std::uint64_t bytes) const;
    /// Spare chunks of the store were mapped at `slots`, ascending: free and ready from then on.
    void place(std::uint32_t window, const std::vector<Address>& slots,
               const std::vector<ChunkIndex>& chunks);
    /// Chunks under the placement that hold nothing: idle ones, or also those that will be after waiting.
    [[nodiscard]] std::uint64_t emptyBytesUnder(const Placement& placement, bool afterWaiting) const;
    /// The ready span under a placement that has all its memory.
    [[nodiscard]] SpanIndex claim(const Placement& placement) const;
    /// Idle chunks of this arena are mapped no more: spare from then on.
    void displace(std::vector<ChunkIndex> chunks);

    [[nodiscard]] SpanIndex find(Keeper keeper, std::uint64_t bytes) const {
        return spans_.find(keeper, bytes);
    }
    /// Makes a free span live, see SpanMap::take.
    SpanIndex take(SpanIndex span, std::uint64_t bytes, std::uint64_t tag);
    /// Frees a live span; `tickets` have not ended yet.
    void give(SpanIndex span, Keeper keeper, const Tickets& tickets);
    /// Makes at most so many spans ready that this stream alone used, and has ended with. Returns how many.
    std::size_t settle(Keeper stream, const Tickets& done, std::size_t most);
    /// The same for those that several streams used: all are looked at.
    void settleMixed(const Tickets& done);

    void validate() const;

private:
    struct Run;
    void change(const Span& span, std::int64_t live, std::int64_t busy);
    void bestOf(const Run& run, std::uint64_t bytes, std::optional<Placement>& best,
                std::uint64_t& fewest) const;
    [[nodiscard]] static Keeper keeperOf(const Tickets& tickets, const Tickets& done);

    std::uint32_t number_;
    ChunkStore& store_;
    SpanMap spans_;
    std::vector<Window> windows_;
};

}  // namespace manju::vram
