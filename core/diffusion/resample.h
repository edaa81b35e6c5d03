// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace manju::diffusion {

/// An 8-bit picture, row by row from the top; the channels of a pixel lie together.
struct Pixels {
    int width = 0;
    int height = 0;
    int channels = 3;                 ///< 3: RGB, 1: grey (masks)
    std::vector<std::uint8_t> bytes;  ///< width * height * channels
};

enum class Resampling {
    Lanczos,  ///< three lobes; widened by the ratio when shrinking, so that fine patterns do not alias
    Nearest,  ///< the source pixel under the centre of the new one; no new values, for masks
};

/// The picture in another size, byte for byte as Image.resize of Pillow 10 gives it (Lanczos: coefficients
/// rounded to 22 binary places, first across, then down, each pass rounded to bytes; the latest Pillow goes
/// down first where that is less work, and a byte may then differ by 1). The same size gives a copy.
/// Precondition: all sides >= 1 and `bytes` has its length. Thread: any.
Pixels resized(const Pixels& picture, int width, int height, Resampling resampling = Resampling::Lanczos);

}  // namespace manju::diffusion
