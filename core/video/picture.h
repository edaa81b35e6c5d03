// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace manju::video {

/// A writable 8-bit plane that somebody else owns.
struct Plane {
    std::uint8_t* data = nullptr;
    std::ptrdiff_t stride = 0;
    int width = 0;
    int height = 0;
    [[nodiscard]] std::uint8_t* row(int y) const { return data + y * stride; }
};

/// A limited-range BT.709 4:2:0 picture with left-sited chroma (the default of H.264): chroma sample
/// (i, j) lies on luma column 2i, half-way between luma rows 2j and 2j+1. Even width and height.
struct Picture {
    Plane y, cb, cr;
};

/// BT.709 weights of red, green and blue in luma (ITU-R BT.709-6, item 3.2).
inline constexpr double kRedWeight = 0.2126;
inline constexpr double kGreenWeight = 0.7152;
inline constexpr double kBlueWeight = 0.0722;

/// Luma and colour differences of an RGB triple in 0..255, limited range, not rounded.
struct Ycc {
    float y = 16, cb = 128, cr = 128;
};
constexpr Ycc toYcc(float r, float g, float b) {
    constexpr auto kr = static_cast<float>(kRedWeight);
    constexpr auto kg = static_cast<float>(kGreenWeight);
    constexpr auto kb = static_cast<float>(kBlueWeight);
    const float luma = kr * r + kg * g + kb * b;
    return {16.0F + luma * (219.0F / 255.0F), 128.0F + (b - luma) * (112.0F / 255.0F / (1.0F - kb)),
            128.0F + (r - luma) * (112.0F / 255.0F / (1.0F - kr))};
}

}  // namespace manju::video
