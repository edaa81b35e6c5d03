// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/domain/snapshot.h"
#include "core/sched/estimator.h"

namespace manju::sched {

/// Time that a task still needs, in milliseconds: of a running one, what is left.
struct ExpectedTime {
    std::int64_t p50 = 0, p90 = 0;
    Grounds grounds = Grounds::Declared;
    int values = 0;  ///< measured ones that it rests on, as Estimate::timeValues
};

/// How long `servers` equal servers need for independent tasks, begun in this order by whichever server is
/// free first: a range that holds about 80 % of outcomes. Times are drawn from log-normal distributions
/// through p50 and p90. To each comes an error that all estimates with the same grounds share: a median of
/// few values, a fitted line and a guess are wrong for all tasks alike. Equal input gives equal output.
///
/// Unknown
/// - without a server, or with a task that has no time (p50 <= 0);
/// - while over a tenth of the expected time is only declared;
/// - when the range says nothing: its end is more than four times its beginning and over two minutes later.
/// Without tasks it is known and zero. Takes about 3 ms for 1,000 tasks, 30 ms for 10,000.
TimeRange remainingRange(std::span<const ExpectedTime> tasks, int servers);

}  // namespace manju::sched
