// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace manju::sched {
namespace {

constexpr int kDraws = 200'000;

template <class Draw>
std::pair<double, double> meanAndDeviation(Draw draw) {
    double sum = 0, squares = 0;
    for (int i = 0; i < kDraws; ++i) {
        const double value = draw();
        sum += value;
        squares += value * value;
    }
    const double mean = sum / kDraws;
    return {mean, std::sqrt(squares / kDraws - mean * mean)};
}

TEST(Random, DrawsTheSameNumbersEverywhere) {
    Random random(1);
    EXPECT_EQ(random.between(0, (std::int64_t{1} << 62) - 1), 2469588189546311528 % (std::int64_t{1} << 62))
        << "mt19937_64's first number for seed 1";
    EXPECT_EQ(random.between(0, 9), static_cast<std::int64_t>(2516265689700432462U % 10));
}

TEST(Random, HasTheMomentsOfItsDistributions) {
    Random random(7);
    const auto [uniform, uniformDeviation] = meanAndDeviation([&] { return random.uniform(2, 4); });
    EXPECT_NEAR(uniform, 3, 0.01);
    EXPECT_NEAR(uniformDeviation, 2 / std::sqrt(12), 0.01);
    const auto [exponential, exponentialDeviation] = meanAndDeviation([&] { return random.exponential(5); });
    EXPECT_NEAR(exponential, 5, 0.05);
    EXPECT_NEAR(exponentialDeviation, 5, 0.05);
    const auto [normal, normalDeviation] = meanAndDeviation([&] { return random.normal(); });
    EXPECT_NEAR(normal, 0, 0.01);
    EXPECT_NEAR(normalDeviation, 1, 0.01);
    const auto [logarithm, sigma] = meanAndDeviation([&] { return std::log(random.logNormal(150, 0.06)); });
    EXPECT_NEAR(logarithm, std::log(150), 0.001);
    EXPECT_NEAR(sigma, 0.06, 0.001);
    const auto [often, unused] = meanAndDeviation([&] { return random.chance(0.04) ? 1.0 : 0.0; });
    EXPECT_NEAR(often, 0.04, 0.002);
}

TEST(Random, TailsAreThoseOfANormalDistribution) {
    Random random(3);
    int beyond = 0;
    for (int i = 0; i < kDraws; ++i) beyond += random.normal() > 2 ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(beyond) / kDraws, 0.02275, 0.0015);
}

TEST(Zipf, GivesEachIndexItsShare) {
    const Zipf zipf(3, 1);  // 1, 1/2, 1/3 of 11/6
    Random random(5);
    int counts[3] = {};
    for (int i = 0; i < kDraws; ++i) ++counts[zipf(random)];
    EXPECT_NEAR(counts[0] / double{kDraws}, 6.0 / 11, 0.005);
    EXPECT_NEAR(counts[1] / double{kDraws}, 3.0 / 11, 0.005);
    EXPECT_NEAR(counts[2] / double{kDraws}, 2.0 / 11, 0.005);
}

}  // namespace
}  // namespace manju::sched
