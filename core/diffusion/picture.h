// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/png/picture_facts.h"

namespace manju::diffusion {

using png::PictureFacts;

/// An 8-bit sRGB picture.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;  ///< width * height * 3, row by row from the top
    PictureFacts facts;
};

}  // namespace manju::diffusion
