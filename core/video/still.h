// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace manju::video {

/// A picture as decoded: packed 8-bit sRGB, rows from the top, no padding.
struct Still {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;
};

/// Stills above this many pixels are refused, so that one picture cannot fill the memory.
inline constexpr std::int64_t kMaxStillPixels = 40'000'000;

/// Reads a PNG of any colour type; transparency is laid over black. A file that is not a PNG, is cut
/// off or has a wrong checksum is kPictureInvalid.
Result<Still> readStill(const std::filesystem::path& file);

/// Writes `still` as an 8-bit RGB PNG.
Status writeStill(const Still& still, const std::filesystem::path& file);

}  // namespace manju::video
