// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include "core/base/result.h"
#include "core/tensor/memory/purpose.h"
#include "core/vram/pool.h"

namespace manju::tensor {

/// While it lives, libtorch's memory on the processor comes out of a pool whose addresses are pointers of
/// this process: every tensor of at least kLeast bytes, also those inside operators; TensorsFor says for
/// what. What the pool refuses is kOutOfVram out of guarded(). One at a time in a process; tensors must be
/// gone before the pool is.
///
/// Thread: construction and end while no other thread makes tensors.
class CpuTensorsInPool {
public:
    /// Smaller tensors are libtorch's own business.
    static constexpr std::size_t kLeast = 64 << 10;

    explicit CpuTensorsInPool(vram::VramPool& pool);
    ~CpuTensorsInPool();
    CpuTensorsInPool(const CpuTensorsInPool&) = delete;
    CpuTensorsInPool& operator=(const CpuTensorsInPool&) = delete;
};

/// An uninitialised tensor that owns a block of the pool, whatever allocator libtorch has. Its last use must
/// be queued in `request.stream` when the last reference goes. `request.bytes` is ignored.
Result<at::Tensor> tensorInPool(vram::VramPool& pool, at::IntArrayRef shape, at::TensorOptions options,
                                vram::Request request);

}  // namespace manju::tensor
