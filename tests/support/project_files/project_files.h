// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace manju::testing {

/// Relative path -> SHA-256 of every file below the project's results/ and videos/.
std::map<std::string, std::string> products(const std::filesystem::path& project);

/// Files of the project that must not be left after a run: *.part, and anything below work/.
std::vector<std::string> leftovers(const std::filesystem::path& project);

}  // namespace manju::testing
