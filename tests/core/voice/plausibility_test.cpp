// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/plausibility.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/voice/errors.h"

namespace manju::voice {
namespace {

std::vector<float> tone(double seconds, float amplitude = 0.3F) {
    std::vector<float> samples(static_cast<std::size_t>(seconds * 48000));
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = amplitude * std::sin(0.05F * static_cast<float>(i));
    return samples;
}
const Expectation kTen{"十个字", 10, 2.5, 9.0};

TEST(Plausibility, TakesOrdinarySpeech) {
    EXPECT_TRUE(checkPlausible(tone(2.2), kTen).ok());
}

TEST(Plausibility, RefusesHalfAndRepeatedSpeech) {
    const Status half = checkPlausible(tone(1.0), kTen);
    ASSERT_FALSE(half.ok());
    EXPECT_TRUE(half.error().is(kSpeechLength));
    EXPECT_EQ(half.error().args().at("seconds"), "1.0");
    EXPECT_EQ(half.error().args().at("text"), "十个字");
    EXPECT_TRUE(checkPlausible(tone(4.5), kTen).error().is(kSpeechLength));
    EXPECT_TRUE(checkPlausible(tone(0.1), {"嗯", 1, 2.5, 9.0}).ok());  // too short to have a rate
}

TEST(Plausibility, RefusesSilenceGapsAndDamage) {
    EXPECT_TRUE(checkPlausible({}, kTen).error().is(kSpeechSilent));
    EXPECT_TRUE(checkPlausible(tone(2, 0.005F), kTen).error().is(kSpeechSilent));
    auto gap = tone(3.5);
    std::fill(gap.begin() + 48000, gap.begin() + 48000 + 76000, 0.0F);
    EXPECT_TRUE(checkPlausible(gap, kTen).error().is(kSpeechGap));
    auto clipped = tone(2);
    for (float& sample : clipped) sample = sample > 0.2F ? 1.0F : sample;
    EXPECT_TRUE(checkPlausible(clipped, kTen).error().is(kSpeechDamaged));
    auto broken = tone(2);
    broken[7] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(checkPlausible(broken, kTen).error().is(kSpeechDamaged));
}

}  // namespace
}  // namespace manju::voice
