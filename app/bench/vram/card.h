// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "app/bench/vram/stream_order.h"

namespace manju::bench {

/// The card that an allocator under test works on: what is taken of it, which addresses have memory, how
/// often its driver was called. Counts only; there is no memory.
class Card {
public:
    explicit Card(std::uint64_t totalBytes) : total_(totalBytes) {}

    [[nodiscard]] std::uint64_t total() const { return total_; }
    [[nodiscard]] std::uint64_t others() const { return others_; }
    [[nodiscard]] std::uint64_t physical() const { return physical_; }
    [[nodiscard]] std::uint64_t unused() const { return total_ - others_ - physical_; }
    [[nodiscard]] std::uint64_t calls() const { return calls_; }

    /// Physical memory, one call. False if the card has not so much left.
    [[nodiscard]] bool take(std::uint64_t bytes);
    void give(std::uint64_t bytes);
    void noteCall() { ++calls_; }
    /// Times that the pool asked the driver about its events, or queued one.
    [[nodiscard]] std::uint64_t eventCalls() const { return eventCalls_; }
    void noteEventCall() { ++eventCalls_; }
    /// Other programs get what they want as far as it is there; returns what they did not get.
    std::uint64_t setOthers(std::uint64_t wanted);

    /// Addresses that nobody had before. No call: drivers do that within the call that follows.
    std::uint64_t addresses(std::uint64_t bytes, std::uint64_t alignment);
    /// Memory lies at these addresses, where there was none.
    void map(std::uint64_t start, std::uint64_t bytes);
    /// All of them have memory, which goes.
    void unmap(std::uint64_t start, std::uint64_t bytes);
    [[nodiscard]] bool isMapped(std::uint64_t start, std::uint64_t bytes) const;

    /// Called before memory goes from addresses.
    std::function<void(std::uint64_t start, std::uint64_t bytes)> onUnmap;

    StreamOrder order;

private:
    std::uint64_t total_;
    std::uint64_t others_ = 0, physical_ = 0, calls_ = 0, eventCalls_ = 0;
    std::uint64_t nextAddress_ = std::uint64_t{1} << 40;
    std::map<std::uint64_t, std::uint64_t> mapped_;  ///< start to end, neighbours merged
};

}  // namespace manju::bench
