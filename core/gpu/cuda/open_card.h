// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/cuda/cuda_memory.h"
#include "core/gpu/cuda/cuda_streams.h"

namespace manju::gpu {

/// All parts of one card, in the order in which they are opened; unopened ones are null.
struct OpenCard {
    std::unique_ptr<CudaDriver> driver;
    std::unique_ptr<CudaContext> context;
    std::unique_ptr<CudaMemory> memory;
    std::unique_ptr<CudaStreams> streams;

    /// `library` and `ordinal` as in CudaDriver::open and CudaContext::retain, whose errors it passes on.
    Status open(const std::string& library, int ordinal = 0) {
        MANJU_TRY(driver, CudaDriver::open(library));
        MANJU_TRY(context, CudaContext::retain(*driver, ordinal));
        MANJU_TRY(memory, CudaMemory::open(*context));
        MANJU_TRY(streams, CudaStreams::make(*context));
        return Done{};
    }
};

}  // namespace manju::gpu
