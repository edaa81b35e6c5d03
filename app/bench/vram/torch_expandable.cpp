// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/torch_expandable.h"

#include <algorithm>

namespace manju::bench {

std::optional<Placement> TorchExpandable::allocate(const BlockRequest& request) {
    blocks_.processEvents();
    const std::uint64_t bytes = roundedUp(std::max<std::uint64_t>(request.bytes, 1), kTorchRounding);
    const bool small = bytes <= kTorchSmallMost;
    TorchBlock* block = bestFit(bytes, request.stream, small);
    if (block == nullptr) block = grow(bytes, request.stream, small);
    if (block == nullptr) {
        releaseCached();
        block = grow(bytes, request.stream, small);
    }
    if (block == nullptr) return std::nullopt;
    blocks_.delist(*block);
    if (block->bytes - bytes >= kTorchRounding) blocks_.enlist(blocks_.split(*block, bytes));
    block->live = true;
    return Placement{reinterpret_cast<std::uint64_t>(block), block->start, block->bytes};
}

/// A block at the growing end counts as large as it can become, so others that fit go first.
TorchBlock* TorchExpandable::bestFit(std::uint64_t bytes, std::uint32_t stream, bool small) {
    const auto reach = [](const TorchBlock* block) {
        return block->bytes + (block->after != nullptr && !block->after->mapped ? block->after->bytes : 0);
    };
    const auto end = blocks_.freeBlocks().end();
    auto found = blocks_.firstFit(bytes, stream, small);
    if (found == end) return nullptr;
    for (auto next = std::next(found);
         next != end && (*next)->stream == stream && (*next)->small == small && reach(*next) < reach(*found);
         ++next)
        found = next;
    return *found;
}

/// The lowest addresses without memory that, with free ones before them, are enough.
TorchBlock* TorchExpandable::placeToGrow(std::uint64_t bytes, std::uint32_t stream, bool small) {
    for (TorchBlock* const first : blocks_.segments()) {
        if (first == nullptr || first->stream != stream || first->small != small) continue;
        for (TorchBlock* block = first; block != nullptr; block = block->after) {
            if (block->mapped) continue;
            TorchBlock* start = block->before != nullptr && block->before->isFree() ? block->before : block;
            std::uint64_t room = 0;
            for (const TorchBlock* part = start; part != nullptr && part->isFree(); part = part->after)
                room += part->bytes;
            if (room >= bytes) return start;
        }
    }
    // As large as the card and an eighth.
    const std::uint64_t page = pageOf(small);
    const std::uint64_t size = roundedUp(card_.total() + card_.total() / 8, page);
    if (bytes > size) return nullptr;
    TorchBlock& block = blocks_.addSegment(card_.addresses(size, page), size, stream, small);
    block.mapped = false;
    return &block;
}

TorchBlock* TorchExpandable::grow(std::uint64_t bytes, std::uint32_t stream, bool small) {
    TorchBlock* block = placeToGrow(bytes, stream, small);
    if (block != nullptr && !block->mapped) block = mapStart(*block, std::min(block->bytes, bytes));
    while (block != nullptr && block->bytes < bytes)
        block = mapStart(*block->after, std::min(bytes - block->bytes, block->after->bytes));
    return block;
}

/// Memory under the first bytes of a block without, merged with its neighbours; nothing if the card has not
/// so much.
TorchBlock* TorchExpandable::mapStart(TorchBlock& block, std::uint64_t bytes) {
    const std::uint64_t page = pageOf(block.small);
    const std::uint64_t size = roundedUp(bytes, page);
    for (std::uint64_t taken = 0; taken < size; taken += page) {
        if (card_.take(page)) continue;
        for (; taken > 0; taken -= page) card_.give(page);
        return nullptr;
    }
    for (std::uint64_t mapped = 0; mapped < size; mapped += page) card_.noteCall();
    card_.noteCall();  // access is set once for all of them
    if (size < block.bytes) blocks_.split(block, size);
    block.mapped = true;
    card_.map(block.start, size);
    return &blocks_.settle(block);
}

std::pair<std::uint64_t, std::uint64_t> TorchExpandable::pagesWithin(std::uint64_t start, std::uint64_t bytes,
                                                                     std::uint64_t page) {
    const std::uint64_t from = roundedUp(start, page), to = (start + bytes) / page * page;
    return {from, to > from ? to - from : 0};
}

void TorchExpandable::releaseCached() {
    blocks_.synchronize();
    for (TorchBlock* block : std::vector(blocks_.freeBlocks().begin(), blocks_.freeBlocks().end())) {
        const std::uint64_t page = pageOf(block->small);
        const auto [start, bytes] = pagesWithin(block->start, block->bytes, page);
        if (bytes == 0) continue;
        blocks_.delist(*block);
        if (start > block->start) {
            TorchBlock& rest = blocks_.split(*block, start - block->start);
            blocks_.enlist(*block);
            block = &rest;
        }
        if (block->bytes > bytes) blocks_.enlist(blocks_.split(*block, bytes));
        card_.unmap(start, bytes);
        for (std::uint64_t at = 0; at < bytes; at += page, card_.noteCall()) card_.give(page);
        block->mapped = false;
        blocks_.settle(*block);
    }
}

/// Bytes of pages that hold nothing, waited for.
std::uint64_t TorchExpandable::releasable() const {
    std::uint64_t sum = 0;
    for (const TorchBlock* block : blocks_.segments())
        while (block != nullptr) {
            if (block->live || !block->mapped) {
                block = block->after;
                continue;
            }
            const TorchBlock& first = *block;
            std::uint64_t bytes = 0;
            for (; block != nullptr && !block->live && block->mapped; block = block->after)
                bytes += block->bytes;
            sum += pagesWithin(first.start, bytes, pageOf(first.small)).second;
        }
    return sum;
}

/// The most that one run of free addresses of a segment can become, with so much from the card.
std::uint64_t TorchExpandable::growthOf(const TorchBlock* block, std::uint64_t fromCard) const {
    std::uint64_t best = 0;
    while (block != nullptr) {
        if (block->live) {
            block = block->after;
            continue;
        }
        const TorchBlock& first = *block;
        std::uint64_t bytes = 0;
        for (; block != nullptr && !block->live; block = block->after) bytes += block->bytes;
        const auto [start, pages] = pagesWithin(first.start, bytes, pageOf(first.small));
        // The parts of pages at both ends have memory already.
        const std::uint64_t whole = fromCard / pageOf(first.small) * pageOf(first.small);
        best = std::max(best, pages <= whole ? bytes : start - first.start + whole);
    }
    return best;
}

Largest TorchExpandable::largest() {
    Largest largest;
    const std::uint64_t page = pageOf(false);
    largest.now = card_.unused() / page * page;
    largest.afterWaiting = (card_.unused() + releasable()) / page * page;
    for (const TorchBlock* const block : blocks_.freeBlocks())
        if (!block->small) {
            const bool grows = block->after != nullptr && !block->after->mapped;
            largest.now = std::max(
                largest.now,
                block->bytes + (grows ? std::min(block->after->bytes, card_.unused() / page * page) : 0));
        }
    for (const TorchBlock* const first : blocks_.segments())
        if (first != nullptr && !first->small)
            largest.afterWaiting =
                std::max(largest.afterWaiting, growthOf(first, card_.unused() + releasable()));
    return largest;
}

std::uint64_t TorchExpandable::strandedBytes() {
    std::uint64_t live = 0;
    for (const TorchBlock* first : blocks_.segments())
        for (const TorchBlock* block = first; block != nullptr; block = block->after)
            live += block->live ? block->bytes : 0;
    return card_.physical() - live - releasable();
}

void TorchExpandable::work(std::uint64_t handle, std::uint32_t stream) {
    auto& block = *reinterpret_cast<TorchBlock*>(handle);  // NOLINT(performance-no-int-to-ptr)
    if (stream != block.stream) block.uses.emplace_back(stream, 0);
}

void TorchExpandable::free(std::uint64_t handle) {
    blocks_.give(*reinterpret_cast<TorchBlock*>(handle));  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace manju::bench
