// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"

namespace manju::voice {

/// What a piece of speech is expected to be.
struct Expectation {
    std::string text;             ///< for the error
    std::int64_t characters = 0;  ///< letters and digits spoken
    double fewestPerSecond = 0;   ///< characters
    double mostPerSecond = 0;
};

/// Fails if these 48 kHz samples cannot be the speech that was asked for: kSpeechLength, kSpeechSilent (RMS
/// below -45 dBFS), kSpeechGap (silent for more than 1.5 s), kSpeechDamaged (clipped, or not a number).
Status checkPlausible(std::span<const float> samples, const Expectation& expected);

}  // namespace manju::voice
