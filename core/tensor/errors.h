// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::tensor {

inline constexpr ErrorCode kWeightNotFinite{"MJ-IMAGE-01", ErrorKind::Environment};  // {file} {tensor}
inline constexpr ErrorCode kWeightDtype{"MJ-IMAGE-02", ErrorKind::Environment};  // {file} {tensor} {dtype}
inline constexpr ErrorCode kWeightShape{"MJ-IMAGE-03",
                                        ErrorKind::Environment};  // {file} {tensor} {shape} {expected}
inline constexpr ErrorCode kOutOfMemory{"MJ-IMAGE-04", ErrorKind::Environment};   // {detail}
inline constexpr ErrorCode kComputationFailed{"MJ-IMAGE-05", ErrorKind::Failed};  // {detail}

}  // namespace manju::tensor
