// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace manju::bench {

struct Pause {
    std::uint64_t steps = 0, mostCalls = 0;
    double mostMillis = 0;  ///< calls at kMillisPerCall each, and the host's own time
};

/// What a driver call of housekeeping is counted with: an assumption, until a card has been measured.
inline constexpr double kMillisPerCall = 1.0;

/// The longest that a step of housekeeping keeps a request waiting, on a card of 24 GiB whose memory was all
/// needed once and then only a little of it.
Pause measureHousekeeping();

}  // namespace manju::bench
