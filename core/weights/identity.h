// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "core/weights/checkpoint.h"

namespace manju::weights {

/// The SHA-256 of a file's content, e.g. from a cache keyed by the file's stamp.
using FileDigestSource = std::function<Result<std::string>(const std::filesystem::path&)>;

/// SHA-256 (64 hexadecimal digits) of a single file, which other programs name models by; of anything else
/// that over the sorted pairs of name within the model and content hash, so that it stays when the files
/// move. Without a `digest` every file is read.
Result<std::string> checkpointIdentity(const Checkpoint& checkpoint, const FileDigestSource& digest = {});

/// SHA-256 of everything behind a safetensors file's header: what kohya's and A1111's programs name LoRAs by,
/// since it stays when the metadata are edited. Fails for what is no safetensors file.
Result<std::string> tensorsHash(const std::filesystem::path& file);

}  // namespace manju::weights
