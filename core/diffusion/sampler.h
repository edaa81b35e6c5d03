// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/diffusion/noise.h"
#include "core/diffusion/schedule.h"
#include "core/weights/sdxl_shape.h"

namespace manju::diffusion {

/// How a sampler gets from one step to the next.
enum class Method {
    Euler,
    EulerAncestral,
    DpmPp2M,
    DpmPp2MSde,  ///< with independent noise, not the Brownian tree of k-diffusion
    UniPc,       ///< order 2, "bh2", with corrector
    Lcm,
};

/// A sampler under the name that ImageSpec::sampler has.
struct SamplerPreset {
    std::string_view name;
    Method method = Method::Euler;
    Spacing spacing = Spacing::Leading;
    bool guidance = true;  ///< false: distilled checkpoints, which are drawn without a negative prompt
};

std::span<const SamplerPreset> samplerPresets();
/// nullptr for an unknown name.
const SamplerPreset* findSampler(std::string_view name);
StepConvention conventionOf(Method method);

/// The model's output for a scaled latent [1, C, H, W] at a timestep, guidance included.
using Denoiser = std::function<at::Tensor(const at::Tensor& latent, double timestep)>;

/// Where a picture stands between two steps: enough to go on with the very same bits.
struct SamplerState {
    int next = 0;                    ///< index of the step to be done
    at::Tensor latent;               ///< [1, C, H, W] fp32: signal + sigma * noise
    std::vector<at::Tensor> memory;  ///< what the method keeps of earlier steps
};

/// One method over one schedule. Latents are kept in fp32 and in Euler's scale for every method, so that
/// steps of different methods can be compared; the references of DPM++ and UniPC scale theirs by sqrt(1 /
/// (sigma^2 + 1)). Immutable. Thread: any.
class Sampler {
public:
    Sampler(Method method, Schedule schedule, weights::Prediction prediction)
        : method_(method), schedule_(std::move(schedule)), prediction_(prediction) {}

    /// Before the first step; draw 0 of `noise` is the picture's first noise.
    [[nodiscard]] SamplerState begin(NoiseStream& noise) const;
    /// The same over a latent that is there already: draw 0 is added to it at the first step's strength.
    [[nodiscard]] SamplerState beginFrom(const at::Tensor& latent, NoiseStream& noise) const;
    /// `latent` with `noise` at the strength that the state after `steps` steps has.
    [[nodiscard]] at::Tensor noised(const at::Tensor& latent, const at::Tensor& noise, int steps) const;
    [[nodiscard]] const Schedule& schedule() const { return schedule_; }
    [[nodiscard]] bool done(const SamplerState& state) const {
        return static_cast<std::size_t>(state.next) >= schedule_.timesteps.size();
    }
    /// Does one step. Draw i + 1 of `noise` belongs to step i, whether the method uses it or not.
    /// Precondition: !done(state).
    void step(SamplerState& state, const Denoiser& denoise, NoiseStream& noise) const;

private:
    [[nodiscard]] at::Tensor clean(const at::Tensor& latent, const at::Tensor& output, double sigma) const;
    [[nodiscard]] at::Tensor uniPc(SamplerState& state, const at::Tensor& clean) const;
    [[nodiscard]] at::Tensor multistep(SamplerState& state, const at::Tensor& clean,
                                       NoiseStream& noise) const;
    [[nodiscard]] double sigma(int index) const { return schedule_.sigmas[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int steps() const { return static_cast<int>(schedule_.timesteps.size()); }

    Method method_;
    Schedule schedule_;
    weights::Prediction prediction_;
};

/// u + scale * (c - u) for a batch [u, c].
at::Tensor guided(const at::Tensor& prediction, double scale);

}  // namespace manju::diffusion
