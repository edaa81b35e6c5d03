// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>

#include "core/story/lines.h"

namespace manju::story {

enum class SceneAspect { Place, Time, Weather, Mood, ShotSize };
inline constexpr std::size_t kSceneAspects = 5;

/// English tags for what a text says about place, time of day, weather, mood and shot size.
struct SceneTags {
    std::array<std::string, kSceneAspects> tags;  ///< by SceneAspect; empty: nothing said

    [[nodiscard]] const std::string& of(SceneAspect aspect) const {
        return tags[static_cast<std::size_t>(aspect)];
    }
};

/// Looks the words of `text` up in a fixed Chinese and English table. Per aspect the word that stands first
/// wins; of several at one place the longest.
SceneTags sceneTagsOf(Text text);
/// The same for a scene heading, where single characters (日, 夜, 内, 外) count as well.
SceneTags headingTagsOf(Text heading);

}  // namespace manju::story
