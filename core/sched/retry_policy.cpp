// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/retry_policy.h"

#include <algorithm>
#include <cmath>

#include "core/sched/random.h"

namespace manju::sched {
namespace {

/// Scatters the bits of a number (SplitMix64's finisher).
std::uint64_t scattered(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

}  // namespace

std::int64_t RetryPolicy::delay(StepId step, int attempt) const {
    std::int64_t longest = std::clamp<std::int64_t>(options_.firstDelay, 0, options_.mostDelay);
    for (int i = 1; i < attempt && longest < options_.mostDelay; ++i)
        longest = longest > options_.mostDelay / 2 ? options_.mostDelay : longest * 2;
    const std::uint64_t seed = scattered(options_.seed ^ scattered(static_cast<std::uint64_t>(step.value)));
    return Random(scattered(seed ^ static_cast<std::uint64_t>(attempt))).between(0, longest);
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
