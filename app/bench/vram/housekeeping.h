// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace manju::bench {

struct Pause {
    std::uint64_t steps = 0, mostCalls = 0;
    double mostMillis = 0;  ///< calls at kMillisPerCall each, and the host's own time
};

/// The longest that a step of housekeeping keeps a request waiting, on a card of 24 GiB whose memory was all
/// needed once and then only a little of it. A driver call is counted as long as the slowest may take; the
/// check on a real card measures it.
inline constexpr double kMillisPerCall = 1.0;
Pause measureHousekeeping();

}  // namespace manju::bench
