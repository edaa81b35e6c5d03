// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/latent_pass.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>

#include "core/diffusion/conditioning.h"

namespace manju::diffusion {

Result<at::Tensor> runPass(const Unet& unet, const Sampler& sampler, const Guidance& guidance,
                           const LatentStart& start, NoiseStream& noise, int width, int height,
                           const std::function<Status(int index)>& beforeStep) {
    const std::int64_t batch = guidance.context.size(0);
    const UnetConditioning conditioning =
        unet.prepare(guidance.context, guidance.pooled, timeIds(width, height).expand({batch, 6}));
    const Denoiser denoise = [&](const at::Tensor& latent, double timestep) {
        const at::Tensor input =
            start.masked.defined() ? at::cat({latent, start.mask, start.masked}, 1) : latent;
        const at::Tensor output = unet(input.expand({batch, -1, -1, -1}), timestep, conditioning);
        return batch == 1 ? output : guided(output, guidance.scale);
    };
    const bool fromLatent = start.latent.defined() && !start.noiseOnly;
    SamplerState state = fromLatent ? sampler.beginFrom(start.latent, noise) : sampler.begin(noise);
    // An inpainting model sees what is kept; another one has it put back after each step, as noisy as the
    // rest.
    const bool putBack = start.mask.defined() && !start.masked.defined();
    const at::Tensor first = putBack ? noise.draw(0) : at::Tensor();
    while (!sampler.done(state)) {
        MANJU_CHECK(beforeStep(state.next));
        sampler.step(state, denoise, noise);
        if (putBack)
            state.latent = sampler.noised(start.latent, first, state.next) * (1 - start.mask) +
                           state.latent * start.mask;
    }
    return state.latent;
}

}  // namespace manju::diffusion
