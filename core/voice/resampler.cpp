// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/resampler.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/domain/timeline.h"

namespace manju::voice {
namespace {

constexpr int kHalfTaps = 32;
constexpr double kCutoff = 0.92;  // of the source's Nyquist frequency
constexpr double kBeta = 8.0;     // Kaiser: stop band at -80 dB

/// Modified Bessel function of the first kind, order 0, by its power series.
double bessel0(double x) {
    double sum = 1;
    double term = 1;
    for (int k = 1; k < 40; ++k) {
        term *= (x / (2 * k)) * (x / (2 * k));
        sum += term;
    }
    return sum;
}

double kernel(double x) {
    const double edge = x / kHalfTaps;
    if (std::abs(edge) >= 1) return 0;
    const double angle = std::numbers::pi * x * kCutoff;
    const double sinc = std::abs(angle) < 1e-9 ? 1.0 : std::sin(angle) / angle;
    return kCutoff * sinc * bessel0(kBeta * std::sqrt(1 - edge * edge)) / bessel0(kBeta);
}

}  // namespace

std::int64_t atProductRate(std::int64_t sample, int rate) {
    return sample * kSampleRate / rate;
}

std::vector<float> toProductRate(std::span<const float> samples, int rate) {
    if (rate == kSampleRate) return {samples.begin(), samples.end()};
    const int common = std::gcd(rate, kSampleRate);
    const int phases = kSampleRate / common;
    const int step = rate / common;
    constexpr int kTaps = 2 * kHalfTaps;
    std::vector<float> table(static_cast<std::size_t>(phases) * kTaps);
    for (int phase = 0; phase < phases; ++phase)
        for (int tap = 0; tap < kTaps; ++tap)
            table[static_cast<std::size_t>(phase * kTaps + tap)] =
                static_cast<float>(kernel(tap - (kHalfTaps - 1) - static_cast<double>(phase) / phases));
    const auto size = static_cast<std::int64_t>(samples.size());
    const std::int64_t count = (size * phases + step - 1) / step;
    std::vector<float> result(static_cast<std::size_t>(count));
    for (std::int64_t n = 0; n < count; ++n) {
        const std::int64_t first = n * step / phases - (kHalfTaps - 1);
        const float* weights = &table[static_cast<std::size_t>(n * step % phases) * kTaps];
        const std::int64_t from = std::max<std::int64_t>(0, -first);
        const std::int64_t to = std::min<std::int64_t>(kTaps, size - first);
        float sum = 0;
        for (std::int64_t tap = from; tap < to; ++tap)
            sum += weights[tap] * samples[static_cast<std::size_t>(first + tap)];
        result[static_cast<std::size_t>(n)] = sum;
    }
    return result;
}

}  // namespace manju::voice
