// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/standard_sizes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>

namespace manju::sched {
namespace {

TEST(StandardSizes, AreKeptAsTheyAre) {
    for (const PictureSize size : kStandardSizes) {
        const auto result = normalised(size);
        ASSERT_TRUE(result);
        EXPECT_EQ(result->drawn, size);
        EXPECT_EQ(result->scaled, size);
        EXPECT_EQ(result->left, 0);
        EXPECT_EQ(result->top, 0);
        EXPECT_DOUBLE_EQ(result->kept, 1);
        EXPECT_FALSE(result->oversize);
    }
}

TEST(StandardSizes, AFrameOfAVerticalVideo) {
    const auto result = normalised({1080, 1920});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->drawn, (PictureSize{768, 1344}));
    EXPECT_EQ(result->scaled, (PictureSize{1098, 1920})) << "768 * 1920 / 1344 = 1097.1";
    EXPECT_EQ(result->left, 9);
    EXPECT_EQ(result->top, 0);
    EXPECT_FALSE(result->oversize);
}

TEST(StandardSizes, FourKGoesThroughTheSlowLane) {
    for (const PictureSize size : {PictureSize{3840, 2160}, PictureSize{2160, 3840}, PictureSize{4096, 4096}})
        EXPECT_TRUE(normalised(size)->oversize);
    EXPECT_FALSE(normalised({1242, 2208})->oversize) << "a frame with a zoom of 1.15";
    EXPECT_EQ(normalised({3840, 2160})->drawn, (PictureSize{1344, 768}));
}

TEST(StandardSizes, RefusesWhatIsNoSize) {
    EXPECT_FALSE(normalised({0, 100}));
    EXPECT_FALSE(normalised({100, -1}));
    EXPECT_FALSE(normalised({32769, 100}));
    EXPECT_TRUE(normalised({32768, 1}));
    EXPECT_TRUE(normalised({1, 32768}));
}

TEST(StandardSizesProperties, FiveHundredMixedInputsAreAtMostFiveShapes) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        std::mt19937_64 random(seed);
        std::set<PictureSize> drawn;
        int oversize = 0, large = 0;
        for (int i = 0; i < 500; ++i) {
            PictureSize size{1 + static_cast<int>(random() % 2500), 1 + static_cast<int>(random() % 2500)};
            if (i % 20 == 0) size = i % 40 == 0 ? PictureSize{3840, 2160} : PictureSize{2160, 3840};
            const auto result = normalised(size);
            ASSERT_TRUE(result);
            drawn.insert(result->drawn);
            oversize += result->oversize ? 1 : 0;
            large += std::int64_t{size.width} * size.height > 2 * 1080 * 1920 ? 1 : 0;
            // The request lies inside the scaled picture, whose sides keep the drawn one's ratio.
            ASSERT_GE(result->left, 0);
            ASSERT_GE(result->top, 0);
            ASSERT_LE(result->left + size.width, result->scaled.width);
            ASSERT_LE(result->top + size.height, result->scaled.height);
            ASSERT_TRUE(result->scaled.width == size.width || result->scaled.height == size.height);
            const double byWidth = static_cast<double>(result->scaled.width) / result->drawn.width;
            ASSERT_LT(std::abs(byWidth * result->drawn.height - result->scaled.height),
                      1 + static_cast<double>(result->drawn.height) / result->drawn.width);
            ASSERT_GT(result->kept, 0);
            ASSERT_LE(result->kept, 1);
        }
        EXPECT_LE(drawn.size(), 5u);
        for (const PictureSize size : drawn)
            EXPECT_NE(std::ranges::find(kStandardSizes, size), kStandardSizes.end());
        EXPECT_EQ(oversize, large);
        EXPECT_GE(oversize, 25);
    }
}

TEST(StandardSizesProperties, NoOtherStandardSizeWouldKeepMore) {
    std::mt19937_64 random(4);
    for (int round = 0; round < 3000; ++round) {
        const PictureSize size{64 + static_cast<int>(random() % 3000),
                               64 + static_cast<int>(random() % 3000)};
        const auto result = normalised(size);
        ASSERT_TRUE(result);
        for (const PictureSize other : kStandardSizes) {
            const double scale = std::max(static_cast<double>(size.width) / other.width,
                                          static_cast<double>(size.height) / other.height);
            const double kept =
                static_cast<double>(size.width) * size.height / (scale * other.width * scale * other.height);
            // Rounding a side up costs a row.
            ASSERT_GE(result->kept, kept - 2.0 / std::min(size.width, size.height));
        }
    }
}

}  // namespace
}  // namespace manju::sched
