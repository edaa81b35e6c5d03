// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/vae_encoder.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/silu.h>

#include "core/diffusion/convolution.h"

namespace manju::diffusion {
namespace {

// The range of the logarithm of the variance, by the original code.
constexpr double kLeastLogVariance = -30;
constexpr double kMostLogVariance = 20;

}  // namespace

VaeEncoder::VaeEncoder(ParameterReader& reader, const weights::SdxlShape::Vae& shape, std::int64_t scoreLimit)
    : shape_(shape) {
    std::int64_t channels = shape.blockChannels.front();
    convIn_ = Conv(reader, "encoder.conv_in", {kColours, channels});
    for (std::size_t d = 0; d < shape.blockChannels.size(); ++d) {
        const std::int64_t out = shape.blockChannels[d];
        const std::string name = "encoder.down_blocks." + std::to_string(d);
        Level& level = levels_.emplace_back();
        for (int i = 0; i < shape.layersPerBlock; ++i) {
            level.resnets.emplace_back(reader, name + ".resnets." + std::to_string(i),
                                       ResnetShape{channels, out, shape.normGroups, kVaeEpsilon});
            channels = out;
        }
        if (d + 1 < shape.blockChannels.size())
            level.downsample.emplace(reader, name + ".downsamplers.0.conv", ConvShape{channels, channels});
    }
    middle_ = VaeMiddle(reader, "encoder", shape, scoreLimit);
    normOut_ = GroupNorm(reader, "encoder.conv_norm_out", channels, shape.normGroups, kVaeEpsilon);
    const std::int64_t moments = 2 * shape.latentChannels;
    convOut_ = Conv(reader, "encoder.conv_out", {channels, moments});
    quant_ = Conv(reader, "quant_conv", {moments, moments, 1});
}

at::Tensor VaeEncoder::moments(const at::Tensor& picture) const {
    at::Tensor x = convIn_(picture);
    for (const Level& level : levels_) {
        for (const ResnetBlock& resnet : level.resnets) x = resnet(x);
        if (level.downsample) {
            // Padded at the right and at the bottom only, unlike the UNet's.
            x = convolve(at::constant_pad_nd(x, {0, 1, 0, 1}), level.downsample->weight,
                         level.downsample->bias, 2, 0);
        }
    }
    x = normOut_(middle_(x));
    return quant_(convOut_(at::silu_(x)));
}

EncodedPicture VaeEncoder::distribution(const at::Tensor& moments) const {
    const at::Tensor mean = moments.narrow(1, 0, shape_.latentChannels);
    const at::Tensor logVariance = moments.narrow(1, shape_.latentChannels, shape_.latentChannels)
                                       .clamp(kLeastLogVariance, kMostLogVariance);
    return {(mean * shape_.scale).contiguous(), (at::exp(logVariance * 0.5) * shape_.scale).contiguous()};
}

}  // namespace manju::diffusion
