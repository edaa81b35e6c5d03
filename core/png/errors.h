// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::png {

// Pictures.
inline constexpr ErrorCode kPngUnreadable{"MJ-PNG-01", ErrorKind::Failed};  // {file} {detail}
inline constexpr ErrorCode kPngFailed{"MJ-PNG-02", ErrorKind::Failed};      // {file} {detail}

// Texts of a file.
inline constexpr ErrorCode kNotPng{"MJ-PNG-03", ErrorKind::Usage};        // {file}
inline constexpr ErrorCode kOtherFormat{"MJ-PNG-04", ErrorKind::Usage};   // {file} {format}
inline constexpr ErrorCode kPngCut{"MJ-PNG-05", ErrorKind::Usage};        // {file}
inline constexpr ErrorCode kPngDamaged{"MJ-PNG-06", ErrorKind::Usage};    // {file} {chunk}
inline constexpr ErrorCode kTextTooLarge{"MJ-PNG-07", ErrorKind::Usage};  // {file} {keyword} {limit}

// What they say about how the picture was drawn.
inline constexpr ErrorCode kNoRecipe{"MJ-PNG-08", ErrorKind::Usage};       // {file}
inline constexpr ErrorCode kRecipeDamaged{"MJ-PNG-09", ErrorKind::Usage};  // {file} {detail}
inline constexpr ErrorCode kRecipeNewer{"MJ-PNG-10", ErrorKind::Usage};    // {file}
inline constexpr ErrorCode kFieldMissing{"MJ-PNG-11", ErrorKind::Usage};   // {file} {field}
inline constexpr ErrorCode kFieldInvalid{"MJ-PNG-12", ErrorKind::Usage};   // {file} {field} {value}
inline constexpr ErrorCode kGraphNode{"MJ-PNG-13", ErrorKind::Usage};      // {file} {node}
inline constexpr ErrorCode kGraphCount{"MJ-PNG-14", ErrorKind::Usage};     // {file} {node} {count}
inline constexpr ErrorCode kGraphInput{"MJ-PNG-15", ErrorKind::Usage};     // {file} {node} {input}

// Notes: what of it is not repeated.
inline constexpr ErrorCode kForeignRecipe{"MJ-PNG-20", ErrorKind::Usage};    // {program}
inline constexpr ErrorCode kFieldsIgnored{"MJ-PNG-21", ErrorKind::Usage};    // {fields}
inline constexpr ErrorCode kSamplerReplaced{"MJ-PNG-22", ErrorKind::Usage};  // {sampler} {schedule} {used}
inline constexpr ErrorCode kSamplerUnknown{"MJ-PNG-23", ErrorKind::Usage};   // {sampler} {used}
inline constexpr ErrorCode kSeedReduced{"MJ-PNG-24", ErrorKind::Usage};      // {seed} {used}
inline constexpr ErrorCode kOtherRevision{"MJ-PNG-25", ErrorKind::Usage};    //
inline constexpr ErrorCode kPromptSyntax{"MJ-PNG-26", ErrorKind::Usage};     // {text}
inline constexpr ErrorCode kBatchPicture{"MJ-PNG-27", ErrorKind::Usage};     // {count}

}  // namespace manju::png
