// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::store {

inline constexpr ErrorCode kDamaged{"MJ-STORE-01", ErrorKind::Environment};      // {file} {detail}
inline constexpr ErrorCode kTooNew{"MJ-STORE-02", ErrorKind::Environment};       // {file} {found} {known}
inline constexpr ErrorCode kNotWritable{"MJ-STORE-03", ErrorKind::Environment};  // {file} {detail}
inline constexpr ErrorCode kStoreFailed{"MJ-STORE-04", ErrorKind::Failed};       // {file} {detail}
inline constexpr ErrorCode kNoProject{"MJ-STORE-05", ErrorKind::Usage};          // {folder}

}  // namespace manju::store
