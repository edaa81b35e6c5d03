// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/fault_share.h"

#include <algorithm>

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

}  // namespace

FaultCases failEachCall(const Workload& workload, std::uint64_t most, std::uint64_t inARow) {
    const Played without = play(workload, 0, 0);
    FaultCases cases;
    const std::uint64_t step = std::max<std::uint64_t>(1, (without.calls + most - 1) / most);
    for (std::uint64_t failing = 1; failing <= without.calls; failing += step) {
        const Outcome outcome = play(workload, failing, inARow).outcome;
        ++cases.tried;
        cases.restored += outcome.refusals == without.outcome.refusals && outcome.unexpected == 0 &&
                                  outcome.spurious == 0 && outcome.bytesCopied == 0 &&
                                  outcome.unmapsInFlight == 0 && outcome.violations.empty()
                              ? 1
                              : 0;
    }
    return cases;
}

}  // namespace manju::bench
