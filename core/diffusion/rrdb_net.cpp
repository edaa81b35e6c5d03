// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/rrdb_net.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/leaky_relu.h>
#include <ATen/ops/pixel_unshuffle.h>
#include <ATen/ops/upsample_nearest2d.h>

#include <algorithm>

#include "core/diffusion/errors.h"

namespace manju::diffusion {
namespace {

constexpr double kSlope = 0.2;          // of the leaky rectifier
constexpr double kResidualScale = 0.2;  // of what a block adds to its input
constexpr int kMostDoublings = 4;

/// How a training program names the parts.
struct Naming {
    std::string first;
    std::string blocks;    ///< before a block's number
    std::string dense;     ///< between the block's number and the dense block's
    std::string convEnd;   ///< after the convolution's number
    std::string body;      ///< the convolution behind the blocks
    std::string doubling;  ///< before the number of a doubling, which counts from 1
    std::string large;
    std::string last;
};

const std::array<Naming, 2>& plainNamings() {
    static const std::array<Naming, 2> kNamings{
        Naming{"conv_first", "body.", ".rdb", "", "conv_body", "conv_up", "conv_hr", "conv_last"},
        Naming{"conv_first", "RRDB_trunk.", ".RDB", "", "trunk_conv", "upconv", "HRconv", "conv_last"}};
    return kNamings;
}

// The scheme of nested sequences: activations and enlargements take numbers too.
constexpr std::string_view kOldBlocks = "model.1.sub.";
constexpr std::string_view kOldDense = ".RDB";

bool hasBlocks(const UpscalerWeights& weights, std::string_view blocks, std::string_view dense) {
    return std::ranges::any_of(weights.names(), [&](const std::string& name) {
        return name.starts_with(blocks) && name.find(dense) != std::string::npos;
    });
}

/// A file's naming and how many blocks and doublings it has.
struct Layout {
    Naming naming;
    int blocks = 0;
    std::vector<std::string> doublings;
};

Layout oldLayout(const UpscalerWeights& weights) {
    Layout layout;
    layout.blocks = std::max(weights.count(kOldBlocks) - 1, 0);  // the last is the convolution behind them
    const int doublings = std::max(weights.count("model.") - 4, 0);
    const auto numbered = [](int number) { return "model." + std::to_string(number); };
    for (int i = 1; i <= doublings; ++i) layout.doublings.push_back(numbered(3 * i));
    layout.naming = Naming{numbered(0),
                           std::string(kOldBlocks),
                           std::string(kOldDense),
                           ".0",
                           std::string(kOldBlocks) + std::to_string(layout.blocks),
                           "",
                           numbered(3 * doublings + 2),
                           numbered(3 * doublings + 4)};
    return layout;
}

Layout layoutOf(const UpscalerWeights& weights) {
    for (const Naming& naming : plainNamings()) {
        if (!hasBlocks(weights, naming.blocks, naming.dense)) continue;
        Layout layout{naming, weights.count(naming.blocks), {}};
        for (int i = 1; i <= weights.count(naming.doubling); ++i)
            layout.doublings.push_back(naming.doubling + std::to_string(i));
        return layout;
    }
    return oldLayout(weights);
}

std::string convName(const Naming& naming, int block, std::size_t dense, std::size_t conv) {
    return naming.blocks + std::to_string(block) + naming.dense + std::to_string(dense + 1) + ".conv" +
           std::to_string(conv + 1) + naming.convEnd;
}

/// The side of the squares that `channels` stands for; 0 if none fits.
int foldingOf(std::int64_t channels, int enlargement) {
    for (const int side : {1, 2, 4})
        if (channels == kUpscalerColours * side * side && side <= enlargement) return side;
    return 0;
}

}  // namespace

bool RrdbNet::isIn(const UpscalerWeights& weights) {
    return hasBlocks(weights, kOldBlocks, kOldDense) ||
           std::ranges::any_of(plainNamings(), [&](const Naming& naming) {
               return hasBlocks(weights, naming.blocks, naming.dense);
           });
}

RrdbNet::RrdbNet(UpscalerWeights& weights) {
    const Layout layout = layoutOf(weights);
    const Naming& naming = layout.naming;
    const std::int64_t in = weights.side(naming.first + ".weight", 1);
    const std::int64_t width = weights.side(naming.first + ".weight", 0);
    const std::int64_t growth = weights.side(convName(naming, 0, 0, 0) + ".weight", 0);
    const int doublings = static_cast<int>(layout.doublings.size());
    if (doublings > kMostDoublings)
        weights.refuse(Error(kUpscalerUnknown, {{"file", weights.fileName()},
                                                {"tensor", layout.doublings.back() + ".weight"}}));
    first_ = weights.conv(naming.first, {in, width});
    for (int b = 0; b < layout.blocks && !weights.failed(); ++b) {
        Block& block = blocks_.emplace_back();
        for (std::size_t d = 0; d < block.size(); ++d)
            for (std::size_t c = 0; c < block[d].size(); ++c) {
                const bool closing = c + 1 == block[d].size();
                const std::int64_t seen = width + static_cast<std::int64_t>(c) * growth;
                block[d][c] = weights.conv(convName(naming, b, d, c), {seen, closing ? width : growth});
            }
    }
    body_ = weights.conv(naming.body, {width, width});
    for (const std::string& doubling : layout.doublings)
        doublings_.push_back(weights.conv(doubling, {width, width}));
    large_ = weights.conv(naming.large, {width, width});
    last_ = weights.conv(naming.last, {width, kUpscalerColours});
    if (weights.failed()) return;
    const int enlargement = 1 << doublings;
    folding_ = foldingOf(in, enlargement);
    if (folding_ == 0)
        weights.refuse(
            Error(kUpscalerChannels, {{"file", weights.fileName()}, {"channels", std::to_string(in)}}));
    else
        scale_ = enlargement / folding_;
}

at::Tensor RrdbNet::dense(const DenseBlock& block, const at::Tensor& x) {
    std::vector<at::Tensor> seen{x};
    for (std::size_t c = 0; c + 1 < block.size(); ++c) {
        at::Tensor grown = block[c](c == 0 ? x : at::cat(seen, 1));
        seen.push_back(at::leaky_relu_(grown, kSlope));
    }
    return block.back()(at::cat(seen, 1)).mul_(kResidualScale).add_(x);
}

at::Tensor RrdbNet::operator()(const at::Tensor& rgb, const std::stop_token& stop) const {
    const at::Tensor start = first_(folding_ == 1 ? rgb : at::pixel_unshuffle(rgb, folding_));
    at::Tensor x = start;
    for (const Block& block : blocks_) {
        at::Tensor inner = x;
        for (const DenseBlock& part : block) {
            if (stop.stop_requested()) return {};
            inner = dense(part, inner);
        }
        x = inner.mul_(kResidualScale).add_(x);
    }
    x = body_(x).add_(start);
    for (const Conv& doubling : doublings_) {
        if (stop.stop_requested()) return {};
        x = doubling(at::upsample_nearest2d(x, {2 * x.size(2), 2 * x.size(3)}));
        at::leaky_relu_(x, kSlope);
    }
    if (stop.stop_requested()) return {};
    x = large_(x);
    return last_(at::leaky_relu_(x, kSlope));
}

}  // namespace manju::diffusion
