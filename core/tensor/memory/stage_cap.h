// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/vram/pool.h"

namespace manju::tensor {

/// What a library's own allocator holds of a card, in bytes.
struct OwnFigures {
    std::uint64_t allocated = 0;     ///< to its users
    std::uint64_t reserved = 0;      ///< taken from the card: with what it keeps for the next request
    std::uint64_t peakReserved = 0;  ///< the largest `reserved` since restartPeak
    std::uint64_t segments = 0;      ///< pieces taken from the card
};

/// A library's own allocator on one card, as far as a cap needs it. Thread: one at a time.
class OwnMemory {
public:
    OwnMemory() = default;
    OwnMemory(const OwnMemory&) = delete;
    OwnMemory& operator=(const OwnMemory&) = delete;
    virtual ~OwnMemory() = default;

    /// From now on it takes nothing from the card that would make it hold more than `bytes`.
    virtual Status limit(std::uint64_t bytes) = 0;
    /// Gives back to the card what no user has.
    virtual Status emptyCache() = 0;
    virtual Status restartPeak() = 0;
    virtual Result<OwnFigures> figures() = 0;
};

/// Caps a library's own allocator beside the pool: a planned quota for each stage, its cache emptied where
/// stages meet, and its figures told to the pool as the region of the stage, so that nobody takes them for
/// other programs'. Thread: the one that runs the stages; one at a time.
class StageCap {
public:
    /// `owner` is the library's name in the pool's holdings. Pool and memory outlive the object.
    StageCap(vram::VramPool& pool, OwnMemory& memory, std::string owner)
        : pool_(pool), memory_(memory), owner_(std::move(owner)) {}
    ~StageCap() { pool_.setBeside({}); }
    StageCap(const StageCap&) = delete;
    StageCap& operator=(const StageCap&) = delete;

    /// A stage begins that may hold `quota` bytes, and with it ends the one before. The quota holds until the
    /// next stage begins.
    Status begin(vram::Region stage, std::uint64_t quota);
    /// Nothing runs any more: what is cached goes back to the card.
    Status end();
    /// Tells the pool how things stand. To be called before every VramPool::refresh.
    Result<OwnFigures> report();

private:
    vram::VramPool& pool_;
    OwnMemory& memory_;
    std::string owner_;
    vram::Region stage_ = vram::Region::Transient;
};

/// The least fraction of a card of `total` > 0 bytes that is at least `bytes` when multiplied by `total` and
/// cut to whole bytes, as libtorch does; at most 1.
[[nodiscard]] double fractionOf(std::uint64_t bytes, std::uint64_t total);

}  // namespace manju::tensor
