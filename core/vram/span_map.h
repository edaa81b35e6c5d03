// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/gpu/memory_source.h"
#include "core/vram/tickets.h"

namespace manju::vram {

using gpu::Address;

enum class SpanState : std::uint8_t {
    Hole,  ///< addresses without memory
    Free,  ///< memory that nobody holds, though a stream may still use it
    Live,  ///< held by someone
};

/// Who may have a free span now: everyone, one stream alone (what uses it is queued there), or, for
/// kMixed, nobody without waiting.
using Keeper = std::uint8_t;
inline constexpr Keeper kReady = kMostStreams;
inline constexpr Keeper kMixed = kMostStreams + 1;
inline constexpr std::size_t kKeepers = kMostStreams + 2;

using SpanIndex = std::uint32_t;
inline constexpr SpanIndex kNoSpan = UINT32_MAX;

/// A run of addresses in one state.
struct Span {
    Address start = 0;
    std::uint64_t bytes = 0;
    std::uint32_t generation = 0;  ///< grows whenever this record is used anew
    std::uint32_t window = 0;
    SpanIndex before = kNoSpan, after = kNoSpan;        ///< by address, within the window
    SpanIndex binBefore = kNoSpan, binAfter = kNoSpan;  ///< free spans of like size and keeper
    SpanIndex older = kNoSpan, newer = kNoSpan;         ///< free spans of one keeper, by their last ticket
    std::uint64_t tag = 0;                              ///< of a live span: the holder's own
    SpanState state = SpanState::Hole;
    Keeper keeper = kReady;  ///< of a free span
};
static_assert(sizeof(Span) <= 64, "a span is looked at all the time: one cache line");

/// The addresses of one arena: windows cut into spans without gaps. Free spans lie in bins by size and
/// keeper (two-level segregated fit, Masmano et al. 2004), so that taking and giving cost a constant. Like
/// neighbours are always merged. Nothing here touches memory. Thread: one at a time.
class SpanMap {
public:
    /// `alignment` is a power of two.
    explicit SpanMap(std::uint64_t alignment) : unitLog_(std::countr_zero(alignment)) {}

    /// A new window, one hole.
    void addWindow(Address start, std::uint64_t bytes);
    /// Of a window that is one hole.
    void removeWindow(std::uint32_t window);

    struct Part {
        std::uint32_t window = 0;
        Address start = 0;
        std::uint64_t bytes = 0;
    };
    /// Gives these parts of holes memory: they are free and ready then. Sorted by window, then address.
    void fill(const std::vector<Part>& parts);
    /// Takes the memory of these parts of ready spans away. Sorted likewise.
    void punch(const std::vector<Part>& parts);

    /// A free span of this keeper with at least so many bytes, nearly the smallest. May find none though
    /// there is one, if more than 16 spans are nearly as large.
    [[nodiscard]] SpanIndex find(Keeper keeper, std::uint64_t bytes) const;
    /// Makes the first `bytes` (a multiple of the alignment) of a free span live; the rest stays free.
    SpanIndex take(SpanIndex span, std::uint64_t bytes, std::uint64_t tag);
    /// Frees a live span. `tickets` count for a keeper that is not kReady. The span merges with its like.
    void give(SpanIndex span, Keeper keeper, const Tickets& tickets);
    /// Gives a free span another keeper.
    void regard(SpanIndex span, Keeper keeper, const Tickets& tickets);

    /// The free span of this keeper whose tickets have waited longest, or kNoSpan.
    [[nodiscard]] SpanIndex oldest(Keeper keeper) const { return oldest_[keeper]; }

    [[nodiscard]] const Span& operator[](SpanIndex span) const { return spans_[span]; }
    /// What has to end before a free span is ready; means nothing for any other.
    [[nodiscard]] const Tickets& ticketsOf(SpanIndex span) const { return tickets_[span]; }
    /// The first span of each window, kNoSpan where one was removed.
    [[nodiscard]] const std::vector<SpanIndex>& windows() const { return windows_; }
    /// The size of the largest free span of this keeper.
    [[nodiscard]] std::uint64_t largest(Keeper keeper) const;
    /// Ends the program unless every rule of this class holds. For tests; costs a walk over everything.
    void validate() const;

private:
    static constexpr int kSecondLog = 4;  // 16 classes to each power of two
    static constexpr int kSeconds = 1 << kSecondLog;
    static constexpr int kFirsts = 48;  // beyond any card
    static constexpr int kLooks = 16;   // at spans of the request's own class, which may be too small
    struct Bin {
        int first = 0, second = 0;
    };
    struct Bins {
        std::uint64_t firsts = 0;
        std::array<std::uint32_t, kFirsts> seconds{};
        std::array<std::array<SpanIndex, kSeconds>, kFirsts> heads;
        Bins() {
            for (auto& row : heads) row.fill(kNoSpan);
        }
    };

    [[nodiscard]] Bin binOf(std::uint64_t bytes) const {
        const std::uint64_t units = bytes >> unitLog_;
        const int log = static_cast<int>(std::bit_width(units)) - 1;
        if (log < kSecondLog) return {0, static_cast<int>(units)};
        const auto second = static_cast<int>((units >> (log - kSecondLog)) & (kSeconds - 1));
        return {std::min(log - kSecondLog + 1, kFirsts - 1), second};
    }
    SpanIndex make(const Span& span);
    void drop(SpanIndex span);
    void enlist(SpanIndex span);
    void delist(SpanIndex span);
    void enqueue(SpanIndex span);
    void dequeue(SpanIndex span);
    SpanIndex splitAfter(SpanIndex span, std::uint64_t bytes);
    void turn(const std::vector<Part>& parts, SpanState from, SpanState to);
    SpanIndex cut(SpanIndex span, Address start, std::uint64_t bytes);
    [[nodiscard]] bool areLike(SpanIndex a, SpanIndex b) const;
    SpanIndex absorbNext(SpanIndex span);
    SpanIndex settle(SpanIndex span);
    void validateWindow(SpanIndex first) const;

    int unitLog_;  ///< sizes are multiples of 2 to this power
    std::vector<Span> spans_;
    std::vector<Tickets> tickets_;  ///< by span
    std::vector<SpanIndex> unused_;
    std::vector<SpanIndex> windows_;
    std::array<Bins, kKeepers> bins_;
    std::array<SpanIndex, kKeepers> oldest_ = filled();
    std::array<SpanIndex, kKeepers> newest_ = filled();
    static constexpr std::array<SpanIndex, kKeepers> filled() {
        std::array<SpanIndex, kKeepers> all{};
        all.fill(kNoSpan);
        return all;
    }
};

}  // namespace manju::vram
