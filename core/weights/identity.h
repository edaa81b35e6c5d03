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

/// SHA-256 (64 hexadecimal digits) over the sorted pairs of name within the model and content hash, so that
/// it stays when the files move or are renamed. Without a `digest` every file is read.
Result<std::string> checkpointIdentity(const Checkpoint& checkpoint, const FileDigestSource& digest = {});

}  // namespace manju::weights
