// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <limits>
#include <vector>

#include "core/domain/step_spec.h"
#include "core/subs/renderer.h"

namespace manju::subs {

inline std::vector<std::filesystem::path> bundledFonts() {
    return {std::filesystem::path(MANJU_SOURCE_DIR) / "resources/fonts/ManjuSansSC-Bold.otf"};
}

/// One cue of a second each.
inline SubtitleSpec specOf(const std::vector<std::string>& texts, const std::string& language = "zh") {
    SubtitleSpec spec;
    spec.width = 1080;
    spec.height = 1920;
    spec.language = language;
    for (const std::string& text : texts) {
        spec.cues.push_back({spec.frames, spec.frames + 30, text, ""});
        spec.frames += 30;
    }
    return spec;
}

/// The smallest box around the pixels that are not clear.
struct Ink {
    int left = std::numeric_limits<int>::max();
    int top = std::numeric_limits<int>::max();
    int right = 0;
    int bottom = 0;
    [[nodiscard]] bool empty() const { return right == 0; }
};
inline Ink inkOf(const std::vector<Overlay>& overlays) {
    Ink ink;
    for (const Overlay& o : overlays)
        for (int y = 0; y < o.height; ++y)
            for (int x = 0; x < o.width; ++x) {
                const auto pixel = static_cast<std::size_t>(y) * static_cast<std::size_t>(o.width) +
                                   static_cast<std::size_t>(x);
                if (o.rgba[pixel * 4 + 3] < 8) continue;  // the faintest edge of antialiasing
                ink.left = std::min(ink.left, o.x + x);
                ink.right = std::max(ink.right, o.x + x + 1);
                ink.top = std::min(ink.top, o.y + y);
                ink.bottom = std::max(ink.bottom, o.y + y + 1);
            }
    return ink;
}

}  // namespace manju::subs
