// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/reserve.h"

#include <algorithm>
#include <cmath>

namespace manju::sched {
namespace {

std::uint64_t shareOf(double share, std::uint64_t blocks) {
    // A hair less, so that 0.1 of 50 is 5 blocks and not 6.
    return static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(blocks) - 1e-9));
}

}  // namespace

ReserveController::ReserveController(Options options) : options_(options) {
    blocks_ = std::clamp(shareOf(options_.firstShare, options_.totalBlocks), options_.leastBlocks, most());
}

ReserveController::ReserveController(Options options, const Memory& memory) : ReserveController(options) {
    for (const Minute& minute : memory.minutes) {
        if (minute.minute < 0) continue;
        minutes_[static_cast<std::size_t>(minute.minute) % kMinutes] = minute;
        now_ = std::max(now_, minute.minute);
    }
    blocks_ = std::clamp(memory.blocks, options_.leastBlocks, most());
    lastChange_ = memory.lastChange;
    now_ = std::max(now_, lastChange_);
}

std::uint64_t ReserveController::most() const {
    const auto most =
        static_cast<std::uint64_t>(options_.mostShare * static_cast<double>(options_.totalBlocks));
    return std::max(most, options_.leastBlocks);
}

void ReserveController::goTo(std::int64_t minute) {
    if (minute < now_ - kSetRight) {  // the clock had been far ahead
        minutes_ = {};
        lastChange_ = -1;
        now_ = minute;
    }
    now_ = std::max(now_, minute);
    for (Minute& old : minutes_)
        if (old.minute >= 0 && old.minute <= now_ - static_cast<std::int64_t>(kMinutes)) old = {};
}

void ReserveController::note(std::int64_t minute, bool oversize, std::uint64_t blocks) {
    goTo(minute);
    Minute& current = minutes_[static_cast<std::size_t>(now_) % kMinutes];
    current.minute = now_;
    ++current.requests;
    if (oversize) current.oversizeBlocks.push_back(static_cast<std::uint32_t>(blocks));
}

std::uint64_t ReserveController::target() const {
    std::uint64_t requests = 0;
    std::vector<std::uint32_t> sizes;
    for (const Minute& minute : minutes_) {
        requests += minute.requests;
        sizes.insert(sizes.end(), minute.oversizeBlocks.begin(), minute.oversizeBlocks.end());
    }
    // With few requests their share says little; an hour without any says that none need a reserve.
    const double share = requests == 0 ? 0.0
                         : requests < kEnough
                             ? options_.firstShare
                             : static_cast<double>(sizes.size()) / static_cast<double>(requests);
    if (share > options_.shareUsual) return options_.leastBlocks;
    std::uint64_t target = shareOf(options_.gain * share, options_.totalBlocks);
    if (share > options_.shareOn && !sizes.empty()) {
        const auto p95 = sizes.begin() + static_cast<std::ptrdiff_t>((sizes.size() * 95 + 99) / 100 - 1);
        std::ranges::nth_element(sizes, p95);
        target = std::max<std::uint64_t>(target, *p95);
    }
    return std::clamp(target, options_.leastBlocks, most());
}

std::uint64_t ReserveController::blocks(std::int64_t minute) {
    goTo(minute);
    if (lastChange_ >= 0 && now_ - lastChange_ < kApart) return blocks_;
    const std::uint64_t wanted = target();
    if (wanted == blocks_) return blocks_;
    blocks_ = wanted > blocks_ ? wanted : blocks_ - 1;
    lastChange_ = now_;
    return blocks_;
}

ReserveController::Memory ReserveController::memory() const {
    Memory memory{{}, blocks_, lastChange_};
    for (const Minute& minute : minutes_)
        if (minute.minute >= 0) memory.minutes.push_back(minute);
    std::ranges::sort(memory.minutes, {}, &Minute::minute);
    return memory;
}

}  // namespace manju::sched
