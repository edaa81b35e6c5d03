// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "core/base/result.h"

namespace manju::diffusion {

/// [1, 3, H, W], -1..1 -> RGB bytes: halved, moved to 0..1, clamped, times 255, rounded half to even.
/// Refuses values that are not finite, and pictures that are flat or black. `seed` goes into the error.
Result<std::vector<std::uint8_t>> toPixels(const at::Tensor& image, std::uint32_t seed);

}  // namespace manju::diffusion
