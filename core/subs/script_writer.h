// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/domain/timeline.h"
#include "core/subs/font_set.h"
#include "core/subs/typesetter.h"

namespace manju::subs {

/// How a role is drawn. Lengths in pixels of the frame.
struct RoleStyle {
    std::string name;  ///< ASCII, no comma
    double size = 0;   ///< em
    double outline = 0;
    std::uint32_t rgb = 0xFFFFFF;
    int alignment = 2;  ///< as on a keypad: 2 bottom centre, 7 top left
    int marginLeft = 0;
    int marginRight = 0;
    int marginVertical = 0;
};

/// One text on screen over frames [startFrame, endFrame).
struct AssEvent {
    int layer = 0;
    std::int64_t startFrame = 0;
    std::int64_t endFrame = 0;
    std::size_t style = 0;  ///< index of the styles
    SetText text;
};

struct AssScript {
    int width = 0;
    int height = 0;
    std::vector<RoleStyle> styles;
    std::vector<AssEvent> events;
};

/// The script with explicit line breaks only, PlayRes equal to the frame size and colours as given.
std::string assText(const AssScript& script, const FontSet& fonts);

/// SubRip with the cues' texts as they are (aliases replaced), UTF-8.
std::string srtText(const std::vector<SubtitleCue>& cues);

}  // namespace manju::subs
