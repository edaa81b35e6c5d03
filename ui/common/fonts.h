// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace manju::ui {

/// Which family draws Latin letters.
enum class FontChoice {
    Desktop,  ///< the desktop's font, another one only for the Chinese characters that it lacks
    Uniform,  ///< the font of the Chinese characters for everything: pictures need no desktop
};

/// Sets the application's font so that Chinese text is drawn with Chinese (not Japanese) forms: by a font
/// of the system, or by the bundled one of `folder` where the system has none.
void chooseFonts(const std::filesystem::path& folder, FontChoice choice);

}  // namespace manju::ui
