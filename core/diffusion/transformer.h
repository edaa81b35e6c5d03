// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/diffusion/layers.h"

namespace manju::diffusion {

/// Keys and values of one cross-attention, [B, text, width]: they depend on the text only and are
/// computed once per job.
struct TextKeys {
    at::Tensor keys;
    at::Tensor values;
};

struct TransformerShape {
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t contextWidth = 0;
    int depth = 0;
    std::int64_t groups = 32;
};

/// Self-attention, cross-attention and a gated feed-forward part, each behind its own norm and added.
struct TransformerBlock {
    TransformerBlock(ParameterReader& reader, const std::string& name, const TransformerShape& shape);
    [[nodiscard]] TextKeys textKeys(const at::Tensor& context) const;
    at::Tensor operator()(at::Tensor x, const TextKeys& text, std::int64_t scoreLimit) const;

    std::int64_t heads;
    LayerNorm norm1, norm2, norm3;
    Linear selfQuery, selfKey, selfValue, selfOut;
    Linear crossQuery, crossKey, crossValue, crossOut;
    Linear gate, out;
};

/// A stack of transformer blocks over the pixels of a feature map, added to its input.
struct SpatialTransformer {
    SpatialTransformer(ParameterReader& reader, const std::string& name, const TransformerShape& shape);
    void appendTextKeys(const at::Tensor& context, std::vector<TextKeys>& keys) const;
    /// Uses depth entries of `keys` from `at` on and moves `at` behind them.
    at::Tensor operator()(const at::Tensor& x, const std::vector<TextKeys>& keys, std::size_t& at,
                          std::int64_t scoreLimit) const;

    GroupNorm norm;
    Linear projectIn, projectOut;
    std::vector<TransformerBlock> blocks;
};

}  // namespace manju::diffusion
