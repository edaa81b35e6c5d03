// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/bench/vram/workload.h"
#include "app/device_check/block_work.h"
#include "app/device_check/deadline.h"
#include "core/vram/pool.h"

namespace manju::device_check {

/// The same workload with every size times `most` / its card's size, for a card of `most` bytes.
bench::Workload scaledTo(const bench::Workload& workload, std::uint64_t most);

/// What a workload is played on.
struct Side {
    gpu::MemorySource& memory;
    gpu::Streams& streams;  ///< those of block_work.h
    BlockWork& work;
};

/// Called when half of the events are over, and at the end while the blocks still live.
struct Marks {
    std::function<void()> half, end;
};

struct Played {
    std::vector<bool> granted;  ///< by request, in order
    vram::Counters counters;
    std::uint64_t requests = 0, refusals = 0;
    std::uint64_t laterRequests = 0;  ///< since the half
    double felt = 0;      ///< mean of the share of the free bytes that one request cannot have, waits allowed
    double stranded = 0;  ///< mean share of what is taken of the card
    bool cutShort = false;
};

/// Plays the workload on a pool of its own. Every block is filled with its own word in one of the work
/// streams, by its region, and checked in another one at the end, which may still be under way when the block
/// is freed; now and then live blocks are checked as well.
Result<Played> play(const bench::Workload& workload, const Side& side, const vram::PoolOptions& options,
                    const Deadline& deadline, const Marks& marks = {});

/// The pool's options for a card on which all sizes are `factor` of what they were, with chunks of
/// `chunkBytes` or, without, of the usual size scaled as well.
vram::PoolOptions optionsFor(double factor, const gpu::SourceTraits& traits,
                             std::optional<std::uint64_t> chunkBytes = {});

}  // namespace manju::device_check
