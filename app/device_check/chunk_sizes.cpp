// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/chunk_sizes.h"

#include <algorithm>

#include "app/device_check/api_costs.h"
#include "app/device_check/part_of_card.h"

namespace manju::device_check {

Result<std::vector<ChunkSizeOutcome>> compareChunkSizes(const bench::Workload& workload, double factor,
                                                        gpu::MemorySource& card, gpu::Streams& streams,
                                                        CardWork& work, const Deadline& deadline) {
    std::vector<ChunkSizeOutcome> sizes;
    for (const std::uint64_t chunkBytes : kChunkSizes) {
        if (chunkBytes % card.traits().granularity != 0) continue;
        if (deadline.hasPassed()) {
            sizes.push_back({.chunkBytes = chunkBytes, .cutShort = true});
            continue;
        }
        PartOfCard part(card, workload.cardBytes);
        DriverTime before, total;
        const auto played =
            play(workload, {part, streams, work}, optionsFor(factor, card.traits(), chunkBytes), deadline,
                 {[&] { before = part.spent(); }, [&] { total = part.spent(); }});
        if (!played) return played.error();
        MANJU_CHECK(work.collectAll());
        const DriverTime later = total - before;
        const double requests = static_cast<double>(std::max<std::uint64_t>(played->laterRequests, 1));
        sizes.push_back({chunkBytes, played->requests, played->refusals, played->counters.spuriousRefusals,
                         static_cast<double>(later.nanoseconds) / 1000 / requests,
                         static_cast<double>(later.calls) / requests, played->felt, played->stranded,
                         played->cutShort});
    }
    return sizes;
}

std::optional<std::uint64_t> recommendedChunk(const std::vector<ChunkSizeOutcome>& sizes) {
    const ChunkSizeOutcome* best = nullptr;
    bool isWhole = true;
    for (const ChunkSizeOutcome& size : sizes) {
        if (size.cutShort) {
            isWhole = false;
            continue;
        }
        if (size.driverMicros <= kMostDriverMicros) return size.chunkBytes;
        if (!best || size.driverMicros < best->driverMicros) best = &size;
    }
    // The cheapest of all is known only if all were tried.
    return best && isWhole ? std::optional(best->chunkBytes) : std::nullopt;
}

}  // namespace manju::device_check
