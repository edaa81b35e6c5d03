// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/tensor/memory/card_memory.h"

namespace manju::tensor {

/// While it lives, libtorch's memory on a card comes out of the card's pool: every tensor, also those inside
/// operators; TensorsFor says for what. What is freed is had again by its stream at once, by others in the
/// order of the card's work. What the pool refuses is kOutOfVram out of guarded(). libtorch's own figures of
/// its memory are not to be had meanwhile: the pool has them.
///
/// One at a time in a process, and the first before libtorch's first use of a card. Tensors must be gone, and
/// their work queued, before it ends; from then on libtorch has no memory on any card until the next one.
/// Thread: construction and end while no other thread makes tensors.
class CudaTensorsInPool {
public:
    /// `ordinal` is the driver's number of the card that pool and streams are of; both outlive the object.
    /// Fails with kComputationFailed if libtorch has used a card already.
    static Result<std::unique_ptr<CudaTensorsInPool>> begin(vram::VramPool& pool, gpu::CudaStreams& streams,
                                                            int ordinal);
    ~CudaTensorsInPool();
    CudaTensorsInPool(const CudaTensorsInPool&) = delete;
    CudaTensorsInPool& operator=(const CudaTensorsInPool&) = delete;

private:
    CudaTensorsInPool(vram::VramPool& pool, gpu::CudaStreams& streams) : memory_(pool, streams) {}

    CardMemory memory_;
};

}  // namespace manju::tensor
