// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/bench/vram/allocator.h"
#include "app/bench/vram/card.h"

namespace manju::bench {

/// Judges an allocator by what can be seen of it. Shares no code with any.
class Validator {
public:
    /// Watches the card's addresses; `card` outlives it.
    explicit Validator(Card& card);
    ~Validator();
    Validator(const Validator&) = delete;
    Validator& operator=(const Validator&) = delete;

    /// The workload's block was given that place; work of the stream follows. `piece`: see
    /// Allocator::pieceBytes.
    void placed(std::uint64_t block, const Placement& placement, const BlockRequest& request,
                std::uint64_t piece);
    void refused(const BlockRequest& request, std::uint64_t piece);
    /// The stream's latest work is on the block.
    void worked(std::uint64_t block, std::uint32_t stream);
    void freed(std::uint64_t block);

    struct Counts {
        std::uint64_t refusals = 0;
        std::uint64_t spurious = 0;   ///< though enough whole pieces held nothing
        std::uint64_t bytesFree = 0;  ///< though enough bytes of the card held nothing
        std::uint64_t live = 0;       ///< bytes asked for
        std::uint64_t granted = 0;    ///< and given
        std::uint64_t peakLive = 0;
        std::uint64_t movedLive = 0;  ///< bytes that lost their memory while held: only a copy saves them
        std::uint64_t unmapsInFlight = 0;  ///< memory that went while work on it was queued
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }
    /// One sentence each, at most a hundred.
    [[nodiscard]] const std::vector<std::string>& violations() const { return violations_; }

private:
    struct Use {
        std::uint32_t stream = 0;
        std::uint64_t work = 0;
    };
    struct Range {
        std::uint64_t end = 0;
        std::uint64_t asked = 0, piece = 0;
        std::vector<Use> uses;
    };
    using Ranges = std::map<std::uint64_t, Range>;

    void violation(std::uint64_t block, const char* what);
    void unmapping(std::uint64_t start, std::uint64_t bytes);
    void countPieces(std::uint64_t start, const Range& range, bool add);
    /// Takes what overlaps out of the freed ranges, and tells `visit` of each.
    template <class Visit>
    void cutFreed(std::uint64_t start, std::uint64_t end, Visit visit);

    Card& card_;
    Ranges live_, freed_;
    std::unordered_map<std::uint64_t, std::uint64_t> addressOf_;                        ///< of live blocks
    std::map<std::uint64_t, std::unordered_map<std::uint64_t, std::uint32_t>> pieces_;  ///< in use, by size
    std::uint64_t pieceBytes_ = 0;  ///< of all pieces in use
    Counts counts_;
    std::vector<std::string> violations_;
};

}  // namespace manju::bench
