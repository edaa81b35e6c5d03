// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/vae_decoder.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/upsample_nearest2d.h>

namespace manju::diffusion {

VaeDecoder::VaeDecoder(ParameterReader& reader, const weights::SdxlShape::Vae& shape, std::int64_t scoreLimit)
    : shape_(shape) {
    const std::int64_t latent = shape.latentChannels;
    const std::int64_t deepest = shape.blockChannels.back();
    const auto resnet = [&](std::int64_t in, std::int64_t out) {
        return ResnetShape{in, out, shape.normGroups, kVaeEpsilon};
    };
    postQuant_ = Conv(reader, "post_quant_conv", {latent, latent, 1});
    convIn_ = Conv(reader, "decoder.conv_in", {latent, deepest});
    middle_ = VaeMiddle(reader, "decoder", shape, scoreLimit);
    std::int64_t channels = deepest;
    for (std::size_t u = 0; u < shape.blockChannels.size(); ++u) {
        const std::int64_t out = shape.blockChannels[shape.blockChannels.size() - 1 - u];
        const std::string name = "decoder.up_blocks." + std::to_string(u);
        Level& level = levels_.emplace_back();
        for (int i = 0; i <= shape.layersPerBlock; ++i) {
            level.resnets.emplace_back(reader, name + ".resnets." + std::to_string(i), resnet(channels, out));
            channels = out;
        }
        if (u + 1 < shape.blockChannels.size())
            level.upsample.emplace(reader, name + ".upsamplers.0.conv", ConvShape{channels, channels});
    }
    normOut_ = GroupNorm(reader, "decoder.conv_norm_out", channels, shape.normGroups, kVaeEpsilon);
    convOut_ = Conv(reader, "decoder.conv_out", {channels, kColours});
}

at::Tensor VaeDecoder::operator()(const at::Tensor& latent) const {
    // Plane by plane from the beginning.
    at::Tensor x = postQuant_((latent / shape_.scale).contiguous());
    x = middle_(convIn_(x));
    for (const Level& level : levels_) {
        for (const ResnetBlock& resnet : level.resnets) x = resnet(x);
        if (level.upsample) x = (*level.upsample)(at::upsample_nearest2d(x, {2 * x.size(2), 2 * x.size(3)}));
    }
    x = normOut_(x);
    return convOut_(at::silu_(x));
}

}  // namespace manju::diffusion
