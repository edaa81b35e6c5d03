// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/tlsf.h"

#include <algorithm>
#include <bit>

namespace manju::bench {

Tlsf::Tlsf(Card& card) : card_(card), arenaBytes_(card.unused() / kAlignment * kAlignment) {
    if (!card_.take(arenaBytes_)) return;  // cannot be: it is what the card has
    Block& all = make();
    all.start = card_.addresses(arenaBytes_, 2 << 20);
    all.bytes = arenaBytes_;
    card_.map(all.start, arenaBytes_);
    enlist(all);
}

Tlsf::Block& Tlsf::make() {
    if (unused_.empty()) return blocks_.emplace_back();
    Block& block = *unused_.back();
    unused_.pop_back();
    block = {};
    return block;
}

Tlsf::Class Tlsf::classOf(std::uint64_t bytes) {
    const int first = static_cast<int>(std::bit_width(bytes)) - 1;  // at least 9, by the alignment
    return {first, static_cast<int>(bytes >> (first - kSecondLog)) - kSeconds};
}

std::uint64_t Tlsf::leastOf(Class of) {
    return static_cast<std::uint64_t>(kSeconds + of.second) << (of.first - kSecondLog);
}

void Tlsf::enlist(Block& block) {
    const auto [first, second] = classOf(block.bytes);
    auto& head = heads_[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
    block.free = true;
    block.listBefore = nullptr;
    block.listAfter = head;
    if (head != nullptr) head->listBefore = &block;
    head = &block;
    firsts_ |= std::uint64_t{1} << first;
    seconds_[static_cast<std::size_t>(first)] |= 1u << second;
}

void Tlsf::delist(Block& block) {
    const auto [first, second] = classOf(block.bytes);
    auto& head = heads_[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
    block.free = false;
    if (block.listAfter != nullptr) block.listAfter->listBefore = block.listBefore;
    (block.listBefore != nullptr ? block.listBefore->listAfter : head) = block.listAfter;
    if (head != nullptr) return;
    auto& row = seconds_[static_cast<std::size_t>(first)];
    row &= ~(1u << second);
    if (row == 0) firsts_ &= ~(std::uint64_t{1} << first);
}

/// The head of the first class whose every block is large enough.
Tlsf::Block* Tlsf::find(std::uint64_t bytes) const {
    Class of = classOf(bytes);
    if (leastOf(of) < bytes) of = classOf(bytes + (std::uint64_t{1} << (of.first - kSecondLog)) - 1);
    std::uint32_t row = seconds_[static_cast<std::size_t>(of.first)] & (~0u << of.second);
    if (row == 0) {
        const std::uint64_t larger = firsts_ & ((~std::uint64_t{0} << of.first) << 1);
        if (larger == 0) return nullptr;
        of.first = std::countr_zero(larger);
        row = seconds_[static_cast<std::size_t>(of.first)];
    }
    return heads_[static_cast<std::size_t>(of.first)][static_cast<std::size_t>(std::countr_zero(row))];
}

/// Makes a block free that nothing uses any more.
void Tlsf::settle(Block& block) {
    Block* result = &block;
    const auto absorbNext = [this](Block& into) {
        Block& gone = *into.after;
        into.bytes += gone.bytes;
        into.after = gone.after;
        if (into.after != nullptr) into.after->before = &into;
        unused_.push_back(&gone);
    };
    if (block.after != nullptr && block.after->free) {
        delist(*block.after);
        absorbNext(block);
    }
    if (block.before != nullptr && block.before->free) {
        result = block.before;
        delist(*result);
        absorbNext(*result);
    }
    enlist(*result);
}

void Tlsf::look() {
    std::erase_if(freed_, [this](const Freed& freed) {
        for (std::uint32_t stream = 0; stream < freed.until.size(); ++stream)
            if (!card_.order.isDone(stream, freed.until[stream])) return false;
        settle(*freed.block);
        return true;
    });
}

std::optional<Placement> Tlsf::allocate(const BlockRequest& request) {
    const std::uint64_t bytes =
        (std::max<std::uint64_t>(request.bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
    look();
    Block* block = find(bytes);
    if (block == nullptr && !freed_.empty()) {
        card_.order.finishAll();
        look();
        block = find(bytes);
    }
    if (block == nullptr) return std::nullopt;
    delist(*block);
    if (block->bytes > bytes) {
        Block& rest = make();
        rest.start = block->start + bytes;
        rest.bytes = block->bytes - bytes;
        rest.before = block;
        rest.after = block->after;
        if (rest.after != nullptr) rest.after->before = &rest;
        block->after = &rest;
        block->bytes = bytes;
        enlist(rest);
    }
    block->streams = 0;
    liveBytes_ += bytes;
    return Placement{reinterpret_cast<std::uint64_t>(block), block->start, bytes};
}

void Tlsf::work(std::uint64_t handle, std::uint32_t stream) {
    reinterpret_cast<Block*>(handle)->streams |= 1u << stream;  // NOLINT(performance-no-int-to-ptr)
}

void Tlsf::free(std::uint64_t handle) {
    Block& block = *reinterpret_cast<Block*>(handle);  // NOLINT(performance-no-int-to-ptr)
    liveBytes_ -= block.bytes;
    Freed freed{&block, {}};
    for (std::uint32_t stream = 0; stream < freed.until.size(); ++stream)
        if ((block.streams >> stream & 1) != 0) freed.until[stream] = card_.order.queued(stream);
    freed_.push_back(freed);
}

std::uint64_t Tlsf::largestBlock() const {
    if (firsts_ == 0) return 0;
    const auto first = static_cast<std::size_t>(std::bit_width(firsts_) - 1);
    const auto second = static_cast<std::size_t>(std::bit_width(seconds_[first]) - 1);
    std::uint64_t largest = 0;
    for (const Block* block = heads_[first][second]; block != nullptr; block = block->listAfter)
        largest = std::max(largest, block->bytes);
    return largest;
}

/// A request is rounded up to a class, so it gets a block only if it is no larger than the class's least.
Largest Tlsf::largest() {
    Largest largest;
    if (const std::uint64_t bytes = largestBlock(); bytes > 0) largest.now = leastOf(classOf(bytes));
    std::uint64_t run = 0, longest = 0;
    std::vector<const Block*> waiting;
    for (const Freed& freed : freed_) waiting.push_back(freed.block);
    std::ranges::sort(waiting);
    for (const Block* block = &blocks_.front(); block != nullptr; block = block->after) {
        run = block->free || std::ranges::binary_search(waiting, block) ? run + block->bytes : 0;
        longest = std::max(longest, run);
    }
    largest.afterWaiting = longest > 0 ? leastOf(classOf(longest)) : 0;
    return largest;
}

}  // namespace manju::bench
