// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/device_check/card_work.h"
#include "app/device_check/workload_player.h"

namespace manju::device_check {

/// A picture makes some 1,700 requests and takes a fast card about 3 s: so much driver time for each request
/// is 1 % of that.
inline constexpr double kMostDriverMicros = 20;

/// What one chunk size costs and saves, once the pool has come into its stride (the second half).
struct ChunkSizeOutcome {
    std::uint64_t chunkBytes = 0;
    std::uint64_t requests = 0, refusals = 0, spurious = 0;
    double driverMicros = 0;  ///< wall time in calls of memory for each request
    double callsPerRequest = 0;
    double felt = 0, stranded = 0;  ///< as in Played
    bool cutShort = false;
    double factor = 1;  ///< of the requests' sizes
};

/// The workload, whose sizes are `factor` of what they were, on a pool with each chunk size that the card can
/// have. Sizes for which no time was left are cut short without a figure.
Result<std::vector<ChunkSizeOutcome>> compareChunkSizes(const bench::Workload& workload, double factor,
                                                        gpu::MemorySource& card, gpu::Streams& streams,
                                                        CardWork& work, const Deadline& deadline);

/// The smallest size whose driver time for each request is at most kMostDriverMicros times the factor
/// (smaller requests need fewer chunks), since small chunks strand least; if there is none, the one with the
/// least. Nothing if no size was measured to its end.
std::optional<std::uint64_t> recommendedChunk(const std::vector<ChunkSizeOutcome>& sizes);

}  // namespace manju::device_check
