// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/bench/vram/allocator.h"
#include "app/bench/vram/workload.h"
#include "core/base/json.h"

namespace manju::bench {

/// What one allocator did with one workload.
struct Outcome {
    std::uint64_t requests = 0, refusals = 0;
    std::uint64_t spurious = 0;          ///< refusals though enough whole pieces were free
    std::uint64_t refusedWithBytes = 0;  ///< refusals though enough bytes were free
    std::uint64_t unexpected = 0;        ///< impossible requests served, possible ones refused
    std::uint64_t peakLive = 0;          ///< bytes asked for
    std::uint64_t peakPhysical = 0;      ///< taken of the card
    std::uint64_t peakOthersDenied = 0;  ///< that other programs wanted and the card had no more
    double fragmentation = 0;            ///< 1 - peakLive / peakPhysical
    double feltMean = 0, feltP95 = 0, feltMost = 0;
    double feltNowMean = 0;      ///< the same for requests that do not wait
    double strandedShare = 0;    ///< of what is taken, mean
    double callsPerRequest = 0;  ///< of the driver
    std::uint64_t hostWaits = 0;
    std::uint64_t bytesCopied = 0;  ///< that only a copy can have saved
    std::uint64_t unmapsInFlight = 0;
    std::uint64_t nsP50 = 0, nsP99 = 0;    ///< of all allocations and frees
    std::uint64_t hitP50 = 0, hitP99 = 0;  ///< of allocations that ask the driver nothing, in nanoseconds
    std::vector<std::string> violations;   ///< and complaints
};

/// Plays the workload on a fresh card. Felt fragmentation is 1 - M / F at a moment when F bytes of the card
/// are free and a request of at most M bytes would be served (waits allowed): what a user feels as "24 GB,
/// half of it free, and still out of memory". It and the stranded share are sampled after every request
/// and release, of long workloads after every n-th.
Outcome replay(const Workload& workload, Kind kind);
/// The same with an allocator of the caller's, made on the given card of the workload's size.
Outcome replay(const Workload& workload, Card& card, Allocator& allocator);

/// The pool's dump after the whole workload.
Json poolAfter(const Workload& workload);

}  // namespace manju::bench
