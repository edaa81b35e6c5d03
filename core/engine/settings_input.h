// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/domain/cast.h"
#include "core/domain/preset.h"
#include "core/engine/project_layout.h"

namespace manju::engine {

/// Reads a cast file and refuses what this version cannot do.
Result<Cast> readCastFile(const std::filesystem::path& file);

struct PresetInput {
    Preset preset;                ///< audio.music is empty: the file is kept by content
    std::filesystem::path music;  ///< absolute; empty: none
};
Result<PresetInput> readPresetFile(const std::filesystem::path& file);

/// Copies an input into the project under its SHA-256, so that a moved project still has it. Returns the
/// hash; `relative` gets the copy's place.
Result<std::string> keepInput(const ProjectLayout& layout, const std::filesystem::path& file,
                              std::string& relative);

}  // namespace manju::engine
