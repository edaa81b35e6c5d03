// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/device_check/workload_player.h"

namespace manju::device_check {

/// One workload on the card and on its twin in this process.
struct TwinOutcome {
    std::uint64_t bytes = 0;  ///< of the card that both pools see
    double factor = 1;        ///< of all sizes of the workload
    std::uint64_t requests = 0, refusals = 0;
    std::uint64_t differences = 0;  ///< requests that one served and the other refused
    std::uint64_t spurious = 0;     ///< refusals of either, though whole free chunks would have done
    std::uint64_t remaps = 0, streamWaits = 0, hostWaits = 0;  ///< of the card's pool
    std::vector<std::string> violations;                       ///< that the twin found
    bool cutShort = false;
    [[nodiscard]] bool held() const {
        return differences == 0 && spurious == 0 && violations.empty() && !cutShort;
    }
};

/// Plays the workload, made for `factor` of its size, on a card of `side.memory`'s size: first there, then on
/// the twin, with the same options. What pools learn of streams is the same on both (PatientStreams).
Result<TwinOutcome> compareWithTwin(const bench::Workload& workload, const Side& side,
                                    const vram::PoolOptions& options, const Deadline& deadline);

}  // namespace manju::device_check
