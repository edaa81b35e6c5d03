// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace manju::voice {

/// Writes mono 48 kHz 16-bit WAV, whole or not at all (os::writeFile). Samples beyond -1..1 are clipped.
/// Equal samples give equal files. A sample that is not a number is kInternal.
Status writeWav(const std::filesystem::path& file, std::span<const float> samples);

/// Reads what writeWav writes. Anything else, empty and cut-off files included, is kWavInvalid.
Result<std::vector<float>> readWav(const std::filesystem::path& file);

}  // namespace manju::voice
