// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/span_net.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/pixel_shuffle.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/tensor.h>

#include <vector>

namespace manju::diffusion {
namespace {

constexpr std::array<double, 3> kMean{0.4488, 0.4371, 0.4040};  // of the pictures it is trained on
constexpr double kRange = 255;
constexpr char kTakesPlain[] = "no_norm";

/// The one 3x3 convolution that a trained chain of 1x1, 3x3 and 1x1 convolutions with a 1x1 convolution
/// beside it amounts to. Files also hold it ready made, but not always up to date, so it is passed over.
Conv folded(UpscalerWeights& weights, const std::string& name, std::int64_t in, std::int64_t out) {
    const std::int64_t wideIn = weights.side(name + ".conv.0.weight", 0);
    const std::int64_t wideOut = weights.side(name + ".conv.1.weight", 0);
    const Conv beside = weights.conv(name + ".sk", {in, out, 1});
    const Conv expand = weights.conv(name + ".conv.0", {in, wideIn, 1});
    const Conv middle = weights.conv(name + ".conv.1", {wideIn, wideOut, 3});
    const Conv reduce = weights.conv(name + ".conv.2", {wideOut, out, 1});
    weights.passOver(name + ".eval_conv.weight");
    weights.passOver(name + ".eval_conv.bias");
    if (weights.failed()) return {};
    const at::Tensor expansion = expand.weight.reshape({wideIn, in});
    const at::Tensor reduction = reduce.weight.reshape({out, wideOut});
    // [3, 3, wideOut, wideIn], so that the 1x1 convolutions are matrix products from both sides.
    const at::Tensor taps = middle.weight.permute({2, 3, 0, 1});
    Conv conv;
    conv.shape = {in, out, 3};
    at::Tensor kernel = at::matmul(reduction, at::matmul(taps, expansion)).permute({2, 3, 0, 1}).contiguous();
    kernel.select(3, 1).select(2, 1).add_(beside.weight.reshape({out, in}));
    conv.weight = kernel;
    const at::Tensor inner = at::matmul(middle.weight.sum({2, 3}), expand.bias) + middle.bias;
    conv.bias = at::matmul(reduction, inner) + reduce.bias + beside.bias;
    return conv;
}

}  // namespace

bool SpanNet::isIn(const UpscalerWeights& weights) {
    return weights.has("conv_1.sk.weight") || weights.has("block_1.c1_r.sk.weight");
}

SpanNet::SpanNet(UpscalerWeights& weights) {
    const std::int64_t width = weights.side("conv_1.sk.weight", 0);
    first_ = folded(weights, "conv_1", kUpscalerColours, width);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        for (std::size_t c = 0; c < blocks_[b].size(); ++c)
            blocks_[b][c] =
                folded(weights, "block_" + std::to_string(b + 1) + ".c" + std::to_string(c + 1) + "_r", width,
                       width);
    second_ = folded(weights, "conv_2", width, width);
    mix_ = weights.conv("conv_cat", {4 * width, width, 1});
    scale_ = unfoldingOf(weights, "upsampler.0");
    last_ = weights.conv("upsampler.0", {width, kUpscalerColours * scale_ * scale_});
    if (weights.has(kTakesPlain))
        weights.passOver(kTakesPlain);
    else
        mean_ = at::tensor(at::ArrayRef<double>(kMean), at::kFloat).view({1, kUpscalerColours, 1, 1});
}

at::Tensor SpanNet::operator()(const at::Tensor& rgb, const std::stop_token& stop) const {
    const at::Tensor start = first_(mean_.defined() ? (rgb - mean_).mul_(kRange) : rgb);
    std::vector<at::Tensor> outputs{start};
    at::Tensor inside;  // of the last block, behind its first convolution
    for (const Block& block : blocks_) {
        if (stop.stop_requested()) return {};
        const at::Tensor& x = outputs.back();
        inside = at::silu(block[0](x));
        const at::Tensor made = block[2](at::silu(block[1](inside)));
        outputs.push_back((made + x).mul_(at::sigmoid(made).sub_(0.5)));
    }
    const at::Tensor mixed = mix_(at::cat({start, second_(outputs.back()), outputs[1], inside}, 1));
    return at::pixel_shuffle(last_(mixed), scale_);
}

}  // namespace manju::diffusion
