// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>

#include "core/gpu/cuda/cuda_streams.h"
#include "core/gpu/memory_source.h"

namespace manju::gpu {

/// Memory of this process that a card writes to by itself, so that copies run beside the program.
class PinnedMemory {
public:
    /// `context` outlives the object. Fails with kDriverRefused.
    static Result<std::unique_ptr<PinnedMemory>> allocate(const CudaContext& context, std::size_t words);
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    /// No copy in flight may write to it.
    ~PinnedMemory();

    [[nodiscard]] std::span<std::uint32_t> words() const { return words_; }

private:
    PinnedMemory(const CudaContext& context, std::span<std::uint32_t> words)
        : context_(context), words_(words) {}
    const CudaContext& context_;
    std::span<std::uint32_t> words_;
};

/// Work of a card's streams on its memory that needs no kernel. All calls queue the work and return.
/// Errors: kDriverRefused. Thread: any.
class CudaTransfers {
public:
    /// Both outlive the object and are of the same card.
    CudaTransfers(const CudaContext& context, const CudaStreams& streams)
        : context_(context), streams_(streams) {}

    /// `bytes` and `start` are multiples of 4.
    Status fill(StreamId stream, Address start, std::uint64_t bytes, std::uint32_t word) const;
    /// `to` is part of pinned memory, and to be read once an event after the copy is done.
    Status copyToHost(StreamId stream, Address from, std::span<std::uint32_t> to) const;

private:
    [[nodiscard]] Result<cu::Stream> handle(StreamId stream, const char* call) const;
    const CudaContext& context_;
    const CudaStreams& streams_;
};

}  // namespace manju::gpu
