// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/unet.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/upsample_nearest2d.h>

#include "core/diffusion/conditioning.h"

namespace manju::diffusion {
namespace {

constexpr std::int64_t kTimeFactor = 4;
constexpr double kResnetEpsilon = 1e-5;

}  // namespace

/// The state of one forward run.
struct Unet::Pass {
    const UnetConditioning& conditioning;
    std::int64_t scoreLimit;
    at::Tensor time;
    std::vector<at::Tensor> skips;
    std::size_t nextKeys = 0;

    at::Tensor apply(const Level& level, std::size_t layer, const at::Tensor& x) {
        at::Tensor hidden = level.resnets[layer](x, time);
        if (!level.transformers[layer]) return hidden;
        return (*level.transformers[layer])(hidden, conditioning.textKeys, nextKeys, scoreLimit);
    }
};

Unet::Unet(ParameterReader& reader, const weights::SdxlShape::Unet& shape, std::int64_t scoreLimit)
    : shape_(shape),
      scoreLimit_(scoreLimit),
      timeWidth_(kTimeFactor * shape.blockChannels.front()),
      time1_(reader, "time_embedding.linear_1", shape.blockChannels.front(), timeWidth_),
      time2_(reader, "time_embedding.linear_2", timeWidth_, timeWidth_),
      add1_(reader, "add_embedding.linear_1", shape.addInputWidth, timeWidth_),
      add2_(reader, "add_embedding.linear_2", timeWidth_, timeWidth_),
      convIn_(reader, "conv_in", {shape.inChannels, shape.blockChannels.front()}),
      convOut_(reader, "conv_out", {shape.blockChannels.front(), shape.outChannels}),
      normOut_(reader, "conv_norm_out", shape.blockChannels.front(), shape.normGroups, kResnetEpsilon) {
    buildDown(reader);
    const std::int64_t deepest = shape_.blockChannels.back();
    for (int i = 0; i < shape_.midResnets; ++i)
        midResnets_.emplace_back(reader, "mid_block.resnets." + std::to_string(i), resnet(deepest, deepest));
    if (shape_.midDepth > 0)
        midTransformer_.emplace(reader, "mid_block.attentions.0",
                                transformer(shape_.blockChannels.size() - 1, shape_.midDepth));
    buildUp(reader);
}

ResnetShape Unet::resnet(std::int64_t in, std::int64_t out) const {
    return {in, out, shape_.normGroups, kResnetEpsilon, timeWidth_};
}

TransformerShape Unet::transformer(std::size_t block, int depth) const {
    return {shape_.blockChannels[block], shape_.headsPerBlock[block], shape_.contextWidth, depth,
            shape_.normGroups};
}

void Unet::buildDown(ParameterReader& reader) {
    std::int64_t channels = shape_.blockChannels.front();
    const std::size_t blocks = shape_.blockChannels.size();
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::string name = "down_blocks." + std::to_string(b);
        Level& level = down_.emplace_back();
        for (int i = 0; i < shape_.layersPerBlock; ++i) {
            const int depth = shape_.downDepth[b][static_cast<std::size_t>(i)];
            const std::string index = "." + std::to_string(i);
            level.resnets.emplace_back(reader, name + ".resnets" + index,
                                       resnet(channels, shape_.blockChannels[b]));
            channels = shape_.blockChannels[b];
            level.transformers.emplace_back();
            if (depth > 0)
                level.transformers.back().emplace(reader, name + ".attentions" + index,
                                                  transformer(b, depth));
        }
        if (b + 1 < blocks)
            level.resample.emplace(reader, name + ".downsamplers.0.conv",
                                   ConvShape{channels, channels, 3, 2});
    }
}

void Unet::buildUp(ParameterReader& reader) {
    std::int64_t channels = shape_.blockChannels.back();
    const std::size_t blocks = shape_.blockChannels.size();
    for (std::size_t u = 0; u < blocks; ++u) {
        const std::size_t b = blocks - 1 - u;  // the down block at the same depth
        const std::int64_t out = shape_.blockChannels[b];
        const std::int64_t entered =
            shape_.blockChannels[b == 0 ? 0 : b - 1];  // what down block b began with
        const std::string name = "up_blocks." + std::to_string(u);
        Level& level = up_.emplace_back();
        for (int i = 0; i <= shape_.layersPerBlock; ++i) {
            const int depth = shape_.upDepth[u][static_cast<std::size_t>(i)];
            const std::string index = "." + std::to_string(i);
            const std::int64_t skip = i == shape_.layersPerBlock ? entered : out;
            level.resnets.emplace_back(reader, name + ".resnets" + index, resnet(channels + skip, out));
            channels = out;
            level.transformers.emplace_back();
            if (depth > 0)
                level.transformers.back().emplace(reader, name + ".attentions" + index,
                                                  transformer(b, depth));
        }
        if (b > 0) level.resample.emplace(reader, name + ".upsamplers.0.conv", ConvShape{channels, channels});
    }
}

UnetConditioning Unet::prepare(const at::Tensor& context, const at::Tensor& pooled,
                               const at::Tensor& timeIds) const {
    UnetConditioning conditioning;
    const at::Tensor sizes = sinusoid(timeIds.flatten(), shape_.addTimeWidth).reshape({timeIds.size(0), -1});
    at::Tensor joined = add1_(at::cat({pooled, sizes}, 1));
    conditioning.sizeAndStyle = add2_(at::silu_(joined));
    const auto append = [&](const std::vector<Level>& levels) {
        for (const Level& level : levels)
            for (const auto& transformer : level.transformers)
                if (transformer) transformer->appendTextKeys(context, conditioning.textKeys);
    };
    append(down_);
    if (midTransformer_) midTransformer_->appendTextKeys(context, conditioning.textKeys);
    append(up_);
    return conditioning;
}

at::Tensor Unet::timeEmbedding(double timestep, const UnetConditioning& conditioning) const {
    const at::Tensor step = at::full({1}, timestep, at::kFloat);
    at::Tensor hidden = time1_(sinusoid(step, shape_.blockChannels.front()));
    return time2_(at::silu_(hidden)) + conditioning.sizeAndStyle;
}

at::Tensor Unet::operator()(const at::Tensor& latent, double timestep,
                            const UnetConditioning& conditioning) const {
    // Every resnet takes SiLU of the embedding, so it is applied once.
    Pass pass{conditioning, scoreLimit_, at::silu(timeEmbedding(timestep, conditioning)), {}};
    at::Tensor x = convIn_(latent);
    pass.skips.push_back(x);
    for (const Level& level : down_) {
        for (std::size_t i = 0; i < level.resnets.size(); ++i)
            pass.skips.push_back(x = pass.apply(level, i, x));
        if (level.resample) pass.skips.push_back(x = (*level.resample)(x));
    }
    for (std::size_t i = 0; i < midResnets_.size(); ++i) {
        x = midResnets_[i](x, pass.time);
        if (i == 0 && midTransformer_)
            x = (*midTransformer_)(x, conditioning.textKeys, pass.nextKeys, scoreLimit_);
    }
    for (const Level& level : up_) {
        for (std::size_t i = 0; i < level.resnets.size(); ++i) {
            x = pass.apply(level, i, at::cat({x, pass.skips.back()}, 1));
            pass.skips.pop_back();
        }
        // The size of the next skip, which an odd side makes smaller than twice the present one.
        if (level.resample)
            x = (*level.resample)(at::upsample_nearest2d(x, pass.skips.back().sizes().slice(2)));
    }
    x = normOut_(x);
    return convOut_(at::silu_(x));
}

}  // namespace manju::diffusion
