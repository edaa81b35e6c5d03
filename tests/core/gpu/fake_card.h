// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/gpu/cuda/cuda_memory.h"
#include "core/gpu/cuda/cuda_streams.h"

namespace manju::gpu {

/// Everything on one card of the fake driver, in the order in which a program opens it; unopened parts are
/// null.
struct FakeCard {
    std::unique_ptr<CudaDriver> driver;
    std::unique_ptr<CudaContext> context;
    std::unique_ptr<CudaMemory> memory;
    std::unique_ptr<CudaStreams> streams;

    Status open() {
        MANJU_TRY(driver, CudaDriver::open(MANJU_FAKECUDA));
        MANJU_TRY(context, CudaContext::retain(*driver, 0));
        MANJU_TRY(memory, CudaMemory::open(*context));
        MANJU_TRY(streams, CudaStreams::make(*context));
        return Done{};
    }
};

}  // namespace manju::gpu
