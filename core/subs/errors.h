// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::subs {

inline constexpr ErrorCode kRenderFailed{"MJ-SUBS-01", ErrorKind::Failed};           // {detail}
inline constexpr ErrorCode kGlyphsMissing{"MJ-SUBS-02", ErrorKind::Environment};     // {characters} {points}
inline constexpr ErrorCode kFontNotInstalled{"MJ-SUBS-03", ErrorKind::Environment};  // {font}
inline constexpr ErrorCode kFontUnreadable{"MJ-SUBS-04", ErrorKind::Environment};    // {file}
inline constexpr ErrorCode kTextTooLong{"MJ-SUBS-05", ErrorKind::Attention};         // {text} {lines} {size}
inline constexpr ErrorCode kCueTimesWrong{"MJ-SUBS-06", ErrorKind::Failed};          // {number} {text}
inline constexpr ErrorCode kStyleWrong{"MJ-SUBS-07", ErrorKind::Usage};              // {name} {value}

}  // namespace manju::subs
