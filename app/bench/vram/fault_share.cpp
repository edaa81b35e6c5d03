// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/fault_share.h"

#include <atomic>
#include <thread>
#include <vector>

#include "app/bench/vram/pool_allocator.h"
#include "app/bench/vram/replay.h"

namespace manju::bench {
namespace {

struct Played {
    Outcome outcome;
    std::uint64_t calls = 0;
};

/// `failing`: the call that fails; 0: none.
Played play(const Workload& workload, std::uint64_t failing, std::uint64_t inARow) {
    Card card(workload.cardBytes);
    PoolAllocator pool(card, workload.owners);
    const std::uint64_t before = pool.memoryCalls();
    if (failing > 0) pool.failCall(failing, inARow);
    Played played{replay(workload, card, pool), 0};
    pool.validate();
    played.calls = pool.memoryCalls() - before;
    return played;
}

bool isRestored(const Outcome& outcome, const Outcome& without) {
    return outcome.refusals == without.refusals && outcome.unexpected == 0 && outcome.spurious == 0 &&
           outcome.bytesCopied == 0 && outcome.unmapsInFlight == 0 && outcome.violations.empty();
}

}  // namespace

FaultCases failEachCall(const Workload& workload, std::uint64_t most, std::uint64_t inARow) {
    const Played without = play(workload, 0, 0);
    const std::uint64_t step = without.calls / most + (without.calls % most != 0 ? 1 : 0);
    std::atomic<std::uint64_t> next = 1, tried = 0, restored = 0;
    const auto work = [&] {
        for (std::uint64_t failing = next.fetch_add(step); failing <= without.calls;
             failing = next.fetch_add(step)) {
            ++tried;
            if (isRestored(play(workload, failing, inARow).outcome, without.outcome)) ++restored;
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned core = 1; core < std::thread::hardware_concurrency(); ++core) others.emplace_back(work);
        work();
    }
    return {without.calls, tried, restored};
}

}  // namespace manju::bench
