// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/bench/vram/admission_day.h"

namespace manju::bench {

/// What each card keeps for oversize tasks.
enum class ReserveRule : std::uint8_t {
    Dynamic,  ///< what the product's controller says
    Tenth,    ///< a tenth of the card, always
    None,
};
inline constexpr ReserveRule kReserveRules[] = {ReserveRule::Dynamic, ReserveRule::Tenth, ReserveRule::None};
[[nodiscard]] std::string_view idOf(ReserveRule rule);

/// An oversize request succeeds if it is let in within so many milliseconds: after 30 s of waiting for
/// memory the watchdog would pause another task for it (spec S12).
inline constexpr std::int64_t kLongestWait = 30'000;

/// How days of one kind went. Times are in milliseconds.
struct AdmissionRun {
    DayKind day{};
    ReserveRule rule{};
    std::uint64_t tasks = 0, oversize = 0;
    std::uint64_t oversizeInTime = 0;  ///< within kLongestWait
    std::int64_t oversizeWaitP99 = 0, oversizeWaitMost = 0;
    double ordinaryWaitMean = 0;
    /// Blocks of the reserve that oversize tasks hold, and that nobody holds: means over time and cards, as
    /// shares of the card.
    double reserveInUse = 0, reserveIdle = 0;

    [[nodiscard]] double success() const;
    /// In use, of what is in use or idle; 0 without a reserve.
    [[nodiscard]] double usedShare() const;
};

/// Lets the tasks of days in by the product's BlockLedger and ReserveController, one of each a card, on a
/// virtual clock: no memory, no times of this machine. Each day begins anew. `day` of the result is left.
AdmissionRun runAdmission(std::span<const std::vector<AdmissionTask>> days, ReserveRule rule);

/// So many days of each kind, from as many seeds, under each rule; the rules of a kind one after the other.
std::vector<AdmissionRun> runAdmissionDays(std::uint64_t firstSeed, std::uint64_t count);

}  // namespace manju::bench
