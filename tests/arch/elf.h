// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace manju::arch {

/// The NEEDED entries of a 64-bit little-endian ELF file's bytes; empty for a static executable,
/// nothing if `bytes` is not such a file or is cut off.
std::optional<std::vector<std::string>> neededLibraries(std::string_view bytes);

}  // namespace manju::arch
