// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace manju::diffusion {

/// Convolution of `x` [N, in, H, W] in channels-last memory with `weight` [out, in, k, k], dense and plane by
/// plane, and `bias` [out]; zeros outside. Gives channels-last memory. How it is computed depends on the
/// shapes only, so equal inputs give equal bytes.
at::Tensor convolve(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                    std::int64_t stride, std::int64_t padding);

}  // namespace manju::diffusion
