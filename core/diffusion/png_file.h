// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/diffusion/picture.h"
#include "core/domain/step_spec.h"

namespace manju::diffusion {

/// Keyword (1..79 Latin-1 characters, no line breaks) -> UTF-8 text.
using PngTexts = std::map<std::string, std::string>;

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

/// What goes into a generated picture's file: "Software", "parameters" (the line that other programs read)
/// and "manju" (canonical JSON: {"spec": ..., "facts": ...}, everything that was applied).
PngTexts pictureTexts(const ImageSpec& spec, const PictureFacts& facts);

}  // namespace manju::diffusion
