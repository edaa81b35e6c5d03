// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/torch_blocks.h"

#include <algorithm>
#include <tuple>

namespace manju::bench {

std::uint64_t roundedUp(std::uint64_t bytes, std::uint64_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

bool TorchBlocks::Less::operator()(const TorchBlock* a, const TorchBlock* b) const {
    return std::tie(a->small, a->stream, a->bytes, a->start) <
           std::tie(b->small, b->stream, b->bytes, b->start);
}

TorchBlock& TorchBlocks::make() {
    if (unused_.empty()) return blocks_.emplace_back();
    TorchBlock& block = *unused_.back();
    unused_.pop_back();
    block = {};
    return block;
}

TorchBlock& TorchBlocks::addSegment(std::uint64_t start, std::uint64_t bytes, std::uint32_t stream,
                                    bool small) {
    auto slot = std::ranges::find(segments_, nullptr);
    if (slot == segments_.end()) slot = segments_.insert(slot, nullptr);
    TorchBlock& block = make();
    block.start = start;
    block.bytes = bytes;
    block.stream = stream;
    block.small = small;
    block.segment = static_cast<std::uint32_t>(slot - segments_.begin());
    *slot = &block;
    return block;
}

void TorchBlocks::dropSegment(TorchBlock& block) {
    delist(block);
    segments_[block.segment] = nullptr;
    drop(block);
}

TorchBlocks::FreeList::const_iterator TorchBlocks::firstFit(std::uint64_t bytes, std::uint32_t stream,
                                                            bool small) const {
    TorchBlock key;
    key.bytes = bytes;
    key.stream = stream;
    key.small = small;
    const auto found = free_.lower_bound(&key);
    return found != free_.end() && (*found)->small == small && (*found)->stream == stream ? found
                                                                                          : free_.end();
}

TorchBlock& TorchBlocks::split(TorchBlock& block, std::uint64_t bytes) {
    TorchBlock& rest = make();
    rest.start = block.start + bytes;
    rest.bytes = block.bytes - bytes;
    rest.stream = block.stream;
    rest.segment = block.segment;
    rest.small = block.small;
    rest.mapped = block.mapped;
    rest.before = &block;
    rest.after = block.after;
    if (rest.after != nullptr) rest.after->before = &rest;
    block.after = &rest;
    block.bytes = bytes;
    return rest;
}

void TorchBlocks::absorbNext(TorchBlock& block) {
    TorchBlock& gone = *block.after;
    block.bytes += gone.bytes;
    block.after = gone.after;
    if (block.after != nullptr) block.after->before = &block;
    drop(gone);
}

TorchBlock& TorchBlocks::settle(TorchBlock& block) {
    TorchBlock* result = &block;
    const auto alike = [&](const TorchBlock* other) {
        return other != nullptr && other->isFree() && other->mapped == block.mapped;
    };
    if (alike(block.after)) {
        delist(*block.after);
        absorbNext(block);
    }
    if (alike(block.before)) {
        result = block.before;
        delist(*result);
        absorbNext(*result);
    }
    if (result->mapped) enlist(*result);
    return *result;
}

void TorchBlocks::give(TorchBlock& block) {
    block.live = false;
    for (auto& [stream, work] : block.uses) work = card_.order.queued(stream);
    if (block.uses.empty())
        settle(block);
    else
        waiting_.push_back(&block);
}

void TorchBlocks::processEvents() {
    std::vector<TorchBlock*> free;
    std::erase_if(waiting_, [&](TorchBlock* block) {
        std::erase_if(block->uses,
                      [&](const auto& use) { return card_.order.isDone(use.first, use.second); });
        if (block->uses.empty()) free.push_back(block);
        return block->uses.empty();
    });
    for (TorchBlock* block : free) settle(*block);
}

void TorchBlocks::synchronize() {
    card_.order.finishAll();
    processEvents();
}

}  // namespace manju::bench
