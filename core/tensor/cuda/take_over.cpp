// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/cuda/take_over.h"

#include <ATen/cuda/CUDAContextLight.h>
#include <torch/csrc/cuda/CUDAPluggableAllocator.h>

#include <atomic>

#include "core/base/log.h"
#include "core/gpu/errors.h"
#include "core/tensor/errors.h"
#include "core/tensor/guard.h"

namespace manju::tensor {
namespace {

namespace pluggable = torch::cuda::CUDAPluggableAllocator;

/// Whom libtorch's allocator asks, from the first take-over to the end of the process. Null in between.
std::atomic<CardMemory*> serving = nullptr;
std::atomic<int> servedCard = 0;

/// The runtime's and the driver's handles of streams are the same.
gpu::cu::Stream handleOf(cudaStream_t stream) {
    return reinterpret_cast<gpu::cu::Stream>(stream);
}

CardMemory& servingNow() {
    CardMemory* const memory = serving;
    if (memory != nullptr) return *memory;
    throw Refused(Error(kOutOfMemory, {{"detail", "the card's memory is no longer served"}}));
}

// Exceptions pass through libtorch's allocator as they are: it holds no lock and no memory around the call.

void* allocate(std::size_t bytes, int device, cudaStream_t stream) {
    if (device != servedCard) throw Refused(Error(gpu::kNoSuchDevice, {{"device", std::to_string(device)}}));
    const auto start = servingNow().allocate(bytes, handleOf(stream));
    if (!start) throw Refused(start.error());
    return *start;
}

/// libtorch names the stream that the memory was made for; it may have been used by others since.
void giveBack(void* start, std::size_t bytes, int /*device*/, cudaStream_t /*stream*/) {
    CardMemory* const memory = serving;
    if (start == nullptr || memory == nullptr) return;
    if (!memory->free(start))
        log::error("tensor", "libtorch frees " + std::to_string(bytes) + " bytes that no pool has given it");
}

/// Without it libtorch would let memory go that other streams still use.
void recordStream(void* start, cudaStream_t stream) {
    if (const Status used = servingNow().alsoUsedBy(start, handleOf(stream)); !used)
        throw Refused(used.error());
}

/// Once in a process: libtorch refuses another allocator later, and keeps this one.
Status plugIn() {
    static bool done = false;
    if (done) return Done{};
    return guarded([]() -> Status {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-static-cast-downcast): it says that it is one
        const auto custom = std::static_pointer_cast<pluggable::CUDAPluggableAllocator>(
            pluggable::createCustomAllocator(&allocate, &giveBack));
        custom->set_record_stream_fn(&recordStream);
        pluggable::changeCurrentAllocator(custom);
        done = true;
        return Done{};
    });
}

}  // namespace

Result<std::unique_ptr<CudaTensorsInPool>> CudaTensorsInPool::begin(vram::VramPool& pool,
                                                                    gpu::CudaStreams& streams, int ordinal) {
    MANJU_CHECK(plugIn());
    std::unique_ptr<CudaTensorsInPool> all(new CudaTensorsInPool(pool, streams));
    servedCard = ordinal;
    serving = &all->memory_;
    return all;
}

CudaTensorsInPool::~CudaTensorsInPool() {
    // cuBLAS's workspaces live as long as the process, unless they are asked to go.
    const auto cleared = guarded([]() -> Status {
        at::cuda::clearCublasWorkspaces();
        return Done{};
    });
    if (!cleared) log::error("tensor", cleared.error());
    serving = nullptr;
}

}  // namespace manju::tensor
