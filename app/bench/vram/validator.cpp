// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/validator.h"

#include <algorithm>

namespace manju::bench {
namespace {

constexpr std::uint64_t kAlignment = 512;  // that every allocator compared promises
constexpr std::size_t kMostViolations = 100;

}  // namespace

Validator::Validator(Card& card) : card_(card) {
    card_.onUnmap = [this](std::uint64_t start, std::uint64_t bytes) { unmapping(start, bytes); };
}

Validator::~Validator() {
    card_.onUnmap = nullptr;
}

void Validator::violation(std::uint64_t block, const char* what) {
    if (violations_.size() < kMostViolations)
        violations_.push_back("block " + std::to_string(block) + " " + what);
}

template <class Visit>
void Validator::cutFreed(std::uint64_t start, std::uint64_t end, Visit visit) {
    auto range = freed_.upper_bound(start);
    if (range != freed_.begin()) --range;
    while (range != freed_.end() && range->first < end) {
        if (range->second.end <= start) {
            ++range;
            continue;
        }
        visit(range->second);
        const std::uint64_t from = range->first;
        Range rest = range->second;
        range = freed_.erase(range);
        if (end < rest.end) range = freed_.emplace(end, rest).first;
        if (from < start) {
            rest.end = start;
            freed_.emplace(from, std::move(rest));
        }
    }
}

void Validator::countPieces(std::uint64_t start, const Range& range, bool add) {
    if (range.piece <= 1) {
        pieceBytes_ += add ? range.end - start : start - range.end;
        return;
    }
    auto& counted = pieces_[range.piece];
    for (std::uint64_t piece = start / range.piece; piece * range.piece < range.end; ++piece) {
        std::uint32_t& holders = counted[piece];
        if (add && holders++ == 0) pieceBytes_ += range.piece;
        if (!add && --holders == 0) pieceBytes_ -= range.piece;
        if (holders == 0) counted.erase(piece);
    }
}

void Validator::placed(std::uint64_t block, const Placement& placement, const BlockRequest& request,
                       std::uint64_t piece) {
    const std::uint64_t start = placement.address, end = start + placement.granted;
    if (placement.granted < request.bytes) violation(block, "is smaller than asked for");
    if (start % kAlignment != 0) violation(block, "lies askew");
    if (!card_.isMapped(start, placement.granted)) violation(block, "has no memory");
    const auto next = live_.lower_bound(start);
    if ((next != live_.end() && next->first < end) ||
        (next != live_.begin() && std::prev(next)->second.end > start)) {
        violation(block, "overlaps another");
        return;  // and is not counted: an address names one block here
    }
    cutFreed(start, end, [&](const Range& freed) {
        const bool ordered = std::ranges::all_of(freed.uses, [&](const Use& use) {
            return card_.order.isBefore(use.stream, use.work, request.stream);
        });
        if (!ordered) violation(block, "lies where another stream still works");
    });
    const Range& range = live_[start] = {end, request.bytes, piece, {}};
    addressOf_[block] = start;
    countPieces(start, range, true);
    counts_.live += request.bytes;
    counts_.granted += placement.granted;
    counts_.peakLive = std::max(counts_.peakLive, counts_.live);
}

void Validator::refused(const BlockRequest& request, std::uint64_t piece) {
    ++counts_.refusals;
    const auto fits = [&](std::uint64_t held, std::uint64_t unit) {
        const std::uint64_t taken = held + card_.others();
        const std::uint64_t left = card_.total() > taken ? card_.total() - taken : 0;
        return left / unit * unit >= (request.bytes + unit - 1) / unit * unit;
    };
    if (fits(counts_.granted, kAlignment)) ++counts_.bytesFree;
    if (fits(pieceBytes_, std::max<std::uint64_t>(piece, kAlignment))) ++counts_.spurious;
}

void Validator::worked(std::uint64_t block, std::uint32_t stream) {
    const auto address = addressOf_.find(block);
    if (address == addressOf_.end()) return;
    auto& uses = live_.at(address->second).uses;
    const auto known = std::ranges::find(uses, stream, &Use::stream);
    if (known == uses.end())
        uses.push_back({stream, card_.order.queued(stream)});
    else
        known->work = card_.order.queued(stream);
}

void Validator::freed(std::uint64_t block) {
    const auto address = addressOf_.find(block);
    if (address == addressOf_.end()) return;
    const auto range = live_.find(address->second);
    countPieces(range->first, range->second, false);
    counts_.live -= range->second.asked;
    counts_.granted -= range->second.end - range->first;
    freed_.insert(live_.extract(range));
    addressOf_.erase(address);
}

void Validator::unmapping(std::uint64_t start, std::uint64_t bytes) {
    const std::uint64_t end = start + bytes;
    auto live = live_.upper_bound(start);
    if (live != live_.begin()) --live;
    for (; live != live_.end() && live->first < end; ++live) {
        if (live->second.end <= start) continue;
        counts_.movedLive += std::min(end, live->second.end) - std::max(start, live->first);
        violations_.emplace_back("memory went from under a held block");
    }
    cutFreed(start, end, [&](const Range& freed) {
        const bool ended = std::ranges::all_of(
            freed.uses, [&](const Use& use) { return card_.order.isDone(use.stream, use.work); });
        if (ended) return;
        ++counts_.unmapsInFlight;
        violations_.emplace_back("memory went while work on it was queued");
    });
}

}  // namespace manju::bench
