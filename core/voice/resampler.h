// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace manju::voice {

/// Samples at `rate` Hz as samples at 48 kHz: polyphase interpolation with a Kaiser-windowed sinc
/// (64 taps; images below -80 dB, flat to 0.84 of the lower Nyquist frequency). Output sample n lies at time
/// n / 48000; ceil(size * 48000 / rate) of them. Precondition: 4000 <= rate <= 48000.
std::vector<float> toProductRate(std::span<const float> samples, int rate);

/// Index at 48 kHz of a sample index at `rate`.
std::int64_t atProductRate(std::int64_t sample, int rate);

}  // namespace manju::voice
