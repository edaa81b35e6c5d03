// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "core/gpu/host/host_memory.h"
#include "core/vram/pool.h"

namespace manju::vram::testing {

inline constexpr std::uint64_t kMiB = 1 << 20;
inline constexpr std::uint64_t kGiB = 1 << 30;

/// A simulated card, its streams and a pool over it.
struct Card {
    explicit Card(std::uint64_t totalBytes, PoolOptions options = {}, bool withMemory = false,
                  bool virtualMemory = true)
        : memory(gpu::HostMemory::create({.device = "test card",
                                          .totalBytes = totalBytes,
                                          .granularity = 2 * kMiB,
                                          .hasVirtualMemory = virtualMemory,
                                          .bookkeepingOnly = !withMemory},
                                         streams,
                                         [this](const std::string& what) { violations.push_back(what); })
                     .value()),
          pool(VramPool::open(*memory, streams, options).value()) {
        for (int i = 0; i < 3; ++i) (void)streams.open(gpu::StreamPriority::Normal);
        someone = pool->owner("someone");
    }

    Result<Block> get(std::uint64_t bytes, std::uint32_t stream = 0, Region region = Region::Sampling) {
        return pool->allocate({bytes, region, gpu::StreamId(stream), someone});
    }

    std::vector<std::string> violations;
    gpu::SimStreams streams{[this](const std::string& what) { violations.push_back(what); }};
    std::unique_ptr<gpu::HostMemory> memory;
    std::unique_ptr<VramPool> pool;
    OwnerId someone{};
};

}  // namespace manju::vram::testing
