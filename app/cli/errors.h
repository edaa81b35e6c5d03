// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::cli {

// {command} is what was asked for, "manju produce"; its --help is the remedy.
inline constexpr ErrorCode kBadOption{"MJ-CLI-01", ErrorKind::Usage};          // {option} {value} {command}
inline constexpr ErrorCode kMissingArgument{"MJ-CLI-02", ErrorKind::Usage};    // {argument} {command}
inline constexpr ErrorCode kMissingCommand{"MJ-CLI-03", ErrorKind::Usage};     // {command}
inline constexpr ErrorCode kUnknownArgument{"MJ-CLI-04", ErrorKind::Usage};    // {argument} {command}
inline constexpr ErrorCode kNotOneValue{"MJ-CLI-05", ErrorKind::Usage};        // {option} {command}
inline constexpr ErrorCode kBadUsage{"MJ-CLI-06", ErrorKind::Usage};           // {detail} {command}
inline constexpr ErrorCode kNotUtf8{"MJ-CLI-09", ErrorKind::Usage};            // {option} {command}
inline constexpr ErrorCode kLoraTagMalformed{"MJ-CLI-07", ErrorKind::Usage};   // {tag}
inline constexpr ErrorCode kLoraFolderMissing{"MJ-CLI-08", ErrorKind::Usage};  // {name}

}  // namespace manju::cli
