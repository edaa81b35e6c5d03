// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/error.h"

namespace manju::subs {

/// kGlyphsMissing with the characters, each once, in order, and their code points: "U+9F98 U+E000".
Error glyphError(std::u32string_view characters);

}  // namespace manju::subs
