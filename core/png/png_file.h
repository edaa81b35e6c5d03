// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/png/png_texts.h"

namespace manju::png {

struct PngPicture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;  ///< width * height * 3
    PngTexts texts;
};

/// Writes an 8-bit RGB file marked as sRGB: to `path.part`, fsynced, then renamed. Texts of plain ASCII
/// become tEXt chunks, others iTXt.
Status writePng(const std::filesystem::path& path, const PngPicture& picture);

/// Reads any PNG as 8-bit RGB (transparency dropped, palettes and greys expanded) with its texts.
Result<PngPicture> readPng(const std::filesystem::path& path);

}  // namespace manju::png
