// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>

#include "core/gpu/cuda/cuda_streams.h"
#include "core/vram/tickets.h"

namespace manju::tensor {

/// The pool's numbers for the streams of a library, which has more of them than the pool knows. A stream
/// keeps its number while blocks are live that it uses; the number of the stream that has been without for
/// longest goes to a new one, which then runs after it. Thread: any.
class StreamNumbers {
public:
    /// `streams` outlives the object.
    explicit StreamNumbers(gpu::CudaStreams& streams) : streams_(streams) {}

    /// The stream's number, kept for one more block. Fails with kDriverRefused if every number is kept.
    Result<gpu::StreamId> keep(gpu::cu::Stream stream);
    /// One block less.
    void letGo(gpu::StreamId number);

private:
    struct Use {
        std::uint64_t blocks = 0;
        std::uint64_t lastUse = 0;
    };
    Result<gpu::StreamId> numberOf(gpu::cu::Stream stream);

    gpu::CudaStreams& streams_;
    std::mutex mutex_;
    std::array<Use, vram::kMostStreams> uses_{};
    std::uint64_t clock_ = 0;
};

}  // namespace manju::tensor
