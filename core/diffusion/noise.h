// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace manju::diffusion {

/// Noise mode "cpu_f32": normally distributed fp32 values from a Mersenne Twister on the CPU, the same on
/// every device. One image at a time: the values do not depend on a batch.
at::Tensor cpuNoise(std::uint64_t seed, at::IntArrayRef shape);

}  // namespace manju::diffusion
