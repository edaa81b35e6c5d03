// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/domain/step_spec.h"
#include "core/png/picture_texts.h"

namespace manju::png {

/// Something about a picture that is not repeated as it was.
struct RecipeNote {
    Error message;
    std::string option;  ///< of the command line, e.g. "--seed": given, it makes the note void; empty: none
};

/// How a picture was drawn, as its file says.
struct Recipe {
    ImageSpec spec;  ///< the hashes of its files are empty where only their names are known
    FileMark checkpoint;
    FileMark vae;                        ///< without name: the checkpoint's own
    std::vector<FileMark> textEncoders;  ///< the same
    std::vector<FileMark> loras;         ///< one for each of the spec's
    FileMark start;                      ///< of the picture that was drawn over, if the spec has one
    FileMark mask;                       ///< without name and hash: there is none
    FileMark upscaler;                   ///< without name and hash: Lanczos
    std::vector<RecipeNote> notes;
};

/// Reads the recipe of a picture by this program ("manju"), else by A1111's web UI, Forge and what writes
/// like them ("parameters"), else by ComfyUI ("prompt": a plain graph of one KSampler). What a foreign recipe
/// says beyond what can be repeated is in the notes, by name. Values out of range are left to whoever draws.
Result<Recipe> readRecipe(const std::filesystem::path& path);

/// Of the text "parameters"; `file` for the errors.
Result<Recipe> recipeOfInfotext(const std::string& text, const std::string& file);
/// Of the text "prompt".
Result<Recipe> recipeOfComfy(const std::string& text, const std::string& file);

}  // namespace manju::png
