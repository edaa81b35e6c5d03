// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/diffusion/vae_middle.h"

namespace manju::diffusion {

/// Turns latents into pictures.
class VaeDecoder {
public:
    VaeDecoder(ParameterReader& reader, const weights::SdxlShape::Vae& shape, std::int64_t scoreLimit);
    /// `latent` [B, latentChannels, h, w] as the sampler leaves it -> [B, 3, 8h, 8w] (for four blocks), about
    /// -1..1 and not clamped.
    [[nodiscard]] at::Tensor operator()(const at::Tensor& latent) const;

private:
    struct Level {
        std::vector<ResnetBlock> resnets;
        std::optional<Conv> upsample;
    };
    weights::SdxlShape::Vae shape_;
    Conv postQuant_, convIn_, convOut_;
    VaeMiddle middle_;
    GroupNorm normOut_;
    std::vector<Level> levels_;
};

}  // namespace manju::diffusion
