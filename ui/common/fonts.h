// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace manju::ui {

/// Which family draws Latin letters.
enum class FontChoice {
    Desktop,  ///< the desktop's font, the bundled one for what it lacks
    Bundled,  ///< the bundled font for everything: pictures look the same on every machine
};

/// Loads every font file of `folder` and sets the application's font. A folder without fonts leaves the
/// desktop's font. Returns how many families were loaded.
int loadFonts(const std::filesystem::path& folder, FontChoice choice);

}  // namespace manju::ui
