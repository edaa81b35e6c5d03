// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/png/picture_texts.h"

namespace manju::cli {

struct FoundLora {
    std::filesystem::path path;
    std::string sha256;
};

/// The LoRA that a picture names, among the .safetensors files of a folder and its subfolders: by its hash,
/// or by its name where no hash is known. Files of the same name are looked at first; only files whose size
/// (or whose own note of the hash) does not rule them out are read. Nothing if it is not there.
Result<std::optional<FoundLora>> findLora(const std::filesystem::path& folder, const png::FileMark& mark);

/// The LoRA of a tag: `name` is that of a file of the folder or of a subfolder, with or without its extension
/// and the folders above it. Two files of that name are an error, as is none.
Result<FoundLora> findTaggedLora(const std::filesystem::path& folder, const std::string& name);

/// True if `hash` begins with `digits`, at least 8 of them, in whatever case those are written.
bool beginsWith(const std::string& hash, const std::string& digits);

/// File name without folder (of either kind of slash) and without the extension of a model file.
std::string stemOf(const std::string& name);

}  // namespace manju::cli
