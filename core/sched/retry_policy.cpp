// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/retry_policy.h"

#include <algorithm>
#include <cmath>

#include "core/sched/draws.h"

namespace manju::sched {

std::int64_t RetryPolicy::delay(StepId step, int attempt) const {
    std::int64_t longest = std::clamp<std::int64_t>(options_.firstDelay, 0, options_.mostDelay);
    for (int i = 1; i < attempt && longest < options_.mostDelay; ++i)
        longest = longest > options_.mostDelay / 2 ? options_.mostDelay : longest * 2;
    const std::uint64_t seed = scattered(options_.seed ^ scattered(static_cast<std::uint64_t>(step.value)));
    Draws draws(scattered(seed ^ static_cast<std::uint64_t>(attempt)));
    return static_cast<std::int64_t>(draws.uniform() * static_cast<double>(longest + 1));
}

bool RetryPolicy::retryMayStart(bool freshWorkWaits) const {
    if (!freshWorkWaits) return true;
    // The oldest leaves the ring when this one enters.
    const std::size_t others = std::min(starts_, kWindow - 1);
    std::size_t retries = 1;
    for (std::size_t back = 1; back <= others; ++back)
        if (retries_[(starts_ - back) % kWindow]) ++retries;
    return static_cast<double>(retries) <= options_.share * static_cast<double>(others + 1) + 1e-9;
}

void RetryPolicy::started(bool retry, bool freshWorkWaits) {
    if (!freshWorkWaits) return;
    retries_[starts_ % kWindow] = retry;
    ++starts_;
}

}  // namespace manju::sched
