// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/batch_size.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace manju::sched {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

TEST(BatchSize, TheTable) {
    EXPECT_EQ(batchSize(10 * kGiB, 0.5).most, 3);
    EXPECT_EQ(batchSize(6 * kGiB, 0.5).most, 2) << "over 6 GiB, not 6";
    EXPECT_EQ(batchSize(10 * kGiB, 0.70).most, 2);
    EXPECT_EQ(batchSize(4 * kGiB, 0.84).most, 2);
    EXPECT_EQ(batchSize(3 * kGiB, 0.1).most, 1);
    EXPECT_EQ(batchSize(10 * kGiB, 0.85).most, 1);
    EXPECT_EQ(batchSize(10 * kGiB, 0.90).most, 1);
    EXPECT_EQ(batchSize(10 * kGiB, 0.91), (BatchSize{0, 500}));
    EXPECT_EQ(batchSize(0, 0), (BatchSize{1, 0}));
}

TEST(BatchSize, AnUnknownLoadIsOneAtATime) {
    EXPECT_EQ(batchSize(20 * kGiB, -1), (BatchSize{1, 0}));
    EXPECT_EQ(batchSize(20 * kGiB, std::numeric_limits<double>::quiet_NaN()), (BatchSize{1, 0}));
}

TEST(BatchSizeProperties, MoreMemoryNeverGivesLessAndMoreLoadNeverMore) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> load(0, 1.1);
    for (int round = 0; round < 20'000; ++round) {
        const std::uint64_t less = random() % (12 * kGiB);
        const std::uint64_t more = less + random() % (4 * kGiB);
        const double low = load(random), high = low + load(random) / 5;
        ASSERT_LE(batchSize(less, low).most, batchSize(more, low).most);
        ASSERT_GE(batchSize(less, low).most, batchSize(less, high).most);
        const BatchSize size = batchSize(less, low);
        ASSERT_EQ(size.most == 0, size.lookAgainAfter > 0);
    }
}

}  // namespace
}  // namespace manju::sched
