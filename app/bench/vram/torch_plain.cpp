// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/torch_plain.h"

#include <algorithm>

namespace manju::bench {

TorchPlain::~TorchPlain() = default;

std::optional<Placement> TorchPlain::allocate(const BlockRequest& request) {
    blocks_.processEvents();
    const std::uint64_t bytes = roundedUp(std::max<std::uint64_t>(request.bytes, 1), kTorchRounding);
    const bool small = bytes <= kTorchSmallMost;
    const auto found = blocks_.firstFit(bytes, request.stream, small);
    TorchBlock* block = found != blocks_.freeBlocks().end() ? *found : nullptr;
    if (block != nullptr) blocks_.delist(*block);
    if (block == nullptr) block = grow(bytes, request.stream, small);
    if (block == nullptr) {
        releaseCached();
        block = grow(bytes, request.stream, small);  // and no second search, pytorch#189504
    }
    if (block == nullptr) return std::nullopt;
    const std::uint64_t rest = block->bytes - bytes;
    if (small ? rest >= kTorchRounding : rest > kTorchSmallMost) blocks_.enlist(blocks_.split(*block, bytes));
    block->live = true;
    return Placement{reinterpret_cast<std::uint64_t>(block), block->start, block->bytes};
}

TorchBlock* TorchPlain::grow(std::uint64_t bytes, std::uint32_t stream, bool small) {
    const std::uint64_t segment = small                       ? kTorchSmallSegment
                                  : bytes < kTorchMiddleBelow ? kTorchMiddleSegment
                                                              : roundedUp(bytes, kTorchLargeRounding);
    if (!card_.take(segment)) return nullptr;
    const std::uint64_t start = card_.addresses(segment, kTorchLargeRounding);
    card_.map(start, segment);
    return &blocks_.addSegment(start, segment, stream, small);
}

/// Gives back the segments in which nothing is held. The driver's call waits for the whole card.
void TorchPlain::releaseCached() {
    blocks_.synchronize();
    for (TorchBlock* const first : std::vector(blocks_.segments())) {
        if (first == nullptr || first->after != nullptr || !first->isFree()) continue;
        card_.unmap(first->start, first->bytes);
        card_.give(first->bytes);
        blocks_.dropSegment(*first);
    }
}

void TorchPlain::work(std::uint64_t handle, std::uint32_t stream) {
    auto& block = *reinterpret_cast<TorchBlock*>(handle);  // NOLINT(performance-no-int-to-ptr)
    // The block's own stream needs no event: it is reused by that stream alone.
    if (stream != block.stream) block.uses.emplace_back(stream, 0);
}

void TorchPlain::free(std::uint64_t handle) {
    blocks_.give(*reinterpret_cast<TorchBlock*>(handle));  // NOLINT(performance-no-int-to-ptr)
}

TorchPlain::Use TorchPlain::useOf(const TorchBlock* block) {
    Use use;
    std::uint64_t run = 0;
    for (; block != nullptr; block = block->after) {
        use.bytes += block->bytes;
        use.live += block->live ? block->bytes : 0;
        run = block->live ? 0 : run + block->bytes;
        use.largestRun = std::max(use.largestRun, run);
    }
    return use;
}

/// Waits included, a run that only waiting makes whole is counted too, which is kind: it takes a second
/// request to get it.
Largest TorchPlain::largest() {
    Largest largest;
    for (const TorchBlock* const block : blocks_.freeBlocks())
        if (!block->small) largest.now = std::max(largest.now, block->bytes);
    std::uint64_t releasable = 0;
    for (const TorchBlock* const first : blocks_.segments()) {
        if (first == nullptr) continue;
        const Use use = useOf(first);
        if (use.live == 0) releasable += use.bytes;
        if (!first->small) largest.afterWaiting = std::max(largest.afterWaiting, use.largestRun);
    }
    const auto fromCard = [](std::uint64_t bytes) {
        return bytes / kTorchLargeRounding * kTorchLargeRounding;
    };
    largest.now = std::max(largest.now, fromCard(card_.unused()));
    largest.afterWaiting = std::max(largest.afterWaiting, fromCard(card_.unused() + releasable));
    return largest;
}

std::uint64_t TorchPlain::strandedBytes() {
    std::uint64_t bytes = 0;
    for (const TorchBlock* const first : blocks_.segments()) {
        if (first == nullptr) continue;
        const Use use = useOf(first);
        if (use.live > 0) bytes += use.bytes - use.live;
    }
    return bytes;
}

}  // namespace manju::bench
