// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/domain/script.h"

namespace manju::engine {

/// A script file as it was read.
struct ScriptInput {
    std::filesystem::path path;
    std::string bytes;
    std::string sha256;
    ParsedScript parsed;
};

/// Reads and parses all files; the first one that cannot be read or holds no story is the error. A novel of
/// 20 MB takes seconds, so this is not for the engine's thread. kCancelled between two files after a stop.
/// Every episode has a title.
Result<std::vector<ScriptInput>> readScripts(const std::vector<std::string>& files,
                                             const std::stop_token& stop);

}  // namespace manju::engine
