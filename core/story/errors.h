// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::story {

inline constexpr ErrorCode kScriptEmpty{"MJ-STORY-01", ErrorKind::Usage};     // {file}
inline constexpr ErrorCode kScriptBinary{"MJ-STORY-02", ErrorKind::Usage};    // {file} {type}
inline constexpr ErrorCode kScriptDocument{"MJ-STORY-03", ErrorKind::Usage};  // {file} {type}
inline constexpr ErrorCode kScriptControl{"MJ-STORY-04", ErrorKind::Usage};   // {file} {byte}
inline constexpr ErrorCode kScriptDamaged{"MJ-STORY-05", ErrorKind::Usage};   // {file} {encoding} {byte}
inline constexpr ErrorCode kScriptEncodingUnknown{"MJ-STORY-06", ErrorKind::Usage};  // {file} {byte}
inline constexpr ErrorCode kScriptSilent{"MJ-STORY-07", ErrorKind::Usage};           // {file}
inline constexpr ErrorCode kKeyUnknown{"MJ-STORY-08", ErrorKind::Usage};             // {file} {key}
inline constexpr ErrorCode kKeyType{"MJ-STORY-09", ErrorKind::Usage};     // {file} {key} {expected}
inline constexpr ErrorCode kValueRange{"MJ-STORY-10", ErrorKind::Usage};  // {file} {key} {value} {low} {high}
inline constexpr ErrorCode kValueMultiple{"MJ-STORY-11", ErrorKind::Usage};  // {file} {key} {value} {step}
inline constexpr ErrorCode kValueChoice{"MJ-STORY-12", ErrorKind::Usage};    // {file} {key} {value} {choices}
inline constexpr ErrorCode kValueEmpty{"MJ-STORY-13", ErrorKind::Usage};     // {file} {key}
inline constexpr ErrorCode kTagsNotEnglish{"MJ-STORY-14", ErrorKind::Usage};  // {file} {key} {value}
inline constexpr ErrorCode kNameTwice{"MJ-STORY-15", ErrorKind::Usage};       // {file} {key} {name}
inline constexpr ErrorCode kTagsWithLora{"MJ-STORY-16", ErrorKind::Usage};    // {file} {key}
inline constexpr ErrorCode kHiresShape{"MJ-STORY-17", ErrorKind::Usage};      // {file} {key} {drawn} {enlarged}

}  // namespace manju::story
