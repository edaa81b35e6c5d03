// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <string>

#include "app/bench/vram/random.h"
#include "app/device_check/block_work.h"
#include "core/gpu/cuda/cuda_transfers.h"

namespace manju::device_check {

/// What was compared with what had been written.
struct Comparison {
    std::uint64_t checks = 0;      ///< of blocks
    std::uint64_t mismatches = 0;  ///< blocks that did not hold their word everywhere it was looked for
    std::string first;             ///< where, what and what instead; empty if nowhere

    /// Compares `found` with `word`; `address` is that of the first.
    [[nodiscard]] bool holds(std::span<const std::uint32_t> found, std::uint32_t word, gpu::Address address);
};

/// Work on a real card: a block is filled with its word and checked at both ends and at a place drawn by
/// chance in each eighth, 64 bytes each, read into the host's memory by the stream and compared there once
/// an event says so.
class CardWork final : public BlockWork {
public:
    static Result<std::unique_ptr<CardWork>> make(const gpu::CudaContext& context, gpu::CudaStreams& streams);
    /// Waits for what is queued.
    ~CardWork() override;

    Status fill(gpu::StreamId stream, const vram::Block& block, std::uint32_t word) override;
    Status check(gpu::StreamId stream, const vram::Block& block, std::uint32_t word) override;

    /// Compares what has come.
    Status collect();
    /// Waits for everything and compares it.
    Status collectAll();
    [[nodiscard]] const Comparison& comparison() const { return comparison_; }

private:
    struct Queued {
        gpu::EventId event{};
        std::size_t slot = 0;
        std::uint32_t word = 0;
        std::vector<gpu::Address> places;
    };
    CardWork(const gpu::CudaContext& context, gpu::CudaStreams& streams,
             std::unique_ptr<gpu::PinnedMemory> host);
    [[nodiscard]] std::vector<gpu::Address> placesOf(const vram::Block& block);
    [[nodiscard]] std::span<std::uint32_t> slot(std::size_t number, std::size_t place) const;
    Status compareFirst(bool wait);

    gpu::CudaStreams& streams_;
    gpu::CudaTransfers transfers_;
    std::unique_ptr<gpu::PinnedMemory> host_;
    std::deque<Queued> queued_;
    std::size_t nextSlot_ = 0;
    bench::Random random_{1};
    Comparison comparison_;
};

}  // namespace manju::device_check
