// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/device_check/card_work.h"
#include "app/device_check/deadline.h"
#include "core/gpu/cuda/cuda_transfers.h"
#include "core/vram/pool.h"

namespace manju::device_check {

struct PiecesOutcome {
    double factor = 1;  ///< of the sizes in pieces_check.cpp
    std::uint64_t bytes = 0, chunkBytes = 0;
    std::uint64_t asked = 0;  ///< at once
    std::uint64_t freeBytes = 0, largestPiece = 0;
    bool served = false;
    std::uint64_t chunksMoved = 0;
    std::uint64_t comparedBytes = 0;  ///< of the blocks that lived on, and of the large one
    Comparison comparison;            ///< a check is a piece of 2 MiB
    bool cutShort = false;
    [[nodiscard]] bool held() const {
        return served && chunksMoved > 0 && comparison.checks > 0 && comparison.mismatches == 0 && !cutShort;
    }
};

/// How many bytes of a card the sequence needs when it is not scaled down.
std::uint64_t bytesOfPiecesCheck();

/// The case of the pool's README: 6 GB are asked for when 8 GB are free in pieces of 2 and 1.5 GB between
/// five blocks that live on, and the card has nothing else left. Every word of those, and of the large one,
/// is written before and compared after, with its own word for each 2 MiB.
Result<PiecesOutcome> checkPieces(gpu::MemorySource& card, const gpu::CudaContext& context,
                                  gpu::CudaStreams& streams, std::uint64_t room, const Deadline& deadline);

}  // namespace manju::device_check
