// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace manju::video {

/// Decodes the first audio stream of `file` to 48 kHz float with `channels` (1 or 2) interleaved
/// channels, at most `limit` sample frames. Any format FFmpeg reads; 48 kHz 16-bit WAV comes through
/// sample for sample.
Result<std::vector<float>> readSound(const std::filesystem::path& file, int channels, std::int64_t limit);

}  // namespace manju::video
