// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/plan_time.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "app/bench/vram/random.h"
#include "core/gpu/host/host_memory.h"
#include "core/vram/arena.h"
#include "core/vram/backing.h"

namespace manju::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kSeed = 2026, kChunks = 2000, kChunkBytes = 16 << 20, kSmallChunkBytes = 2 << 20;
constexpr std::uint64_t kAlignment = 512;
constexpr int kPlans = 2000;

/// Blocks and free places of odd sizes in turn, over all chunks.
void cutBadly(vram::Arena& arena, vram::ChunkStore& store, Random& random) {
    arena.addWindow(std::uint64_t{1} << 40, 4 * kChunks * kChunkBytes);
    std::vector<vram::Address> slots;
    std::vector<vram::ChunkIndex> chunks;
    for (std::uint64_t i = 0; i < kChunks; ++i) {
        slots.push_back((std::uint64_t{1} << 40) + (i + i / 3) * kChunkBytes);  // a hole after every third
        chunks.push_back(store.add({}));
    }
    arena.place(0, slots, chunks);
    std::vector<vram::SpanIndex> between;
    for (std::uint64_t tag = 0;; ++tag) {
        const std::uint64_t bytes = random.between(1, 24 << 20) / kAlignment * kAlignment + kAlignment;
        const vram::SpanIndex free = arena.find(vram::kReady, bytes);
        if (free == vram::kNoSpan) break;
        const vram::SpanIndex taken = arena.take(free, bytes, tag);
        if (tag % 2 == 0) between.push_back(taken);
    }
    vram::Tickets tickets, done;
    tickets.at[0] = done.at[0] = 1;
    for (const vram::SpanIndex span : between) arena.give(span, 0, tickets);
    arena.settle(0, done, SIZE_MAX);
}

}  // namespace

PlanTime measurePlans() {
    Random random(kSeed);
    gpu::SimStreams streams;
    const auto memory =
        gpu::HostMemory::create(
            {.device = "benchmark", .totalBytes = kChunks * kChunkBytes, .bookkeepingOnly = true}, streams)
            .value();
    vram::Counters counters;
    vram::Backing backing(*memory, kChunkBytes, kSmallChunkBytes, 0, counters);
    vram::Arena arena(0, backing.large(), kAlignment);
    cutBadly(arena, backing.large(), random);
    std::vector<double> times;
    for (int i = 0; i < kPlans; ++i) {
        const std::uint64_t bytes =
            random.between(1, kChunks * kChunkBytes / 2) / kAlignment * kAlignment + kAlignment;
        const auto start = Clock::now();
        const auto placement = arena.plan(bytes);
        if (!placement) std::abort();  // three quarters of the window are without memory
        const auto sources = backing.sourcesFor(backing.large(), *placement);
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
        if (sources.idle.size() + sources.created != placement->slots.size()) std::abort();  // none is spare
    }
    std::ranges::sort(times);
    return {times[kPlans / 2], times[kPlans * 99 / 100]};
}

}  // namespace manju::bench
