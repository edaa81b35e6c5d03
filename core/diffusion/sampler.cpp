// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/sampler.h"

#include <ATen/TensorOperators.h>

#include <cmath>

namespace manju::diffusion {
namespace {

/// The clean latent that the prediction `output` for `x` means.
at::Tensor cleanLatent(weights::Prediction prediction, const at::Tensor& x, const at::Tensor& output,
                       double sigma) {
    if (prediction == weights::Prediction::Epsilon) return x - output * sigma;
    const double power = sigma * sigma + 1;
    return output * (-sigma / std::sqrt(power)) + x / power;
}

}  // namespace

at::Tensor guided(const at::Tensor& prediction, double scale) {
    const at::Tensor without = prediction.narrow(0, 0, 1);
    return without + (prediction.narrow(0, 1, 1) - without) * scale;
}

Result<at::Tensor> sampleEuler(const Schedule& schedule, weights::Prediction prediction,
                               const at::Tensor& noise, const Denoiser& denoise,
                               const BeforeStep& beforeStep) {
    at::Tensor x = noise * schedule.initialScale;
    for (std::size_t i = 0; i < schedule.timesteps.size(); ++i) {
        MANJU_CHECK(beforeStep(static_cast<int>(i)));
        const double sigma = schedule.sigmas[i];
        const at::Tensor output = denoise(x / std::sqrt(sigma * sigma + 1), schedule.timesteps[i]);
        const at::Tensor slope = (x - cleanLatent(prediction, x, output, sigma)) / sigma;
        x = x + slope * (schedule.sigmas[i + 1] - sigma);
    }
    return x;
}

}  // namespace manju::diffusion
