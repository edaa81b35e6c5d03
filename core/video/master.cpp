// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/master.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/video/picture.h"

namespace manju::video {
namespace {

constexpr double kLobes = 3.0;
constexpr double kMargin = 3.0;  // master pixels kept around the visible part for the sampler's taps

double lanczos(double x) {
    if (x == 0.0) return 1.0;
    if (std::abs(x) >= kLobes) return 0.0;
    const double px = std::numbers::pi * x;
    return kLobes * std::sin(px) * std::sin(px / kLobes) / (px * px);
}

/// Weights of one output sample: `weights[k]` belongs to the source index `first + k`.
struct Taps {
    int first = 0;
    std::vector<float> weights;
};

/// Taps for `count` samples that cover [begin, begin + count / scale) of a line of `length` samples.
std::vector<Taps> makeTaps(int count, double begin, double scale, int length) {
    const double widen = std::max(1.0, 1.0 / scale);
    std::vector<Taps> taps(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const double centre = begin + (i + 0.5) / scale - 0.5;
        const int low = static_cast<int>(std::ceil(centre - kLobes * widen));
        const int high = static_cast<int>(std::floor(centre + kLobes * widen));
        Taps& tap = taps[static_cast<std::size_t>(i)];
        tap.first = std::clamp(low, 0, length - 1);
        const int last = std::clamp(high, 0, length - 1);
        std::vector<double> exact(static_cast<std::size_t>(last - tap.first + 1));
        double sum = 0;
        for (int k = low; k <= high; ++k) {  // indices outside repeat the border
            const double weight = lanczos((k - centre) / widen);
            exact[static_cast<std::size_t>(std::clamp(k, 0, length - 1) - tap.first)] += weight;
            sum += weight;
        }
        for (const double weight : exact) tap.weights.push_back(static_cast<float>(weight / sum));
    }
    return taps;
}

/// One line of red, green and blue.
using Line = std::array<std::vector<float>, 3>;

void resampleRow(const Still& still, int y, const std::vector<Taps>& taps, Line& out) {
    const std::uint8_t* row =
        still.rgb.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(still.width) * 3;
    for (std::size_t x = 0; x < taps.size(); ++x) {
        float r = 0, g = 0, b = 0;
        const std::uint8_t* pixel = row + static_cast<std::size_t>(taps[x].first) * 3;
        for (const float weight : taps[x].weights) {
            r += weight * static_cast<float>(pixel[0]);
            g += weight * static_cast<float>(pixel[1]);
            b += weight * static_cast<float>(pixel[2]);
            pixel += 3;
        }
        out[0][x] = r;
        out[1][x] = g;
        out[2][x] = b;
    }
}

void combine(const std::vector<Line>& ring, const Taps& taps, Line& out) {
    for (std::size_t c = 0; c < 3; ++c) {
        std::vector<float>& sum = out[c];
        std::fill(sum.begin(), sum.end(), 0.0F);
        for (std::size_t k = 0; k < taps.weights.size(); ++k) {
            const float weight = taps.weights[k];
            const std::vector<float>& line =
                ring[(static_cast<std::size_t>(taps.first) + k) % ring.size()][c];
            for (std::size_t x = 0; x < sum.size(); ++x) sum[x] += weight * line[x];
        }
        for (float& value : sum) value = std::clamp(value, 0.0F, 255.0F);
    }
}

std::int16_t fixed(float value) {
    return static_cast<std::int16_t>(std::lrint(value * 64.0F));
}

/// Converts a line to luma and adds its colour differences to the half-size sums.
void store(const Line& line, std::int16_t* y, std::vector<float>& cb, std::vector<float>& cr) {
    for (std::size_t x = 0; x < line[0].size(); ++x) {
        const Ycc value = toYcc(line[0][x], line[1][x], line[2][x]);
        y[x] = fixed(value.y);
        cb[x / 2] += value.cb * 0.25F;
        cr[x / 2] += value.cr * 0.25F;
    }
}

int evenAtLeast(double value) {
    return std::max(2, 2 * static_cast<int>(std::ceil(value / 2)));
}

}  // namespace

MasterPlane::MasterPlane(int width, int height)
    : width_(width),
      height_(height),
      stride_(width + 2 * kPadding),
      samples_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height + 2 * kPadding)) {}

void MasterPlane::pad() {
    for (int y = 0; y < height_; ++y) {
        std::int16_t* line = row(y);
        std::fill(line - kPadding, line, line[0]);
        std::fill(line + width_, line + width_ + kPadding, line[width_ - 1]);
    }
    for (int k = 1; k <= kPadding; ++k) {
        std::copy_n(row(0) - kPadding, stride_, row(-k) - kPadding);
        std::copy_n(row(height_ - 1) - kPadding, stride_, row(height_ - 1 + k) - kPadding);
    }
}

Master buildMaster(const Still& still, const CameraPath& path, Size output) {
    const Rect bounds = path.bounds();
    const double magnification = std::min(path.maxZoom(), path.minZoom() * kMaxReduction);
    const double scale = output.width / path.baseWidth() * magnification;
    const double margin = std::ceil(kMargin / scale);
    const double left = std::max(0.0, std::floor(bounds.x) - margin);
    const double top = std::max(0.0, std::floor(bounds.y) - margin);
    const double right = std::min<double>(still.width, std::ceil(bounds.x + bounds.width) + margin);
    const double bottom = std::min<double>(still.height, std::ceil(bounds.y + bounds.height) + margin);
    const int width = evenAtLeast((right - left) * scale);
    const int height = evenAtLeast((bottom - top) * scale);

    Master master{MasterPlane(width, height),
                  MasterPlane(width / 2, height / 2),
                  MasterPlane(width / 2, height / 2),
                  Rect{left, top, right - left, bottom - top},
                  1,
                  1};
    master.scaleX = width / master.source.width;
    master.scaleY = height / master.source.height;
    const std::vector<Taps> columns = makeTaps(width, left, master.scaleX, still.width);
    const std::vector<Taps> rows = makeTaps(height, top, master.scaleY, still.height);

    std::size_t depth = 1;
    for (const Taps& taps : rows) depth = std::max(depth, taps.weights.size());
    const auto columnsCount = static_cast<std::size_t>(width);
    const Line empty{std::vector<float>(columnsCount), std::vector<float>(columnsCount),
                     std::vector<float>(columnsCount)};
    std::vector<Line> ring(depth, empty);
    Line line = empty;
    std::vector<float> cb(columnsCount / 2), cr(columnsCount / 2);
    int next = rows.front().first;  // first still row that is not yet in the ring
    for (int y = 0; y < height; ++y) {
        const Taps& taps = rows[static_cast<std::size_t>(y)];
        for (const int end = taps.first + static_cast<int>(taps.weights.size()); next < end; ++next)
            resampleRow(still, next, columns, ring[static_cast<std::size_t>(next) % depth]);
        combine(ring, taps, line);
        store(line, master.y.row(y), cb, cr);
        if (y % 2 == 0) continue;
        std::transform(cb.begin(), cb.end(), master.cb.row(y / 2), fixed);
        std::transform(cr.begin(), cr.end(), master.cr.row(y / 2), fixed);
        std::fill(cb.begin(), cb.end(), 0.0F);
        std::fill(cr.begin(), cr.end(), 0.0F);
    }
    master.y.pad();
    master.cb.pad();
    master.cr.pad();
    return master;
}

}  // namespace manju::video
