// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/sampler.h"

#include <algorithm>
#include <cmath>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace manju::video {
namespace {

using Tap = Sampler::Tap;
constexpr int kWeightBits = 14;
constexpr int kOne = 1 << kWeightBits;
constexpr int kSampleBits = 6;  // of the master's fixed point

/// Catmull-Rom weights for a point `t` of the way from the second to the third tap. The largest takes
/// the rounding error, so that a flat area stays exactly flat.
std::array<std::int16_t, 4> cubic(double t) {
    const std::array<double, 4> exact{t * (-0.5 + t * (1.0 - 0.5 * t)), 1.0 + t * t * (-2.5 + 1.5 * t),
                                      t * (0.5 + t * (2.0 - 1.5 * t)), t * t * (-0.5 + 0.5 * t)};
    std::array<std::int16_t, 4> weights{};
    int sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        weights[k] = static_cast<std::int16_t>(std::lrint(exact[k] * kOne));
        sum += weights[k];
    }
    std::int16_t& largest = t < 0.5 ? weights[1] : weights[2];
    largest = static_cast<std::int16_t>(largest + kOne - sum);
    return weights;
}

void makeTaps(std::vector<Tap>& taps, int count, double origin, double step, int length) {
    taps.resize(static_cast<std::size_t>(count));
    const double low = -static_cast<double>(MasterPlane::kPadding) + 1.0;
    const double high = static_cast<double>(length + MasterPlane::kPadding) - 3.001;
    for (int i = 0; i < count; ++i) {
        const double position = std::clamp(origin + step * i, low, high);
        const double whole = std::floor(position);
        taps[static_cast<std::size_t>(i)] = {static_cast<std::int32_t>(whole) - 1, cubic(position - whole)};
    }
}

/// Blends four source rows into one line, still in 1/64 steps.
void blendRows(const std::array<const std::int16_t*, 4>& rows, const Tap& tap, std::int16_t* out, int count) {
    int x = 0;
#if defined(__SSE2__)
    const auto pair = [](std::int16_t a, std::int16_t b) {
        return _mm_set1_epi32(static_cast<int>(
            static_cast<std::uint16_t>(a) | static_cast<std::uint32_t>(static_cast<std::uint16_t>(b)) << 16));
    };
    const __m128i w01 = pair(tap.weights[0], tap.weights[1]);
    const __m128i w23 = pair(tap.weights[2], tap.weights[3]);
    const __m128i half = _mm_set1_epi32(kOne / 2);
    const auto load = [](const std::int16_t* p) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    };
    for (; x + 8 <= count; x += 8) {
        const __m128i a = load(rows[0] + x), b = load(rows[1] + x), c = load(rows[2] + x),
                      d = load(rows[3] + x);
        __m128i low = _mm_add_epi32(_mm_madd_epi16(_mm_unpacklo_epi16(a, b), w01),
                                    _mm_madd_epi16(_mm_unpacklo_epi16(c, d), w23));
        __m128i high = _mm_add_epi32(_mm_madd_epi16(_mm_unpackhi_epi16(a, b), w01),
                                     _mm_madd_epi16(_mm_unpackhi_epi16(c, d), w23));
        low = _mm_srai_epi32(_mm_add_epi32(low, half), kWeightBits);
        high = _mm_srai_epi32(_mm_add_epi32(high, half), kWeightBits);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + x), _mm_packs_epi32(low, high));
    }
#endif
    for (; x < count; ++x) {
        std::int32_t sum = kOne / 2;
        for (std::size_t k = 0; k < 4; ++k) sum += std::int32_t{rows[k][x]} * tap.weights[k];
        out[x] = static_cast<std::int16_t>(sum >> kWeightBits);
    }
}

/// Reads one line at `taps` and rounds to 8 bits.
void blendColumns(const std::int16_t* line, const std::vector<Tap>& taps, std::uint8_t* out) {
    const auto count = static_cast<int>(taps.size());
    constexpr int kShift = kWeightBits + kSampleBits;
    int x = 0;
#if defined(__SSE2__)
    const __m128i half = _mm_set1_epi32(1 << (kShift - 1));
    const auto two = [&](int i) {  // products of two outputs, as four sums of two
        const Tap& a = taps[static_cast<std::size_t>(i)];
        const Tap& b = taps[static_cast<std::size_t>(i) + 1];
        const auto load = [](const std::int16_t* p) {
            return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
        };
        return _mm_madd_epi16(_mm_unpacklo_epi64(load(line + a.first), load(line + b.first)),
                              _mm_unpacklo_epi64(load(a.weights.data()), load(b.weights.data())));
    };
    const auto four = [&](int i) {
        const __m128 p = _mm_castsi128_ps(two(i));
        const __m128 q = _mm_castsi128_ps(two(i + 2));
        const __m128i even = _mm_castps_si128(_mm_shuffle_ps(p, q, _MM_SHUFFLE(2, 0, 2, 0)));
        const __m128i odd = _mm_castps_si128(_mm_shuffle_ps(p, q, _MM_SHUFFLE(3, 1, 3, 1)));
        return _mm_srai_epi32(_mm_add_epi32(_mm_add_epi32(even, odd), half), kShift);
    };
    for (; x + 8 <= count; x += 8) {
        const __m128i words = _mm_packs_epi32(four(x), four(x + 4));
        _mm_storel_epi64(reinterpret_cast<__m128i*>(out + x), _mm_packus_epi16(words, words));
    }
#endif
    for (; x < count; ++x) {
        const Tap& tap = taps[static_cast<std::size_t>(x)];
        std::int32_t sum = 1 << (kShift - 1);
        for (int k = 0; k < 4; ++k)
            sum += std::int32_t{line[tap.first + k]} * tap.weights[static_cast<std::size_t>(k)];
        out[x] = static_cast<std::uint8_t>(std::clamp(sum >> kShift, 0, 255));
    }
}

}  // namespace

void Sampler::samplePlane(const MasterPlane& source, const Axis& x, const Axis& y, const Plane& out) {
    makeTaps(columns_, out.width, x.origin, x.step, source.width());
    makeTaps(rows_, out.height, y.origin, y.step, source.height());
    const int begin = columns_.front().first;
    const int count = columns_.back().first + 4 - begin;
    for (Tap& tap : columns_) tap.first -= begin;
    line_.resize(static_cast<std::size_t>(count));
    for (int row = 0; row < out.height; ++row) {
        const Tap& tap = rows_[static_cast<std::size_t>(row)];
        const std::array<const std::int16_t*, 4> lines{
            source.row(tap.first) + begin, source.row(tap.first + 1) + begin,
            source.row(tap.first + 2) + begin, source.row(tap.first + 3) + begin};
        blendRows(lines, tap, line_.data(), count);
        blendColumns(line_.data(), columns_, out.row(row));
    }
}

void Sampler::sample(const Master& master, const Rect& window, const Picture& out) {
    // Continuous coordinates: sample k of a plane has its centre at k + 0.5 of that plane.
    const double stepX = window.width * master.scaleX / out.y.width;
    const double stepY = window.height * master.scaleY / out.y.height;
    const double left = (window.x - master.source.x) * master.scaleX;
    const double top = (window.y - master.source.y) * master.scaleY;
    samplePlane(master.y, {left + 0.5 * stepX - 0.5, stepX}, {top + 0.5 * stepY - 0.5, stepY}, out.y);
    // Output chroma i sits at luma centre 2i + 0.5 across (left-sited) and at 2j + 1 down; the
    // master's chroma plane is half as dense and sited in the middle.
    const Axis across{(left + 0.5 * stepX) / 2 - 0.5, stepX};
    const Axis down{(top + stepY) / 2 - 0.5, stepY};
    samplePlane(master.cb, across, down, out.cb);
    samplePlane(master.cr, across, down, out.cr);
}

}  // namespace manju::video
