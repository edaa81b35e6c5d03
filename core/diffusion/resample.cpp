// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/resample.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace manju::diffusion {
namespace {

constexpr double kLobes = 3;
// 8 bits of a pixel and 2 bits for sums beyond its range leave 22 of 32 to the coefficients.
constexpr int kFractionBits = 22;
constexpr std::int32_t kHalf = 1 << (kFractionBits - 1);

double sinc(double x) {
    if (x == 0) return 1;
    x *= std::numbers::pi;
    return std::sin(x) / x;
}

double lanczos(double x) {
    return x >= -kLobes && x < kLobes ? sinc(x) * sinc(x / kLobes) : 0;
}

/// The source positions that one new position is mixed from: first, first + 1, ...
struct Mix {
    int first = 0;
    std::vector<std::int32_t> weights;  ///< sum up to about 2^22
};

Mix mixAt(int position, int from, double ratio) {
    const double stretch = std::max(ratio, 1.0);
    const double reach = kLobes * stretch;
    const double centre = (position + 0.5) * ratio;
    const int first = std::max(static_cast<int>(centre - reach + 0.5), 0);
    const int end = std::min(static_cast<int>(centre + reach + 0.5), from);
    std::vector<double> exact;
    double sum = 0;
    for (int i = first; i < end; ++i) {
        exact.push_back(lanczos((i - centre + 0.5) * (1.0 / stretch)));
        sum += exact.back();
    }
    Mix mix{first, {}};
    for (const double weight : exact) {
        const double scaled = weight / sum * (1 << kFractionBits);
        mix.weights.push_back(static_cast<std::int32_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5));
    }
    return mix;
}

std::vector<Mix> mixes(int from, int to) {
    const double ratio = static_cast<double>(from) / to;
    std::vector<Mix> all;
    for (int i = 0; i < to; ++i) all.push_back(mixAt(i, from, ratio));
    return all;
}

std::uint8_t toByte(std::int32_t sum) {
    return static_cast<std::uint8_t>(std::clamp(sum >> kFractionBits, 0, 255));
}

std::size_t size(int value) {
    return static_cast<std::size_t>(value);
}

Pixels blank(const Pixels& like, int width, int height) {
    Pixels out{width, height, like.channels, {}};
    out.bytes.resize(size(width) * size(height) * size(like.channels));
    return out;
}

Pixels across(const Pixels& in, int width) {
    const std::vector<Mix> columns = mixes(in.width, width);
    const std::size_t channels = size(in.channels);
    Pixels out = blank(in, width, in.height);
    std::uint8_t* target = out.bytes.data();
    for (std::size_t y = 0; y < size(in.height); ++y) {
        const std::uint8_t* row = in.bytes.data() + y * size(in.width) * channels;
        for (const Mix& mix : columns) {
            for (std::size_t channel = 0; channel < channels; ++channel) {
                const std::uint8_t* source = row + size(mix.first) * channels + channel;
                std::int32_t sum = kHalf;
                for (const std::int32_t weight : mix.weights) {
                    sum += weight * *source;
                    source += channels;
                }
                *target++ = toByte(sum);
            }
        }
    }
    return out;
}

Pixels down(const Pixels& in, int height) {
    const std::size_t stride = size(in.width) * size(in.channels);
    Pixels out = blank(in, in.width, height);
    std::vector<std::int32_t> sums(stride);
    std::uint8_t* target = out.bytes.data();
    for (const Mix& mix : mixes(in.height, height)) {
        std::ranges::fill(sums, kHalf);
        const std::uint8_t* row = in.bytes.data() + size(mix.first) * stride;
        for (const std::int32_t weight : mix.weights) {
            for (std::size_t i = 0; i < stride; ++i) sums[i] += weight * row[i];
            row += stride;
        }
        target = std::ranges::transform(sums, target, toByte).out;
    }
    return out;
}

/// The source positions under the centres of the new ones. Added up in steps, because Pillow does so: where
/// a centre falls on the border of two pixels, the rounding of the sum decides.
std::vector<std::size_t> nearest(int from, int to) {
    const double ratio = static_cast<double>(from) / to;
    std::vector<std::size_t> positions;
    double centre = ratio / 2;
    for (int i = 0; i < to; ++i, centre += ratio)
        positions.push_back(size(std::min(static_cast<int>(centre), from - 1)));
    return positions;
}

Pixels picked(const Pixels& in, int width, int height) {
    const std::size_t channels = size(in.channels);
    const std::vector<std::size_t> columns = nearest(in.width, width);
    Pixels out = blank(in, width, height);
    std::uint8_t* target = out.bytes.data();
    for (const std::size_t y : nearest(in.height, height)) {
        const std::uint8_t* row = in.bytes.data() + y * size(in.width) * channels;
        for (const std::size_t x : columns) target = std::copy_n(row + x * channels, channels, target);
    }
    return out;
}

}  // namespace

Pixels resized(const Pixels& picture, int width, int height, Resampling resampling) {
    if (resampling == Resampling::Nearest) return picked(picture, width, height);
    Pixels out = width == picture.width ? picture : across(picture, width);
    return height == picture.height ? out : down(out, height);
}

}  // namespace manju::diffusion
