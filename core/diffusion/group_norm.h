// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

namespace manju::diffusion {

/// Group normalisation of an fp32 CPU tensor [N, C, H, W]: every group of C / groups channels is brought to
/// mean 0 and variance 1 over its channels and pixels, then scaled and shifted per channel. The result is
/// dense, plane by plane if `x` is, else channels-last.
///
/// libtorch has this too. For channels-last memory with few channels per group its loop (1.13) was measured
/// 10 to 30 times slower than this one (2 x 64 x 42 x 24, 32 groups: 3.0 ms, more than the convolution after
/// it), and plane by plane it loses digits where the mean is far from 0 (1.2e-4 instead of less than 2e-5 for
/// a mean of 3 and a deviation of 0.5).
at::Tensor groupNorm(const at::Tensor& x, std::int64_t groups, const at::Tensor& weight,
                     const at::Tensor& bias, double epsilon);

}  // namespace manju::diffusion
