// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/ratio_histogram.h"

#include <algorithm>
#include <cmath>

namespace manju::sched {
namespace {

constexpr double kWidth = 1.01;  // of a bucket: its upper edge by its lower

}  // namespace

void RatioHistogram::add(double ratio) {
    const double within = std::clamp(ratio, kLeast, kMost);
    const auto bucket = static_cast<std::size_t>(std::log(within / kLeast) / std::log(kWidth));
    ++counts_[std::min(bucket, kBuckets - 1)];
    if (++count_ < kHalveAt) return;
    count_ = 0;
    // A bucket with one value is lost. That is less than the quantile that anybody asks for.
    for (std::uint32_t& count : counts_) count_ += count /= 2;
}

double RatioHistogram::quantile(double q) const {
    const double rank = std::ceil(q * static_cast<double>(count_) - 1e-9);
    double seen = 0;
    std::size_t bucket = 0;
    for (; bucket + 1 < kBuckets; ++bucket) {
        seen += counts_[bucket];
        if (counts_[bucket] > 0 && seen >= rank) break;
    }
    return std::min(kMost, kLeast * std::pow(kWidth, static_cast<double>(bucket + 1)));
}

Json RatioHistogram::toJson() const {
    Json pairs = Json::array();
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket)
        if (counts_[bucket] > 0) pairs.push_back({bucket, counts_[bucket]});
    return pairs;
}

RatioHistogram RatioHistogram::restored(const Json& json) {
    RatioHistogram histogram;
    for (const Json& pair : json) {
        const auto bucket = pair.at(0).get<std::int64_t>();
        const auto count = pair.at(1).get<std::int64_t>();
        if (bucket < 0 || bucket >= static_cast<std::int64_t>(kBuckets)) continue;
        if (count <= 0 || count > static_cast<std::int64_t>(kHalveAt)) continue;
        std::uint32_t& stored = histogram.counts_[static_cast<std::size_t>(bucket)];
        histogram.count_ += static_cast<std::uint64_t>(count) - stored;
        stored = static_cast<std::uint32_t>(count);
    }
    return histogram;
}

}  // namespace manju::sched
