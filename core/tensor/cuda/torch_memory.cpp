// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/cuda/torch_memory.h"

#include <ATen/Context.h>
#include <ATen/cuda/CUDAContextLight.h>
#include <c10/cuda/CUDAAllocatorConfig.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>

#include "core/gpu/errors.h"
#include "core/tensor/guard.h"

namespace manju::tensor {
namespace {

namespace allocator = c10::cuda::CUDACachingAllocator;

c10::DeviceIndex indexOf(int ordinal) {
    return static_cast<c10::DeviceIndex>(ordinal);
}

/// Of all that it counts by sizes of blocks, the sum.
template <class Counts>
const auto& sumOf(const Counts& counts) {
    return counts[0];
}

std::uint64_t bytesOf(std::int64_t count) {
    return count > 0 ? static_cast<std::uint64_t>(count) : 0;
}

}  // namespace

Result<std::unique_ptr<TorchMemory>> TorchMemory::open(int ordinal) {
    return guarded([ordinal]() -> Result<std::unique_ptr<TorchMemory>> {
        if (ordinal < 0 || ordinal >= c10::cuda::device_count())
            return Error(gpu::kNoSuchDevice, {{"device", std::to_string(ordinal)}});
        std::unique_ptr<TorchMemory> memory(new TorchMemory(ordinal));
        allocator::setAllocatorSettings("expandable_segments:True");
        at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
        memory->total_ = at::cuda::getDeviceProperties(indexOf(ordinal))->totalGlobalMem;
        MANJU_CHECK(memory->figures());
        return memory;
    });
}

Status TorchMemory::limit(std::uint64_t bytes) {
    return guarded([&]() -> Status {
        allocator::setMemoryFraction(fractionOf(bytes, total_), indexOf(ordinal_));
        return Done{};
    });
}

Status TorchMemory::emptyCache() {
    return guarded([]() -> Status {
        allocator::emptyCache();
        return Done{};
    });
}

Status TorchMemory::restartPeak() {
    return guarded([this]() -> Status {
        allocator::resetPeakStats(indexOf(ordinal_));
        return Done{};
    });
}

Result<OwnFigures> TorchMemory::figures() {
    return guarded([this]() -> Result<OwnFigures> {
        const auto stats = allocator::getDeviceStats(indexOf(ordinal_));
        const auto& reserved = sumOf(stats.reserved_bytes);
        return OwnFigures{bytesOf(sumOf(stats.allocated_bytes).current), bytesOf(reserved.current),
                          bytesOf(reserved.peak), bytesOf(sumOf(stats.segment).current)};
    });
}

}  // namespace manju::tensor
