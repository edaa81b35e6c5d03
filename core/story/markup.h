// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/story/script_map.h"

// Marks inside a line that must not be spoken. Private.
namespace manju::story {

/// Marks links and Markdown emphasis (**, *, _, `, ~~) in [begin, end).
void markMarkup(ScriptMap& map, std::size_t begin, std::size_t end);

/// Marks directions in brackets: （怒） at the start of a line, and with `everywhere` short ones inside it.
void markDirections(ScriptMap& map, std::size_t begin, std::size_t end, bool everywhere);

/// 求收藏, 未完待续, THE END: the author to the reader.
bool isAuthorsRemark(Text line);

}  // namespace manju::story
