// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/diffusion/sampler.h"
#include "core/diffusion/unet.h"

namespace manju::diffusion {

/// What guides a pass: [negative, positive] with guidance, else [positive].
struct Guidance {
    at::Tensor context;  ///< [B, 77 * chunks, width]
    at::Tensor pooled;   ///< [B, projection]
    double scale = 1;    ///< read with B = 2
};

/// A latent that a pass begins with.
struct LatentStart {
    at::Tensor latent;       ///< [1, C, h, w]; undefined: noise alone
    bool noiseOnly = false;  ///< begin with noise alone although there is a latent: it serves the mask only
    at::Tensor mask;         ///< [1, 1, h, w], 1: drawn anew; undefined: all
    at::Tensor masked;  ///< [1, C, h, w] of the picture without what the mask covers, for inpainting models
};

/// Runs the sampler from its first step to its last for a picture of width x height pixels; `beforeStep` is
/// asked before each, and its error ends the pass. Returns the latent [1, C, h, w].
Result<at::Tensor> runPass(const Unet& unet, const Sampler& sampler, const Guidance& guidance,
                           const LatentStart& start, NoiseStream& noise, int width, int height,
                           const std::function<Status(int index)>& beforeStep);

}  // namespace manju::diffusion
