// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/domain/step_spec.h"
#include "core/png/picture_facts.h"
#include "core/png/png_texts.h"

namespace manju::png {

/// A file that a picture was drawn with, as far as it is known: enough to find it again.
struct FileMark {
    std::string name;        ///< with its extension, without its folder
    std::string sha256;      ///< of the whole file, or its first digits; of a checkpoint: its identity
    std::string tensors;     ///< of a LoRA: SHA-256 of what follows the header, or its first digits
    std::int64_t bytes = 0;  ///< 0: unknown, or a folder
    friend bool operator==(const FileMark&, const FileMark&) = default;
};

MANJU_JSON_TYPE(FileMark)

/// What the spec does not say about the files and the program.
struct DrawnWith {
    FileMark checkpoint;
    FileMark vae;                        ///< without name: the checkpoint's own
    std::vector<FileMark> textEncoders;  ///< the same; their contents are part of the checkpoint's identity
    bool singleFile = false;             ///< the checkpoint's identity is then the SHA-256 of its file
    std::map<std::string, FileMark> files;  ///< by the SHA-256 that the spec names
    std::string version;                    ///< of the program
};

/// Of the document under the keyword "manju"; raised when an older program could misread it.
inline constexpr int kRecipeRevision = 1;

/// What goes into a drawn picture's file: "Software", "parameters" (for other programs, written from what
/// was applied; see infotext.h) and "manju" (canonical JSON: {"revision", "spec", "facts", "files",
/// "checkpoint", "vae", "textEncoders"}, from which the very same picture can be drawn again).
PngTexts pictureTexts(const ImageSpec& spec, const PictureFacts& facts, const DrawnWith& with);

}  // namespace manju::png
