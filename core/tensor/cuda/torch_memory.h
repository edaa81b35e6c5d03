// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/tensor/memory/stage_cap.h"

namespace manju::tensor {

/// libtorch's own allocator on one card, which serves its tensors wherever CudaTensorsInPool does not live.
/// It keeps what was freed in segments that grow and shrink (its "expandable segments").
class TorchMemory final : public OwnMemory {
public:
    /// Starts CUDA in libtorch. `ordinal` is the driver's number of the card, as in CudaContext. Fails where
    /// libtorch finds no such card, or its memory comes out of a pool.
    static Result<std::unique_ptr<TorchMemory>> open(int ordinal);

    Status limit(std::uint64_t bytes) override;
    Status emptyCache() override;
    Status restartPeak() override;
    Result<OwnFigures> figures() override;

private:
    explicit TorchMemory(int ordinal) : ordinal_(ordinal) {}

    int ordinal_;
    std::uint64_t total_ = 0;
};

}  // namespace manju::tensor
