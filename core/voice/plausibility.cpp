// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/plausibility.h"

#include <algorithm>
#include <cmath>

#include "core/domain/timeline.h"
#include "core/voice/errors.h"

namespace manju::voice {
namespace {

constexpr double kQuietest = 0.0056;  // RMS; -45 dBFS
constexpr float kSilence = 0.001F;    // -60 dBFS
constexpr std::int64_t kLongestSilence = kSampleRate * 3 / 2;
constexpr std::int64_t kRateMatters = 4;  // characters; the rate of shorter speech says nothing
constexpr double kClippedShare = 0.001;

std::string oneDigit(double value) {
    const auto tenths = std::llround(value * 10);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace

Status checkPlausible(std::span<const float> samples, const Expectation& expected) {
    double energy = 0;
    std::int64_t clipped = 0;
    std::int64_t silent = 0;
    std::int64_t longest = 0;
    for (const float sample : samples) {
        if (!std::isfinite(sample)) return Error(kSpeechDamaged, {{"text", expected.text}});
        energy += static_cast<double>(sample) * sample;
        clipped += std::abs(sample) >= 1.0F;
        silent = std::abs(sample) < kSilence ? silent + 1 : 0;
        longest = std::max(longest, silent);
    }
    if (samples.empty()) return Error(kSpeechSilent, {{"text", expected.text}});
    const auto count = static_cast<double>(samples.size());
    const double seconds = count / kSampleRate;
    if (std::sqrt(energy / count) < kQuietest) return Error(kSpeechSilent, {{"text", expected.text}});
    if (longest > kLongestSilence)
        return Error(kSpeechGap, {{"text", expected.text},
                                  {"seconds", oneDigit(static_cast<double>(longest) / kSampleRate)}});
    if (static_cast<double>(clipped) > count * kClippedShare)
        return Error(kSpeechDamaged, {{"text", expected.text}});
    const double rate = static_cast<double>(expected.characters) / seconds;
    if (expected.characters >= kRateMatters &&
        (rate < expected.fewestPerSecond || rate > expected.mostPerSecond))
        return Error(kSpeechLength, {{"text", expected.text},
                                     {"characters", std::to_string(expected.characters)},
                                     {"seconds", oneDigit(seconds)}});
    return Done{};
}

}  // namespace manju::voice
