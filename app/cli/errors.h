// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::cli {

// {command} is what was asked for, "manju produce"; its --help is the remedy.
inline constexpr ErrorCode kBadOption{"MJ-CLI-01",
                                      ErrorKind::Usage};  // {option} {value} {about}, its help, {command}
inline constexpr ErrorCode kMissingArgument{"MJ-CLI-02", ErrorKind::Usage};     // {argument} {command}
inline constexpr ErrorCode kMissingCommand{"MJ-CLI-03", ErrorKind::Usage};      // {command}
inline constexpr ErrorCode kUnknownArgument{"MJ-CLI-04", ErrorKind::Usage};     // {argument} {command}
inline constexpr ErrorCode kNotOneValue{"MJ-CLI-05", ErrorKind::Usage};         // {option} {command}
inline constexpr ErrorCode kBadUsage{"MJ-CLI-06", ErrorKind::Usage};            // {detail} {command}
inline constexpr ErrorCode kNotUtf8{"MJ-CLI-09", ErrorKind::Usage};             // {option} {command}
inline constexpr ErrorCode kLoraTagMalformed{"MJ-CLI-07", ErrorKind::Usage};    // {tag}
inline constexpr ErrorCode kLoraFolderMissing{"MJ-CLI-08", ErrorKind::Usage};   // {name}
inline constexpr ErrorCode kTagInNegative{"MJ-CLI-17", ErrorKind::Usage};       // {tag}
inline constexpr ErrorCode kTaggedLoraNotFound{"MJ-CLI-18", ErrorKind::Usage};  // {name} {folder}
inline constexpr ErrorCode kTaggedLoraTwice{"MJ-CLI-19", ErrorKind::Usage};     // {name} {first} {second}
inline constexpr ErrorCode kOptionNeeded{"MJ-CLI-20", ErrorKind::Usage};        // {option} {needed} {command}
inline constexpr ErrorCode kNoVramDump{"MJ-CLI-21", ErrorKind::Usage};          // {file}

// A picture that is drawn again; {drawn} is the name and short hash of what it was drawn with.
inline constexpr ErrorCode kOtherModel{"MJ-CLI-10", ErrorKind::Usage};        // {drawn} {file}
inline constexpr ErrorCode kInputNeeded{"MJ-CLI-11", ErrorKind::Usage};       // {drawn} {option}
inline constexpr ErrorCode kStartNeeded{"MJ-CLI-12", ErrorKind::Usage};       //
inline constexpr ErrorCode kLoraFolderNeeded{"MJ-CLI-13", ErrorKind::Usage};  // {drawn}
inline constexpr ErrorCode kLoraNotFound{"MJ-CLI-14", ErrorKind::Usage};      // {drawn} {folder}
// Notes.
inline constexpr ErrorCode kOtherInput{"MJ-CLI-15", ErrorKind::Usage};     // {file} {drawn}
inline constexpr ErrorCode kModelUnproved{"MJ-CLI-16", ErrorKind::Usage};  // {drawn} {file}

}  // namespace manju::cli
