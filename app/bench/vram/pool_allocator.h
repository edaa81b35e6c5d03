// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "app/bench/vram/allocator.h"
#include "core/gpu/host/host_memory.h"
#include "core/vram/pool.h"

namespace manju::bench {

/// Our pool over the host twin of a card, without memory behind its addresses. Whatever the pool asks of
/// memory and streams passes through here and is counted on the benchmark's Card.
class PoolAllocator final : public Allocator {
public:
    PoolAllocator(Card& card, const std::vector<std::string>& owners, vram::PoolOptions options = {});
    ~PoolAllocator() override;

    std::optional<Placement> allocate(const BlockRequest& request) override;
    void work(std::uint64_t handle, std::uint32_t stream) override;
    void free(std::uint64_t handle) override;
    void finishStream(std::uint32_t stream) override;
    void othersChanged() override;
    Largest largest() override;
    std::uint64_t strandedBytes() override { return pool_->stats().bands.stranded; }
    [[nodiscard]] std::uint64_t pieceBytes(std::uint64_t request) const override;
    /// What the simulated card found, errors of the driver, and spurious refusals by the pool's own count.
    [[nodiscard]] std::vector<std::string> complaints() override;

    /// The n-th call of the driver's memory from now on, from 1, fails, and so do the next ones until
    /// `inARow` have. A request that fails with the first is tried a second time, as the engine does.
    void failCall(std::uint64_t n, std::uint64_t inARow = 1);
    /// Calls of the driver's memory so far.
    [[nodiscard]] std::uint64_t memoryCalls() const;
    /// One step of housekeeping, see VramPool::tidy.
    Result<bool> tidy(std::uint32_t mostCalls) { return pool_->tidy(mostCalls); }
    /// Ends the program unless the pool's books agree.
    void validate() { pool_->validate(); }

    [[nodiscard]] vram::Stats stats() { return pool_->stats(); }
    [[nodiscard]] Json dump() { return pool_->dump(); }

private:
    class Memory;
    class Streams;
    struct Held {
        vram::Block block;
        std::uint32_t streams = 0;  ///< a bit for each that worked on it
    };

    Card& card_;
    vram::PoolOptions options_;
    std::vector<std::string> complaints_;
    gpu::SimStreams sim_;
    std::unique_ptr<gpu::HostMemory> host_;
    std::unique_ptr<Memory> memory_;
    std::unique_ptr<Streams> streams_;
    std::unique_ptr<vram::VramPool> pool_;
    std::vector<vram::OwnerId> owners_;
    std::vector<Held> held_;  ///< by handle
    std::vector<std::uint64_t> unusedHandles_;
};

}  // namespace manju::bench
