// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/card.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace manju::bench {
namespace {

void require(bool holds, const char* rule) {
    if (holds) return;
    std::fprintf(stderr, "the benchmark's card is misused: %s\n", rule);
    std::abort();
}

}  // namespace

bool Card::take(std::uint64_t bytes) {
    ++calls_;
    if (bytes > unused()) return false;
    physical_ += bytes;
    return true;
}

void Card::give(std::uint64_t bytes) {
    ++calls_;
    require(bytes <= physical_, "more is given back than was taken");
    physical_ -= bytes;
}

std::uint64_t Card::setOthers(std::uint64_t wanted) {
    others_ = std::min(wanted, total_ - physical_);
    return wanted - others_;
}

std::uint64_t Card::addresses(std::uint64_t bytes, std::uint64_t alignment) {
    const std::uint64_t start = (nextAddress_ + alignment - 1) / alignment * alignment;
    nextAddress_ = start + bytes;
    return start;
}

void Card::map(std::uint64_t start, std::uint64_t bytes) {
    std::uint64_t end = start + bytes;
    auto next = mapped_.lower_bound(start);
    require(next == mapped_.end() || next->first >= end, "addresses are mapped twice");
    if (next != mapped_.end() && next->first == end) {
        end = next->second;
        next = mapped_.erase(next);
    }
    if (next != mapped_.begin()) {
        const auto before = std::prev(next);
        require(before->second <= start, "addresses are mapped twice");
        if (before->second == start) {
            before->second = end;
            return;
        }
    }
    mapped_.emplace(start, end);
}

void Card::unmap(std::uint64_t start, std::uint64_t bytes) {
    require(isMapped(start, bytes), "addresses without memory are unmapped");
    if (onUnmap) onUnmap(start, bytes);
    const auto range = std::prev(mapped_.upper_bound(start));
    const std::uint64_t end = range->second;
    if (range->first == start)
        mapped_.erase(range);
    else
        range->second = start;
    if (start + bytes < end) mapped_.emplace(start + bytes, end);
}

bool Card::isMapped(std::uint64_t start, std::uint64_t bytes) const {
    auto range = mapped_.upper_bound(start);
    if (range == mapped_.begin()) return false;
    --range;
    return range->second >= start + bytes;
}

}  // namespace manju::bench
