// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/signature.h"

#include <algorithm>
#include <cstdlib>

namespace manju::video {
namespace {

constexpr int kColumns = FrameSignature::kColumns;
constexpr int kRows = FrameSignature::kRows;
using Tiles = std::array<std::uint8_t, static_cast<std::size_t>(kColumns) * kRows>;

Tiles tilesOf(const Plane& plane) {
    Tiles tiles{};
    for (int row = 0; row < kRows; ++row) {
        const int top = plane.height * row / kRows;
        const int bottom = std::max(top + 1, plane.height * (row + 1) / kRows);
        for (int column = 0; column < kColumns; ++column) {
            const int left = plane.width * column / kColumns;
            const int right = std::max(left + 1, plane.width * (column + 1) / kColumns);
            std::uint64_t sum = 0;
            for (int y = top; y < std::min(bottom, plane.height); ++y)
                for (int x = left; x < std::min(right, plane.width); ++x) sum += plane.row(y)[x];
            const auto count =
                static_cast<std::uint64_t>(bottom - top) * static_cast<std::uint64_t>(right - left);
            tiles[static_cast<std::size_t>(row * kColumns + column)] =
                static_cast<std::uint8_t>((sum + count / 2) / count);
        }
    }
    return tiles;
}

int distance(const Tiles& a, const Tiles& b) {
    int largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(int{a[i]} - int{b[i]}));
    return largest;
}

}  // namespace

FrameSignature signatureOf(const Picture& picture) {
    return {tilesOf(picture.y), tilesOf(picture.cb), tilesOf(picture.cr)};
}

int signatureDistance(const FrameSignature& a, const FrameSignature& b) {
    return std::max({distance(a.y, b.y), distance(a.cb, b.cb), distance(a.cr, b.cr)});
}

}  // namespace manju::video
