// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/resampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace manju::voice {
namespace {

std::vector<float> sine(double hertz, int rate, std::size_t count) {
    std::vector<float> samples(count);
    for (std::size_t i = 0; i < count; ++i)
        samples[i] =
            static_cast<float>(0.5 * std::sin(2 * std::numbers::pi * hertz * static_cast<double>(i) / rate));
    return samples;
}

TEST(Resampler, KeepsSinesInTheFlatBand) {
    for (const double hertz : {100.0, 1000.0, 5000.0, 9200.0}) {
        const auto out = toProductRate(sine(hertz, 22050, 22050), 22050);
        ASSERT_EQ(out.size(), 48000U);
        const auto expected = sine(hertz, 48000, 48000);
        double worst = 0;
        for (std::size_t i = 4800; i < 43200; ++i)  // away from the ends
            worst = std::max(worst, static_cast<double>(std::abs(out[i] - expected[i])));
        EXPECT_LT(worst, 0.002) << hertz;
    }
}

TEST(Resampler, LeavesNoImages) {
    const auto out = toProductRate(sine(9200, 22050, 22050), 22050);
    const double image = 22050 - 9200;  // where linear interpolation would put one
    double re = 0;
    double im = 0;
    for (std::size_t i = 4800; i < 43200; ++i) {
        const double angle = 2 * std::numbers::pi * image * static_cast<double>(i) / 48000;
        re += out[i] * std::cos(angle);
        im += out[i] * std::sin(angle);
    }
    EXPECT_LT(2 * std::hypot(re, im) / 38400, 0.5 * 1e-4);  // -80 dB of the sine
}

TEST(Resampler, LengthsAndPositions) {
    EXPECT_EQ(toProductRate(std::vector<float>(147, 0.0F), 22050).size(), 320U);
    EXPECT_EQ(toProductRate(std::vector<float>(1, 0.5F), 22050).size(), 3U);
    EXPECT_TRUE(toProductRate({}, 22050).empty());
    EXPECT_EQ(atProductRate(22050, 22050), 48000);
    const std::vector<float> same{0.1F, -0.2F};
    EXPECT_EQ(toProductRate(same, 48000), same);
}

}  // namespace
}  // namespace manju::voice
