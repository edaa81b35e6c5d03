// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <string>

#include "core/tensor/parameters.h"

/// The building blocks that the UNet, the VAE and the text encoders share. Images are [N, C, H, W] tensors,
/// plane by plane between most convolutions (where oneDNN is fastest) and channels-last around transformers
/// (where [N, H*W, C] is the same memory); every module takes both. Every module is immutable once built and
/// may throw what libtorch throws. Thread: the owner's; libtorch itself uses its own pool.
namespace manju::diffusion {

using tensor::ParameterReader;

struct Linear {
    Linear() = default;
    Linear(ParameterReader& reader, const std::string& name, std::int64_t in, std::int64_t out,
           bool withBias = true);
    at::Tensor operator()(const at::Tensor& x) const;

    at::Tensor weight;  ///< [out, in]
    at::Tensor bias;    ///< [out], undefined without
};

struct LayerNorm {
    LayerNorm() = default;
    LayerNorm(ParameterReader& reader, const std::string& name, std::int64_t width);
    at::Tensor operator()(const at::Tensor& x) const;

    at::Tensor weight;
    at::Tensor bias;
};

struct GroupNorm {
    GroupNorm() = default;
    GroupNorm(ParameterReader& reader, const std::string& name, std::int64_t channels, std::int64_t groups,
              double epsilon);
    at::Tensor operator()(const at::Tensor& x) const;

    at::Tensor weight;
    at::Tensor bias;
    std::int64_t groups = 32;
    double epsilon = 1e-5;
};

struct ConvShape {
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int64_t kernel = 3;  ///< odd; padded by kernel / 2 on every side
    std::int64_t stride = 1;
};

struct Conv {
    Conv() = default;
    Conv(ParameterReader& reader, const std::string& name, ConvShape shape);
    at::Tensor operator()(const at::Tensor& x) const;

    ConvShape shape;
    at::Tensor weight;  ///< [out, in, kernel, kernel], plane by plane
    at::Tensor bias;
};

struct ResnetShape {
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int64_t groups = 32;
    double epsilon = 1e-5;
    std::int64_t timeWidth = 0;  ///< 0: no time input (VAE)
};

/// Norm, SiLU, convolution, time, norm, SiLU, convolution, plus the input (through a 1x1 convolution where
/// the widths differ).
struct ResnetBlock {
    ResnetBlock() = default;
    ResnetBlock(ParameterReader& reader, const std::string& name, ResnetShape shape);
    /// `time` is SiLU of the time embedding, [N, timeWidth]; undefined if the block has no time input.
    at::Tensor operator()(const at::Tensor& x, const at::Tensor& time = {}) const;

    GroupNorm norm1, norm2;
    Conv conv1, conv2;
    std::optional<Linear> timeProjection;
    std::optional<Conv> shortcut;
};

struct AttentionShape {
    std::int64_t heads;
    std::int64_t scoreLimit;  ///< bytes
    bool causal = false;      ///< query i sees keys 0..i only
};

/// softmax(scale * q k^T) v for each head, with scale = 1 / sqrt(D). q: [B, N, heads*D], k and v:
/// [B, M, heads*D]; the result has the shape of q. Fused where the library can (since 2.1); else the scores
/// are computed in slices of queries so that one slice takes at most `scoreLimit` bytes (but at least one
/// row of each head). Causal calls, which are the short ones of the text encoders, are neither fused nor
/// sliced.
at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const AttentionShape& shape);

}  // namespace manju::diffusion
