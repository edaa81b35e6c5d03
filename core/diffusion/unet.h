// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/diffusion/layers.h"
#include "core/diffusion/transformer.h"
#include "core/weights/checkpoint.h"

namespace manju::diffusion {

/// What the UNet needs of a job, the same for all its steps.
struct UnetConditioning {
    at::Tensor sizeAndStyle;         ///< [B, 4 * first width]: add_embedding of pooled text and sizes
    std::vector<TextKeys> textKeys;  ///< one per transformer block, in the order of use
};

/// The denoiser of the SDXL family.
class Unet {
public:
    /// `scoreLimit` bounds the bytes of one attention score slice.
    Unet(ParameterReader& reader, const weights::SdxlShape::Unet& shape, std::int64_t scoreLimit);

    /// `context` [B, 77, contextWidth], `pooled` [B, P], `timeIds` [B, 6].
    [[nodiscard]] UnetConditioning prepare(const at::Tensor& context, const at::Tensor& pooled,
                                           const at::Tensor& timeIds) const;
    /// Prediction for `latent` [B, in, H, W] at `timestep` (may be fractional).
    [[nodiscard]] at::Tensor operator()(const at::Tensor& latent, double timestep,
                                        const UnetConditioning& conditioning) const;

private:
    struct Level {
        std::vector<ResnetBlock> resnets;
        std::vector<std::optional<SpatialTransformer>> transformers;  ///< one place per resnet
        std::optional<Conv> resample;                                 ///< stride 2, or after doubling
    };
    struct Pass;

    void buildDown(ParameterReader& reader);
    void buildUp(ParameterReader& reader);
    [[nodiscard]] ResnetShape resnet(std::int64_t in, std::int64_t out) const;
    [[nodiscard]] TransformerShape transformer(std::size_t block, int depth) const;
    [[nodiscard]] at::Tensor timeEmbedding(double timestep, const UnetConditioning& conditioning) const;

    weights::SdxlShape::Unet shape_;
    std::int64_t scoreLimit_;
    std::int64_t timeWidth_;
    Linear time1_, time2_, add1_, add2_;
    Conv convIn_, convOut_;
    GroupNorm normOut_;
    std::vector<Level> down_, up_;
    std::vector<ResnetBlock> midResnets_;  ///< up to two; the transformer is behind the first
    std::optional<SpatialTransformer> midTransformer_;
};

}  // namespace manju::diffusion
