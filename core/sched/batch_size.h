// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace manju::sched {

/// How many tasks a card should draw at once (requirement S7), by its memory and its load:
///
///   over 90 % busy                         none, look again in half a second
///   over 6 GiB free and below 70 % busy    up to 3
///   over 3 GiB free and below 85 % busy    up to 2
///   else                                   1
///
/// The load is to end between 85 and 90 %.
struct BatchSize {
    int most = 1;
    std::int64_t lookAgainAfter = 0;  ///< milliseconds, when `most` is 0
    friend bool operator==(const BatchSize&, const BatchSize&) = default;
};

/// `utilisation` is 0..1. Where it is not known (negative or no number) one task at a time goes on: that is
/// safe at any load, while none would stop a card that nobody can measure.
BatchSize batchSize(std::uint64_t freeBytes, double utilisation);

}  // namespace manju::sched
