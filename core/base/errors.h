// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju {

inline constexpr ErrorCode kFileNotFound{"MJ-FILE-01", ErrorKind::Usage};          // {file}
inline constexpr ErrorCode kFileUnreadable{"MJ-FILE-02", ErrorKind::Usage};        // {file} {detail}
inline constexpr ErrorCode kFileUnwritable{"MJ-FILE-03", ErrorKind::Environment};  // {file} {detail}
inline constexpr ErrorCode kDiskFull{"MJ-FILE-04", ErrorKind::Environment};        // {file}
inline constexpr ErrorCode kFileTooLarge{"MJ-FILE-05", ErrorKind::Usage};          // {file} {size} {limit}
inline constexpr ErrorCode kJsonInvalid{"MJ-FILE-06", ErrorKind::Usage};           // {file} {detail}
inline constexpr ErrorCode kFileIsFolder{"MJ-FILE-07", ErrorKind::Usage};          // {file}
inline constexpr ErrorCode kNotAFolder{"MJ-FILE-08", ErrorKind::Usage};            // {file}
inline constexpr ErrorCode kCancelled{"MJ-BASE-01", ErrorKind::Cancelled};         //
inline constexpr ErrorCode kInternal{"MJ-BASE-02", ErrorKind::Failed};             // {detail}

}  // namespace manju
