// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "app/bench/vram/workload.h"

namespace manju::bench {

struct FaultCases {
    std::uint64_t calls = 0;  ///< that could fail
    std::uint64_t tried = 0;
    /// In which everything was served and nothing was lost, as without the fault.
    std::uint64_t restored = 0;
    FaultCases& operator+=(const FaultCases& other) {
        calls += other.calls;
        tried += other.tried;
        restored += other.restored;
        return *this;
    }
};

/// Plays the workload to the pool once for each call of the driver's memory that it makes, which then fails;
/// for `most` of the calls, evenly, if there are more; `most` is at least 1.
/// `inARow` calls fail each time. Uses all cores.
FaultCases failEachCall(const Workload& workload, std::uint64_t most, std::uint64_t inARow = 1);

}  // namespace manju::bench
