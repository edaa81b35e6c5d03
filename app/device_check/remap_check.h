// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/device_check/card_work.h"
#include "app/device_check/deadline.h"
#include "core/vram/pool.h"

namespace manju::device_check {

struct RemapOutcome {
    std::uint64_t bytes = 0, chunkBytes = 0;
    std::uint64_t wanted = 0;    ///< requests that move memory
    std::uint64_t requests = 0;  ///< that were made for them
    vram::Counters counters;
    std::uint64_t loadFills = 0;  ///< of the blocks that other streams write and check meanwhile
    bool cutShort = false;
    [[nodiscard]] bool held() const {
        return counters.remaps >= wanted && counters.spuriousRefusals == 0 && !cutShort;
    }
};

/// Asks a pool for blocks of odd sizes in one region after memory was freed in the others, so that nearly
/// every request moves chunks, until `wanted` have. Every block is filled in a work stream, and freed while
/// the check stream may still read it; two more streams keep writing and checking blocks of their own.
/// Whether all held what was written is in `work.comparison()`. The pool's streams may be others than those
/// of the work, for tests of this check.
Result<RemapOutcome> checkRemaps(gpu::MemorySource& memory, gpu::Streams& poolStreams, gpu::Streams& streams,
                                 CardWork& work, std::uint64_t wanted, const Deadline& deadline);

}  // namespace manju::device_check
