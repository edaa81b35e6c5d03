// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/domain/cast.h"
#include "core/domain/preset.h"
#include "core/domain/script.h"

namespace manju::story {

struct ImagePrompt {
    std::string positive;  ///< English tags
    std::string negative;
    std::string framed;  ///< name of the cast member in the picture, whose LoRAs apply; empty: none

    friend bool operator==(const ImagePrompt&, const ImagePrompt&) = default;
};

/// The prompt of a shot, by rules alone: style, the trigger and looks of one cast member, then shot size,
/// mood, place, time of day and weather from the words of the text (neutral where it says nothing). Equal
/// arguments give equal prompts. A tag with CJK characters is left out: the text encoders cannot read it.
///
/// Of several cast members in the shot one is framed: speakers before those who are only mentioned, and in
/// shots `number` (from 1) one after the other, so that a conversation alternates.
ImagePrompt buildPrompt(const ShotDraft& shot, const Cast& cast, const ImagePreset& preset, int number = 1);

}  // namespace manju::story
