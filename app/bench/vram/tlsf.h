// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "app/bench/vram/allocator.h"

namespace manju::bench {

/// Model of a two-level segregated fit (Masmano et al. 2004) over one arena that takes the whole card at
/// once: 32 classes to each power of two, requests rounded up to the next class while searching, immediate
/// merging with neighbours by address. Its records lie outside the memory. It knows no streams: a freed
/// block comes back when all work on it has ended, and the host waits when there is no other.
class Tlsf final : public Allocator {
public:
    explicit Tlsf(Card& card);

    std::optional<Placement> allocate(const BlockRequest& request) override;
    void work(std::uint64_t handle, std::uint32_t stream) override;
    void free(std::uint64_t handle) override;
    Largest largest() override;
    /// All that is free: an arena gives nothing back.
    std::uint64_t strandedBytes() override { return arenaBytes_ - liveBytes_; }
    [[nodiscard]] std::uint64_t pieceBytes(std::uint64_t /*request*/) const override { return 1; }

private:
    static constexpr std::uint64_t kAlignment = 512;
    static constexpr int kSecondLog = 5;
    static constexpr int kSeconds = 1 << kSecondLog;
    static constexpr int kFirsts = 64;
    struct Block {
        std::uint64_t start = 0, bytes = 0;
        bool free = false;
        std::uint32_t streams = 0;                          ///< a bit for each that worked on it
        Block *before = nullptr, *after = nullptr;          ///< by address
        Block *listBefore = nullptr, *listAfter = nullptr;  ///< of its class
    };
    struct Class {
        int first = 0, second = 0;
    };
    struct Freed {
        Block* block = nullptr;
        StreamOrder::Point until{};
    };

    static Class classOf(std::uint64_t bytes);
    [[nodiscard]] static std::uint64_t leastOf(Class of);
    Block& make();
    void enlist(Block& block);
    void delist(Block& block);
    [[nodiscard]] Block* find(std::uint64_t bytes) const;
    void settle(Block& block);
    void look();
    [[nodiscard]] std::uint64_t largestBlock() const;

    Card& card_;
    std::uint64_t arenaBytes_ = 0, liveBytes_ = 0;
    std::uint64_t firsts_ = 0;
    std::array<std::uint32_t, kFirsts> seconds_{};
    std::array<std::array<Block*, kSeconds>, kFirsts> heads_{};
    std::deque<Block> blocks_;
    std::vector<Block*> unused_;
    std::vector<Freed> freed_;
};

}  // namespace manju::bench
