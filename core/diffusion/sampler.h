// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>

#include "core/base/result.h"
#include "core/diffusion/schedule.h"
#include "core/weights/checkpoint.h"

namespace manju::diffusion {

/// The model's output for a scaled latent [1, C, H, W] at a timestep, guidance included.
using Denoiser = std::function<at::Tensor(const at::Tensor& latent, double timestep)>;

/// Called before step `index`; an Error ends the sampling with it.
using BeforeStep = std::function<Status(int index)>;

/// Euler's method from `noise` (not yet scaled) down the schedule. The latent stays fp32 throughout.
Result<at::Tensor> sampleEuler(const Schedule& schedule, weights::Prediction prediction,
                               const at::Tensor& noise, const Denoiser& denoise,
                               const BeforeStep& beforeStep);

/// u + scale * (c - u) for a batch [u, c].
at::Tensor guided(const at::Tensor& prediction, double scale);

}  // namespace manju::diffusion
