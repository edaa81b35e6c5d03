// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace manju::sched {

/// A task's share of a card. Never 0.
enum class GrantId : std::uint64_t {};

/// Admission to one card, counted in blocks (spec V4): a task is let in when its predicted peak, rounded up
/// once, fits into what is free. Blocks are for counting only; memory comes from the pool in other pieces.
/// Pure arithmetic. Thread: one at a time.
class BlockLedger {
public:
    static constexpr std::uint64_t kBlockBytes = 512 << 20;  // 768 MiB and 1 GiB are the other usual choices

    explicit BlockLedger(std::uint64_t blockBytes = kBlockBytes) : blockBytes_(blockBytes) {}

    [[nodiscard]] std::uint64_t blockBytes() const { return blockBytes_; }
    [[nodiscard]] std::uint64_t blocksOf(std::uint64_t bytes) const {
        return bytes / blockBytes_ + (bytes % blockBytes_ != 0 ? 1 : 0);
    }

    /// What tasks may have together, in whole blocks, rounded down. Less than what is granted takes nothing
    /// from anyone: nobody is admitted until enough has come back.
    void setCapacity(std::uint64_t bytes) { capacity_ = bytes / blockBytes_; }
    /// Blocks that only oversize tasks get. What such tasks hold is taken from the reserve first: while they
    /// fill it, nothing more is kept from the others.
    void setReserve(std::uint64_t blocks) { reserve_ = blocks; }

    [[nodiscard]] std::uint64_t capacityBlocks() const { return capacity_; }
    [[nodiscard]] std::uint64_t grantedBlocks() const { return granted_; }
    [[nodiscard]] std::uint64_t freeBlocks(bool oversize) const { return freeOf(capacity_, oversize); }
    /// The same if the capacity were another one.
    [[nodiscard]] std::uint64_t freeBlocks(bool oversize, std::uint64_t capacityBytes) const {
        return freeOf(capacityBytes / blockBytes_, oversize);
    }
    /// Blocks of the reserve that oversize tasks hold, and those that nobody holds. The rest is with other
    /// tasks, from before the reserve rose or the card shrank.
    [[nodiscard]] std::uint64_t reserveInUse() const;
    [[nodiscard]] std::uint64_t reserveIdle() const;

    /// A grant of `peakBytes`, or nothing if it does not fit now.
    std::optional<GrantId> admit(std::uint64_t peakBytes, bool oversize);
    /// A task needs less from here on; more is not possible.
    void shrink(GrantId id, std::uint64_t peakBytes);
    void release(GrantId id);
    [[nodiscard]] std::uint64_t blocksOf(GrantId id) const { return grants_.at(id).blocks; }

private:
    struct Grant {
        std::uint64_t blocks = 0;
        bool oversize = false;
    };
    void giveBack(const Grant& grant, std::uint64_t blocks);
    [[nodiscard]] std::uint64_t freeOf(std::uint64_t capacity, bool oversize) const;

    std::uint64_t blockBytes_;
    std::uint64_t capacity_ = 0;
    std::uint64_t reserve_ = 0;
    std::uint64_t granted_ = 0;
    std::uint64_t oversize_ = 0;  ///< granted to oversize tasks
    std::uint64_t last_ = 0;
    std::map<GrantId, Grant> grants_;
};

}  // namespace manju::sched
