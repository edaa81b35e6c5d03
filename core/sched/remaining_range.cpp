// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/remaining_range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "core/sched/quantile.h"
#include "core/sched/random.h"

namespace manju::sched {
namespace {

constexpr double kDeviationsToP90 = 1.2816;  // of the normal distribution
constexpr double kMostDeviation = 1.5;       // of a task's logarithm
constexpr double kMostDeclared = 0.1;
constexpr double kMostSpread = 4;
constexpr double kShortMillis = 120'000;
// Of the error that estimates share, by Grounds, beside that of a median of few values.
constexpr std::array kSharedDeviation{0.4, 0.15, 0.02};
constexpr std::size_t kDraws = 40'000;  // of times, for one range
constexpr std::uint64_t kSeed = 0x72616e6765;

struct Distribution {
    double logMedian = 0;
    double deviation = 0;
    double shared = 0;  ///< deviation of the error that it shares
    std::size_t grounds = 0;
};

Distribution distributionOf(const ExpectedTime& task) {
    const auto middle = static_cast<double>(task.p50);
    const double spread = std::log(std::max(1.0, static_cast<double>(task.p90) / middle));
    Distribution result;
    result.logMedian = std::log(middle);
    result.deviation = std::min(kMostDeviation, spread / kDeviationsToP90);
    result.grounds = static_cast<std::size_t>(task.grounds);
    result.shared = kSharedDeviation[result.grounds];
    if (task.grounds == Grounds::Measured)  // the standard error of a median
        result.shared =
            std::hypot(result.shared, 1.25 * result.deviation / std::sqrt(std::max(3, task.values)));
    return result;
}

/// Tasks with a time each, by servers that are free at `free`.
double makespan(const std::vector<Distribution>& tasks, std::vector<double>& free, Random& random) {
    std::array<double, kSharedDeviation.size()> shared{};
    for (double& error : shared) error = random.normal();
    std::ranges::fill(free, 0.0);
    for (const Distribution& task : tasks) {
        const double time =
            std::exp(task.logMedian + task.deviation * random.normal() + task.shared * shared[task.grounds]);
        // A heap whose top is the server that is free first.
        std::ranges::pop_heap(free, std::greater{});
        free.back() += time;
        std::ranges::push_heap(free, std::greater{});
    }
    return *std::ranges::max_element(free);
}

}  // namespace

TimeRange remainingRange(std::span<const ExpectedTime> tasks, int servers) {
    if (tasks.empty()) return {true, 0, 0};
    if (servers < 1) return {};
    std::vector<Distribution> distributions;
    double total = 0, declared = 0;
    for (const ExpectedTime& task : tasks) {
        if (task.p50 <= 0) return {};
        distributions.push_back(distributionOf(task));
        total += static_cast<double>(task.p50);
        if (task.grounds == Grounds::Declared) declared += static_cast<double>(task.p50);
    }
    if (declared > kMostDeclared * total) return {};

    std::vector<double> free(std::min(static_cast<std::size_t>(servers), tasks.size()));
    Random random(kSeed);
    std::vector<double> ends;
    const std::size_t rounds = std::clamp<std::size_t>(kDraws / tasks.size(), 40, 400);
    for (std::size_t i = 0; i < rounds; ++i) ends.push_back(makespan(distributions, free, random));
    const double low = quantile(ends, 0.1);
    const double high = quantile(ends, 0.9);
    if (high > kMostSpread * low && high - low > kShortMillis) return {};
    return {true, std::llround(std::floor(low / 1000)), std::llround(std::ceil(high / 1000))};
}

}  // namespace manju::sched
