// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/gpu/cuda/cuda_memory.h"
#include "core/tensor/memory/card_memory.h"
#include "tests/support/fakecuda/fakecuda.h"

namespace manju::tensor::testing {

inline constexpr std::uint64_t kMiB = 1 << 20;

/// A card of the fake driver with a pool, and its memory as a library beside it sees it.
struct FakeCardPool {
    explicit FakeCardPool(std::uint64_t totalBytes = 1024 * kMiB) {
        fakecuda::reset({{.name = "Fake Card", .totalBytes = totalBytes}});
        driver = gpu::CudaDriver::open(MANJU_FAKECUDA).value();
        context = gpu::CudaContext::retain(*driver, 0).value();
        source = gpu::CudaMemory::open(*context).value();
        streams = gpu::CudaStreams::make(*context).value();
        pool = vram::VramPool::open(*source, *streams).value();
    }

    /// Work of 10 ms in the stream that writes to all of the memory.
    static void run(gpu::cu::Stream stream, void* start, std::uint64_t bytes) {
        const gpu::AddressSpan range{reinterpret_cast<gpu::Address>(start), bytes};
        fakecuda::launch(0, stream,
                         {.reads = {}, .writes = {range}, .duration = std::chrono::milliseconds(10)});
    }

    std::unique_ptr<gpu::CudaDriver> driver;
    std::unique_ptr<gpu::CudaContext> context;
    std::unique_ptr<gpu::CudaMemory> source;
    std::unique_ptr<gpu::CudaStreams> streams;
    std::unique_ptr<vram::VramPool> pool;
};

}  // namespace manju::tensor::testing
