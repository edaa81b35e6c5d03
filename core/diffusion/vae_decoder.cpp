// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/vae_decoder.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/upsample_nearest2d.h>

namespace manju::diffusion {
namespace {

constexpr double kVaeEpsilon = 1e-6;
constexpr std::int64_t kColours = 3;

}  // namespace

VaeDecoder::VaeDecoder(ParameterReader& reader, const weights::SdxlShape::Vae& shape, std::int64_t scoreLimit)
    : shape_(shape), scoreLimit_(scoreLimit) {
    const std::int64_t latent = shape.latentChannels;
    const std::int64_t deepest = shape.blockChannels.back();
    const auto resnet = [&](std::int64_t in, std::int64_t out) {
        return ResnetShape{in, out, shape.normGroups, kVaeEpsilon};
    };
    postQuant_ = Conv(reader, "post_quant_conv", {latent, latent, 1});
    convIn_ = Conv(reader, "decoder.conv_in", {latent, deepest});
    mid_.emplace_back(reader, "decoder.mid_block.resnets.0", resnet(deepest, deepest));
    mid_.emplace_back(reader, "decoder.mid_block.resnets.1", resnet(deepest, deepest));
    const std::string attentionName = "decoder.mid_block.attentions.0";
    midNorm_ = GroupNorm(reader, attentionName + ".group_norm", deepest, shape.normGroups, kVaeEpsilon);
    query_ = Linear(reader, attentionName + ".to_q", deepest, deepest);
    key_ = Linear(reader, attentionName + ".to_k", deepest, deepest);
    value_ = Linear(reader, attentionName + ".to_v", deepest, deepest);
    out_ = Linear(reader, attentionName + ".to_out.0", deepest, deepest);
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

at::Tensor VaeDecoder::attend(const at::Tensor& x) const {
    const at::Tensor tokens = midNorm_(x).permute({0, 2, 3, 1}).reshape({x.size(0), -1, x.size(1)});
    const at::Tensor mixed = attention(query_(tokens), key_(tokens), value_(tokens), scoreLimit_);
    return out_(mixed).view({x.size(0), x.size(2), x.size(3), x.size(1)}).permute({0, 3, 1, 2}).add_(x);
}

at::Tensor VaeDecoder::operator()(const at::Tensor& latent) const {
    at::Tensor x = postQuant_((latent / shape_.scale).contiguous(at::MemoryFormat::ChannelsLast));
    x = mid_[1](attend(mid_[0](convIn_(x))));
    for (const Level& level : levels_) {
        for (const ResnetBlock& resnet : level.resnets) x = resnet(x);
        if (level.upsample) x = (*level.upsample)(at::upsample_nearest2d(x, {2 * x.size(2), 2 * x.size(3)}));
    }
    x = normOut_(x);
    return convOut_(at::silu_(x));
}

}  // namespace manju::diffusion
