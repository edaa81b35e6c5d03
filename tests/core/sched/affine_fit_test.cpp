// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/affine_fit.h"

#include <gtest/gtest.h>

#include <random>

#include "core/sched/quantile.h"
#include "core/sched/ratio_histogram.h"

namespace manju::sched {
namespace {

TEST(AffineFit, NeedsAPoint) {
    EXPECT_FALSE(affineFit({}));
}

TEST(AffineFit, GoesThroughPointsOnALine) {
    const auto fit = affineFit({{1, 5}, {2, 7}, {4, 11}});
    ASSERT_TRUE(fit);
    EXPECT_DOUBLE_EQ(fit->at(10), 23);
    EXPECT_FALSE(fit->oneX);
}

TEST(AffineFit, PointsAtOneXAreProportional) {
    const auto fit = affineFit({{2, 8}, {2, 10}, {2, 100}});
    ASSERT_TRUE(fit);
    EXPECT_TRUE(fit->oneX);
    EXPECT_DOUBLE_EQ(fit->at(4), 20);
    EXPECT_DOUBLE_EQ(affineFit({{0, 8}})->at(4), 8);
}

TEST(AffineFit, NeverFallsAndIsNeverNegative) {
    const auto falling = affineFit({{1, 10}, {2, 8}, {3, 6}});
    ASSERT_TRUE(falling);
    EXPECT_DOUBLE_EQ(falling->at(100), 8);
    const auto steep = affineFit({{1, 1}, {2, 11}, {3, 21}});
    ASSERT_TRUE(steep);
    EXPECT_GE(steep->at(0), 0);
    EXPECT_DOUBLE_EQ(steep->at(2), 11);
}

TEST(AffineFitProperties, AQuarterOfThePointsMayBeWrong) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> part(0, 1);
    for (int round = 0; round < 300; ++round) {
        const double offset = 10 * part(random), slope = 0.1 + 5 * part(random);
        std::vector<FitPoint> points;
        for (int i = 0; i < 12; ++i) {
            const double x = i + part(random);
            points.push_back({x, i % 4 == 1 ? 1000 * part(random) : offset + slope * x});
        }
        const auto fit = affineFit(points);
        ASSERT_TRUE(fit);
        for (const double x : {0.0, 6.0, 20.0}) {
            const double real = offset + slope * x;
            ASSERT_NEAR(fit->at(x), real, 0.5 * real + 5) << "round " << round;
        }
    }
}

TEST(Quantile, IsTheNearestRank) {
    EXPECT_EQ(median(std::vector<int>{3, 1, 2}), 2);
    EXPECT_EQ(median(std::vector<int>{4, 1, 3, 2}), 2);
    EXPECT_EQ(quantile(std::vector<int>{4, 1, 3, 2}, 1), 4);
    EXPECT_EQ(quantile(std::vector<int>{4, 1, 3, 2}, 0), 1);
    std::vector<int> many;
    for (int i = 1; i <= 1000; ++i) many.push_back(i);
    EXPECT_EQ(quantile(many, 0.999), 999);
    EXPECT_EQ(quantile(many, 0.9), 900);
}

TEST(RatioHistogram, QuantilesAreAtMostAPercentTooHigh) {
    std::mt19937_64 random(5);
    std::lognormal_distribution<double> ratios(0, 0.1);
    for (int round = 0; round < 20; ++round) {
        RatioHistogram histogram;
        std::vector<double> values;
        for (int i = 0; i < 3000; ++i) {
            values.push_back(ratios(random));
            histogram.add(values.back());
        }
        for (const double q : {0.001, 0.5, 0.9, 0.999, 1.0}) {
            const double exact = quantile(values, q);
            ASSERT_GE(histogram.quantile(q), exact);
            ASSERT_LE(histogram.quantile(q), exact * 1.0101);
        }
    }
}

TEST(RatioHistogram, KeepsToItsRangeAndForgets) {
    RatioHistogram histogram;
    histogram.add(1e9);
    EXPECT_DOUBLE_EQ(histogram.quantile(1), RatioHistogram::kMost);
    histogram.add(1e-9);
    EXPECT_NEAR(histogram.quantile(0.5), RatioHistogram::kLeast, 0.01);
    for (int i = 0; i < 100'000; ++i) histogram.add(1);
    EXPECT_LT(histogram.count(), 4096u);
    EXPECT_NEAR(histogram.quantile(1), 1, 0.01) << "what happened once is forgotten";
}

TEST(RatioHistogram, IsRestoredAsItWas) {
    std::mt19937_64 random(5);
    std::lognormal_distribution<double> ratios(0, 0.2);
    RatioHistogram histogram;
    for (int i = 0; i < 7000; ++i) histogram.add(ratios(random));
    EXPECT_EQ(RatioHistogram::restored(histogram.toJson()), histogram);
    EXPECT_EQ(RatioHistogram::restored(parseJson("[[-1,5],[1000,5],[3,-2],[3,7]]", "x").value()).count(), 7u);
}

}  // namespace
}  // namespace manju::sched
