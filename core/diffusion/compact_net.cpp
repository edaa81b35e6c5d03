// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/compact_net.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/clamp_max.h>
#include <ATen/ops/pixel_shuffle.h>
#include <ATen/ops/upsample_nearest2d.h>

namespace manju::diffusion {
namespace {

std::string layer(int number) {
    return "body." + std::to_string(number);
}

/// Negative values times the channel's slope, in place.
at::Tensor rectified(at::Tensor x, const at::Tensor& slope) {
    const at::Tensor negative = at::clamp_max(x, 0).mul_(slope);
    return x.clamp_min_(0).add_(negative);
}

}  // namespace

bool CompactNet::isIn(const UpscalerWeights& weights) {
    return weights.side(layer(0) + ".weight", 3) > 0 && weights.side(layer(1) + ".weight", 0) > 0;
}

CompactNet::CompactNet(UpscalerWeights& weights) {
    const int layers = weights.count("body.");
    const std::int64_t width = weights.side(layer(0) + ".weight", 0);
    std::int64_t in = kUpscalerColours;
    for (int i = 0; i + 1 < layers && !weights.failed(); i += 2) {
        convs_.push_back(weights.conv(layer(i), {in, width}));
        const at::Tensor slope = weights.take(layer(i + 1) + ".weight", {width});
        if (slope.defined()) slopes_.push_back(slope.view({1, width, 1, 1}));
        in = width;
    }
    const std::string last = layer(layers % 2 == 0 ? layers : layers - 1);
    scale_ = unfoldingOf(weights, last);
    convs_.push_back(weights.conv(last, {width, kUpscalerColours * scale_ * scale_}));
}

at::Tensor CompactNet::operator()(const at::Tensor& rgb, const std::stop_token& stop) const {
    at::Tensor x = rgb;
    for (std::size_t i = 0; i < slopes_.size(); ++i) {
        if (stop.stop_requested()) return {};
        x = rectified(convs_[i](x), slopes_[i]);
    }
    const at::Tensor repeated = at::upsample_nearest2d(rgb, {scale_ * rgb.size(2), scale_ * rgb.size(3)});
    return at::pixel_shuffle(convs_.back()(x), scale_).add_(repeated);
}

}  // namespace manju::diffusion
