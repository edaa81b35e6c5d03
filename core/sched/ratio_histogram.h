// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/base/json.h"

namespace manju::sched {

/// How often ratios of real to predicted peaks were how large: counts in buckets that are 1 % wide each, from
/// 0.5 to 2; what lies outside counts in the outermost. A 99.9th percentile needs far more values than are
/// worth keeping one by one; buckets take 141 numbers for ever and cost at most 1 % of precision, on the safe
/// side. Past 4096 values all counts are halved, so that the old weighs less and less.
class RatioHistogram {
public:
    static constexpr double kLeast = 0.5, kMost = 2.0;

    /// Precondition: positive and finite.
    void add(double ratio);
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// The upper edge of the bucket in which the q-quantile (0..1) lies. Precondition: count() > 0.
    [[nodiscard]] double quantile(double q) const;

    /// Pairs of bucket and count, empty buckets left out.
    [[nodiscard]] Json toJson() const;
    /// Impossible buckets and counts are left out.
    static RatioHistogram restored(const Json& json);
    friend bool operator==(const RatioHistogram&, const RatioHistogram&) = default;

private:
    static constexpr std::size_t kBuckets = 141;
    static constexpr std::uint64_t kHalveAt = 4096;

    std::array<std::uint32_t, kBuckets> counts_{};
    std::uint64_t count_ = 0;
};

}  // namespace manju::sched
