// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/domain/cast.h"
#include "core/domain/preset.h"

namespace manju::story {

/// Reads a cast file. Strict: an unknown key, a wrong type, a value out of range, a name or alias that occurs
/// twice, tags with CJK characters are errors that name the file and the key. Missing keys take their
/// defaults; `members[].name` is required. LoRA files become absolute paths, relative ones against the cast
/// file's folder; whether they exist is not checked here. Thread: any.
Result<Cast> loadCast(const std::filesystem::path& path);

/// Reads a preset file, as strictly. `audio.music` becomes an absolute path, relative to the preset file's
/// folder.
Result<Preset> loadPreset(const std::filesystem::path& path);

}  // namespace manju::story
