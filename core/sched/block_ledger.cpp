// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/block_ledger.h"

#include <algorithm>

namespace manju::sched {

std::uint64_t BlockLedger::freeOf(std::uint64_t capacity, bool oversize) const {
    const std::uint64_t kept = granted_ + (oversize ? 0 : reserve_ - reserveInUse());
    return capacity > kept ? capacity - kept : 0;
}

std::uint64_t BlockLedger::reserveInUse() const {
    return std::min(reserve_, oversize_);
}

std::uint64_t BlockLedger::reserveIdle() const {
    return std::min(reserve_ - reserveInUse(), freeBlocks(true));
}

std::optional<GrantId> BlockLedger::admit(std::uint64_t peakBytes, bool oversize) {
    const std::uint64_t blocks = blocksOf(peakBytes);
    if (blocks > freeBlocks(oversize)) return std::nullopt;
    granted_ += blocks;
    if (oversize) oversize_ += blocks;
    const GrantId id{++last_};
    grants_.emplace(id, Grant{blocks, oversize});
    return id;
}

void BlockLedger::giveBack(const Grant& grant, std::uint64_t blocks) {
    granted_ -= blocks;
    if (grant.oversize) oversize_ -= blocks;
}

void BlockLedger::shrink(GrantId id, std::uint64_t peakBytes) {
    Grant& grant = grants_.at(id);
    const std::uint64_t fewer = std::min(grant.blocks, blocksOf(peakBytes));
    giveBack(grant, grant.blocks - fewer);
    grant.blocks = fewer;
}

void BlockLedger::release(GrantId id) {
    const auto grant = grants_.find(id);
    giveBack(grant->second, grant->second.blocks);
    grants_.erase(grant);
}

}  // namespace manju::sched
