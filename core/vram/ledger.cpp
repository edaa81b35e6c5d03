// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/ledger.h"

#include <algorithm>

namespace manju::vram {

std::uint64_t BlockLedger::freeBlocks(bool oversize) const {
    const std::uint64_t kept = granted_ + (oversize ? 0 : reserve_);
    return capacity_ > kept ? capacity_ - kept : 0;
}

std::optional<GrantId> BlockLedger::admit(std::uint64_t peakBytes, bool oversize) {
    const std::uint64_t blocks = blocksOf(peakBytes);
    if (blocks > freeBlocks(oversize)) return std::nullopt;
    granted_ += blocks;
    const GrantId id{++last_};
    blocks_.emplace(id, blocks);
    return id;
}

void BlockLedger::shrink(GrantId grant, std::uint64_t peakBytes) {
    std::uint64_t& blocks = blocks_.at(grant);
    const std::uint64_t fewer = std::min(blocks, blocksOf(peakBytes));
    granted_ -= blocks - fewer;
    blocks = fewer;
}

void BlockLedger::release(GrantId grant) {
    granted_ -= blocks_.at(grant);
    blocks_.erase(grant);
}

}  // namespace manju::vram
