// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/batch_size.h"

namespace manju::sched {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr double kFull = 0.90, kFair = 0.85, kLow = 0.70;
constexpr std::int64_t kLookAgain = 500;

}  // namespace

BatchSize batchSize(std::uint64_t freeBytes, double utilisation) {
    const bool known = utilisation >= 0;  // false for NaN
    if (!known) return {1, 0};
    if (utilisation > kFull) return {0, kLookAgain};
    if (freeBytes > 6 * kGiB && utilisation < kLow) return {3, 0};
    if (freeBytes > 3 * kGiB && utilisation < kFair) return {2, 0};
    return {1, 0};
}

}  // namespace manju::sched
