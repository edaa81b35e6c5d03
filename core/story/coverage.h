// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/story/script_map.h"

namespace manju::story {

/// Fills the counts and span lists of `script` from its utterances and the map: a visible point counts as
/// spoken only inside an utterance's span.
void countCoverage(const ScriptMap& map, ParsedScript& script);

}  // namespace manju::story
