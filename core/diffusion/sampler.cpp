// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/sampler.h"

#include <ATen/TensorOperators.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace manju::diffusion {
namespace {

constexpr std::array kPresets{
    SamplerPreset{"euler", Method::Euler, Spacing::Leading},
    SamplerPreset{"euler_linspace", Method::Euler, Spacing::Linspace},
    SamplerPreset{"euler_trailing", Method::Euler, Spacing::Trailing},
    SamplerPreset{"euler_karras", Method::Euler, Spacing::Karras},
    SamplerPreset{"euler_normal", Method::Euler, Spacing::Normal},
    SamplerPreset{"euler_sgm_uniform", Method::Euler, Spacing::SgmUniform},
    SamplerPreset{"euler_simple", Method::Euler, Spacing::Simple},
    SamplerPreset{"euler_a", Method::EulerAncestral, Spacing::Leading},
    SamplerPreset{"euler_a_trailing", Method::EulerAncestral, Spacing::Trailing},
    SamplerPreset{"dpmpp_2m", Method::DpmPp2M, Spacing::Linspace},
    SamplerPreset{"dpmpp_2m_karras", Method::DpmPp2M, Spacing::Karras},
    SamplerPreset{"dpmpp_2m_leading", Method::DpmPp2M, Spacing::Leading},
    SamplerPreset{"dpmpp_2m_trailing", Method::DpmPp2M, Spacing::Trailing},
    SamplerPreset{"dpmpp_2m_sgm_uniform", Method::DpmPp2M, Spacing::SgmUniform},
    SamplerPreset{"dpmpp_2m_sde", Method::DpmPp2MSde, Spacing::Linspace},
    SamplerPreset{"dpmpp_2m_sde_karras", Method::DpmPp2MSde, Spacing::Karras},
    SamplerPreset{"dpmpp_2m_sde_exponential", Method::DpmPp2MSde, Spacing::Exponential},
    SamplerPreset{"unipc", Method::UniPc, Spacing::Linspace},
    SamplerPreset{"unipc_karras", Method::UniPc, Spacing::Karras},
    SamplerPreset{"lcm", Method::Lcm, Spacing::Lcm},
    SamplerPreset{"turbo", Method::EulerAncestral, Spacing::Trailing, false},
    SamplerPreset{"lightning", Method::Euler, Spacing::Trailing, false},
};

// Luo et al. (2023), "Latent Consistency Models": the boundary scaling and its data deviation.
constexpr double kLcmTimeScale = 10;
constexpr double kLcmDataPower = 0.25;

}  // namespace

std::span<const SamplerPreset> samplerPresets() {
    return kPresets;
}

const SamplerPreset* findSampler(std::string_view name) {
    const auto found = std::ranges::find(kPresets, name, &SamplerPreset::name);
    return found == kPresets.end() ? nullptr : &*found;
}

StepConvention conventionOf(Method method) {
    return method == Method::Euler || method == Method::EulerAncestral ? StepConvention::SigmaSpace
                                                                       : StepConvention::Multistep;
}

at::Tensor guided(const at::Tensor& prediction, double scale) {
    const at::Tensor without = prediction.narrow(0, 0, 1);
    return without + (prediction.narrow(0, 1, 1) - without) * scale;
}

SamplerState Sampler::begin(NoiseStream& noise) const {
    return {0, noise.draw(0) * schedule_.initialScale, {}};
}

at::Tensor Sampler::noised(const at::Tensor& latent, const at::Tensor& noise, int steps) const {
    return latent + noise * sigma(steps);
}

SamplerState Sampler::beginFrom(const at::Tensor& latent, NoiseStream& noise) const {
    return {0, noised(latent, noise.draw(0), 0), {}};
}

/// The clean latent that the prediction `output` for `latent` means.
at::Tensor Sampler::clean(const at::Tensor& latent, const at::Tensor& output, double sigma) const {
    if (prediction_ == weights::Prediction::Epsilon) return latent - output * sigma;
    const double power = sigma * sigma + 1;
    return output * (-sigma / std::sqrt(power)) + latent / power;
}

void Sampler::step(SamplerState& state, const Denoiser& denoise, NoiseStream& noise) const {
    const int i = state.next;
    const double now = sigma(i);
    const double next = sigma(i + 1);
    const double timestep = schedule_.timesteps[static_cast<std::size_t>(i)];
    const at::Tensor& x = state.latent;
    const at::Tensor x0 = clean(x, denoise(x / std::sqrt(now * now + 1), timestep), now);
    switch (method_) {
        case Method::Euler:
            state.latent = x + (x - x0) / now * (next - now);
            break;
        case Method::EulerAncestral: {
            // Noise is added so that the deviation is what the schedule says: up^2 + down^2 = next^2.
            const double up = std::sqrt(next * next * (now * now - next * next) / (now * now));
            const double down = std::sqrt(next * next - up * up);
            state.latent = x + (x - x0) / now * (down - now);
            if (up > 0) state.latent = state.latent + noise.draw(i + 1) * up;
            break;
        }
        case Method::DpmPp2M:
        case Method::DpmPp2MSde:
            state.latent = multistep(state, x0, noise);
            break;
        case Method::UniPc:
            state.latent = uniPc(state, x0);
            break;
        case Method::Lcm: {
            const double scaled = timestep * kLcmTimeScale;
            const double skip = kLcmDataPower / (scaled * scaled + kLcmDataPower);
            const double out = scaled / std::sqrt(scaled * scaled + kLcmDataPower);
            state.latent = x0 * out + x * (skip / std::sqrt(now * now + 1));
            if (next > 0) state.latent = state.latent + noise.draw(i + 1) * next;
            break;
        }
    }
    ++state.next;
}

/// DPM-Solver++(2M) and its SDE form, Lu et al. (2022), in sigma space: h is the step in -log sigma.
at::Tensor Sampler::multistep(SamplerState& state, const at::Tensor& x0, NoiseStream& noise) const {
    const int i = state.next;
    const double now = sigma(i);
    const double next = sigma(i + 1);
    const at::Tensor before = state.memory.empty() ? at::Tensor() : state.memory[0];
    state.memory = {x0};
    if (next == 0) return x0;  // the limit of both forms
    const double h = std::log(now / next);
    at::Tensor target = x0;
    if (before.defined()) {
        const double ratio = std::log(sigma(i - 1) / now) / h;
        target = x0 + (x0 - before) * (0.5 / ratio);
    }
    if (method_ == Method::DpmPp2M) return state.latent * (next / now) - target * std::expm1(-h);
    const double lost = -std::expm1(-2 * h);
    return state.latent * (next / now * std::exp(-h)) + target * lost +
           noise.draw(i + 1) * (next * std::sqrt(lost));
}

/// UniPC of order 2 with B(h) = e^h - 1, predicting the clean latent: Zhao et al. (2023), algorithms 5 to 8,
/// in sigma space. memory: latent before the last step, clean latent of the last step, of the one before it.
at::Tensor Sampler::uniPc(SamplerState& state, const at::Tensor& x0) const {
    const int i = state.next;
    const auto lambda = [&](int index) { return -std::log(sigma(index)); };
    const auto orderOf = [&](int index) { return std::min({2, steps() - index, index + 1}); };
    at::Tensor x = state.latent;
    if (i > 0) {  // correct the step that led here with what the model says now
        const at::Tensor& from = state.memory[0];
        const at::Tensor& m0 = state.memory[1];
        const double h = lambda(i) - lambda(i - 1);
        const double b = std::expm1(-h);
        at::Tensor change = x0 - m0;
        if (orderOf(i - 1) == 1) {
            change = change * 0.5;
        } else {
            const double ratio = (lambda(i - 2) - lambda(i - 1)) / h;
            const double phi2 = b / -h - 1;
            const double phi3 = phi2 / -h - 0.5;
            const double right1 = phi2 / b;
            const double right2 = 2 * phi3 / b;
            const double weight1 = (right1 - right2) / (1 - ratio);
            change = (state.memory[2] - m0) * (weight1 / ratio) + change * (right1 - weight1);
        }
        x = from * (sigma(i) / sigma(i - 1)) - m0 * b - change * b;
    }
    at::Tensor next = x0;  // the limit for a last sigma of 0
    if (sigma(i + 1) > 0) {
        const double h = lambda(i + 1) - lambda(i);
        const double b = std::expm1(-h);
        next = x * (sigma(i + 1) / sigma(i)) - x0 * b;
        if (orderOf(i) == 2) {
            const double ratio = (lambda(i - 1) - lambda(i)) / h;
            next = next - (state.memory[1] - x0) * (b * 0.5 / ratio);
        }
    }
    state.memory = {x, x0, i > 0 ? state.memory[1] : x0};
    return next;
}

}  // namespace manju::diffusion
