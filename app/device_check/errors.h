// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::device_check {

inline constexpr ErrorCode kUnknownArgument{"MJ-CHECK-01", ErrorKind::Usage};  // {argument}
inline constexpr ErrorCode kValueMissing{"MJ-CHECK-02", ErrorKind::Usage};     // {option}
inline constexpr ErrorCode kBadValue{"MJ-CHECK-03", ErrorKind::Usage};         // {option} {value} {allowed}
inline constexpr ErrorCode kNoVirtualMemory{"MJ-CHECK-04", ErrorKind::Environment};  // {device}
inline constexpr ErrorCode kTooLittleFree{"MJ-CHECK-05", ErrorKind::Environment};  // {device} {free} {needed}

}  // namespace manju::device_check
