// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace manju::diffusion {

/// Convolution of `x` [N, in, H, W] with `weight` [out, in, k, k], dense and plane by plane, and `bias`
/// [out]; zeros outside. `x` may lie plane by plane or channels-last, and so may the result, whichever the
/// way of computing it gives. That depends on the shapes and the layout of `x` only, so equal inputs give
/// equal bytes.
at::Tensor convolve(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                    std::int64_t stride, std::int64_t padding);

}  // namespace manju::diffusion
