// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "app/cli/commands.h"
#include "core/base/result.h"

namespace manju::cli {

/// Puts the files that the options name into the spec, by their contents: LoRAs (of --lora and of the
/// prompt's tags, which are taken out of it), the start picture and its mask, the enlarging network. Returns
/// SHA-256 -> absolute path.
Result<std::map<std::string, std::string>> resolveFiles(ImageOptions& options);

}  // namespace manju::cli
