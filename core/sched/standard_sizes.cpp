// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/standard_sizes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace manju::sched {
namespace {

constexpr int kLongestSide = 32768;
constexpr std::int64_t kOversizePixels = std::int64_t{2} * 1080 * 1920;

std::int64_t areaOf(PictureSize size) {
    return std::int64_t{size.width} * size.height;
}

/// How far the ratio of the sides is from the requested one; twice as wide counts like half as wide.
double distance(PictureSize standard, PictureSize requested) {
    return std::abs(std::log(static_cast<double>(standard.width) * requested.height /
                             (static_cast<double>(standard.height) * requested.width)));
}

/// `side` * `numerator` / `denominator`, rounded up.
int scaledUp(int side, int numerator, int denominator) {
    return static_cast<int>((std::int64_t{side} * numerator + denominator - 1) / denominator);
}

}  // namespace

std::optional<Normalised> normalised(PictureSize requested) {
    if (std::min(requested.width, requested.height) < 1) return std::nullopt;
    if (std::max(requested.width, requested.height) > kLongestSide) return std::nullopt;
    Normalised result;
    result.drawn = *std::ranges::min_element(
        kStandardSizes, {}, [&](PictureSize standard) { return distance(standard, requested); });
    // The side that has to grow more decides; the other one is then too long, and cut.
    const bool byWidth = std::int64_t{requested.width} * result.drawn.height >=
                         std::int64_t{requested.height} * result.drawn.width;
    result.scaled = byWidth ? PictureSize{requested.width,
                                          scaledUp(result.drawn.height, requested.width, result.drawn.width)}
                            : PictureSize{scaledUp(result.drawn.width, requested.height, result.drawn.height),
                                          requested.height};
    result.left = (result.scaled.width - requested.width) / 2;
    result.top = (result.scaled.height - requested.height) / 2;
    result.kept = static_cast<double>(areaOf(requested)) / static_cast<double>(areaOf(result.scaled));
    result.oversize = areaOf(requested) > kOversizePixels;
    return result;
}

}  // namespace manju::sched
