// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/domain/script.h"
#include "core/story/names.h"
#include "core/story/script_map.h"

namespace manju::story {

/// Splits an episode's lines into shots. The shots' texts, one after another, are the lines' texts. A shot
/// holds 15 to 40 Chinese characters or 6 to 18 English words where the text allows; it ends at a scene's
/// end, else preferably with a line or a sentence, else with a clause, else between words. Short neighbouring
/// lines share a shot; where the speaker changes, a shot that is long enough ends.
std::vector<ShotDraft> splitIntoShots(const std::vector<MappedLine>& lines, const ScriptMap& map,
                                      const NameBook& names, std::int64_t& steps);

/// Speaking time: 4.5 Chinese characters or 2.6 English words a second, and a pause of 0.25 s after each
/// line. For display and planning only; the real length is that of the voice.
double estimatedSeconds(const ShotDraft& shot);

}  // namespace manju::story
