// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/conditioning.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/tensor.h>

#include <cmath>

namespace manju::diffusion {

at::Tensor sinusoid(const at::Tensor& values, std::int64_t width) {
    const std::int64_t half = width / 2;
    const at::Tensor rates =
        (at::arange(half, at::kFloat) * -std::log(10000.0)).div_(static_cast<double>(half)).exp_();
    const at::Tensor angles = values.unsqueeze(1) * rates.unsqueeze(0);
    return at::cat({angles.cos(), angles.sin()}, 1);
}

at::Tensor timeIds(int width, int height) {
    const auto w = static_cast<float>(width);
    const auto h = static_cast<float>(height);
    return at::tensor({h, w, 0.0F, 0.0F, h, w}).unsqueeze(0);
}

}  // namespace manju::diffusion
