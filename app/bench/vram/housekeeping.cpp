// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/housekeeping.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "app/bench/vram/pool_allocator.h"
#include "core/vram/card_watch.h"

namespace manju::bench {
namespace {

constexpr std::uint64_t kGiB = 1 << 30, kCard = 24 * kGiB;

void use(PoolAllocator& pool, std::uint64_t bytes) {
    std::vector<std::uint64_t> handles;
    for (std::uint64_t left = bytes; left > 0; left -= kGiB)
        handles.push_back(pool.allocate({kGiB, 0, vram::Region::Sampling, 0}).value().handle);
    for (const std::uint64_t handle : handles) pool.free(handle);
    pool.finishStream(0);
}

}  // namespace

Pause measureHousekeeping() {
    using Clock = std::chrono::steady_clock;
    Card card(kCard);
    PoolAllocator pool(card, {"task"});
    const std::uint32_t most = vram::CardWatch::Options().stepCalls;
    use(pool, 22 * kGiB);
    while (pool.tidy(most).value()) {
    }
    use(pool, 2 * kGiB);
    Pause pause;
    for (bool more = true; more; ++pause.steps) {
        const std::uint64_t before = pool.memoryCalls();
        const auto start = Clock::now();
        more = pool.tidy(most).value();
        const double own = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        const std::uint64_t calls = pool.memoryCalls() - before;
        pause.mostCalls = std::max(pause.mostCalls, calls);
        pause.mostMillis = std::max(pause.mostMillis, own + static_cast<double>(calls) * kMillisPerCall);
    }
    return pause;
}

}  // namespace manju::bench
