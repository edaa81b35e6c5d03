// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::gpu {

inline constexpr ErrorCode kNoDriver{"MJ-GPU-01", ErrorKind::Environment};       // {detail}
inline constexpr ErrorCode kOutOfMemory{"MJ-GPU-02", ErrorKind::Environment};    // {device} {bytes}
inline constexpr ErrorCode kNotReady{"MJ-GPU-03", ErrorKind::Environment};       // {device} {call}
inline constexpr ErrorCode kDriverRefused{"MJ-GPU-04", ErrorKind::Environment};  // {device} {call} {detail}
inline constexpr ErrorCode kNoSuchDevice{"MJ-GPU-05", ErrorKind::Usage};         // {device}

}  // namespace manju::gpu
