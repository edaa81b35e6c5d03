// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

namespace manju::diffusion {

/// [N] -> [N, width]: cosines, then sines, of value * exp(-ln(10000) * k / (width / 2)).
at::Tensor sinusoid(const at::Tensor& values, std::int64_t width);

/// [1, 6]: original height and width, crop top and left (0), target height and width; height first.
at::Tensor timeIds(int width, int height);

}  // namespace manju::diffusion
