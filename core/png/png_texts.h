// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/units.h"

namespace manju::png {

/// Keyword (1..79 Latin-1 characters, no line breaks) -> UTF-8 text.
using PngTexts = std::map<std::string, std::string>;

/// Of one text, packed or not.
inline constexpr Bytes kLargestText = megabytes(16);

/// Reads the texts (tEXt, zTXt, iTXt) with the given keywords and nothing else: no pixel is decoded, other
/// texts may have any size. Latin-1 becomes UTF-8; of two texts with one keyword the last counts. The errors
/// name the file: no PNG, another format, cut off, damaged, a text above the limit.
Result<PngTexts> readTexts(const std::filesystem::path& path, std::span<const std::string_view> keywords);

}  // namespace manju::png
