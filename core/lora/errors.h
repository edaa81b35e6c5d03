// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::lora {

inline constexpr ErrorCode kLoraShape{"MJ-LORA-11",
                                      ErrorKind::Environment};  // {file} {module} {shape} {expected}
inline constexpr ErrorCode kStrengthInvalid{"MJ-LORA-12", ErrorKind::Usage};        // {file} {value}
inline constexpr ErrorCode kBlockWeightsInvalid{"MJ-LORA-13", ErrorKind::Usage};    // {text} {count} {known}
inline constexpr ErrorCode kMergedNotFinite{"MJ-LORA-14", ErrorKind::Environment};  // {file} {module}

}  // namespace manju::lora
