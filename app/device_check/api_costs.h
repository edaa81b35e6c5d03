// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/device_check/deadline.h"
#include "core/gpu/cuda/cuda_memory.h"
#include "core/gpu/cuda/cuda_streams.h"

namespace manju::device_check {

inline constexpr std::uint64_t kChunkSizes[] = {2ULL << 20,  4ULL << 20,  8ULL << 20,
                                                16ULL << 20, 32ULL << 20, 64ULL << 20};

/// What one call of the driver takes, the checks of CheckedSource included (some 100 ns).
struct CallCost {
    std::string call;
    std::uint64_t bytes = 0;  ///< of the pieces; 0 where none are meant
    std::uint64_t repetitions = 0;
    std::uint64_t medianNanoseconds = 0, p99Nanoseconds = 0;
};

struct ApiCosts {
    std::vector<CallCost> costs;
    std::uint64_t runPieces = 0;  ///< most pieces of one call "access of a run"
    bool cutShort = false;
};

/// Times every call `repetitions` times, holding at most `room` bytes at once.
Result<ApiCosts> measureApi(gpu::CudaMemory& memory, gpu::Streams& streams, std::uint64_t room,
                            std::uint32_t repetitions, const Deadline& deadline);

}  // namespace manju::device_check
