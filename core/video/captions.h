// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/video/frame_source.h"

namespace manju::video {

/// Captions drawn from the ASS file `ass` at the size of the video, redrawn only when they change.
Result<CaptionSource> openCaptions(const std::filesystem::path& ass,
                                   const std::vector<std::filesystem::path>& fonts, Size output);

}  // namespace manju::video
