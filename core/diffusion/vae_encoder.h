// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/diffusion/vae_middle.h"

namespace manju::diffusion {

/// The normal distribution of latents that a picture stands for, in the sampler's scale.
struct EncodedPicture {
    at::Tensor mean;       ///< [B, latentChannels, h, w]
    at::Tensor deviation;  ///< the same shape
};

/// Turns pictures into latents.
class VaeEncoder {
public:
    VaeEncoder(ParameterReader& reader, const weights::SdxlShape::Vae& shape, std::int64_t scoreLimit);
    /// `picture` [B, 3, H, W], -1..1; sides are multiples of 8 (for four blocks).
    [[nodiscard]] EncodedPicture operator()(const at::Tensor& picture) const {
        return distribution(moments(picture));
    }
    /// The first half of the work, whose results for parts of a picture can be joined: the parameters of the
    /// distribution, [B, 2 * latentChannels, h, w].
    [[nodiscard]] at::Tensor moments(const at::Tensor& picture) const;
    [[nodiscard]] EncodedPicture distribution(const at::Tensor& moments) const;

private:
    struct Level {
        std::vector<ResnetBlock> resnets;
        std::optional<Conv> downsample;
    };
    weights::SdxlShape::Vae shape_;
    Conv convIn_, convOut_, quant_;
    std::vector<Level> levels_;
    VaeMiddle middle_;
    GroupNorm normOut_;
};

}  // namespace manju::diffusion
