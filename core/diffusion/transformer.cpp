// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/transformer.h"

#include <ATen/ops/gelu.h>

namespace manju::diffusion {
namespace {

constexpr double kTransformerNormEpsilon = 1e-6;
constexpr std::int64_t kFeedForwardFactor = 4;

}  // namespace

TransformerBlock::TransformerBlock(ParameterReader& reader, const std::string& name,
                                   const TransformerShape& shape)
    : heads(shape.heads),
      norm1(reader, name + ".norm1", shape.width),
      norm2(reader, name + ".norm2", shape.width),
      norm3(reader, name + ".norm3", shape.width),
      selfQuery(reader, name + ".attn1.to_q", shape.width, shape.width, false),
      selfKey(reader, name + ".attn1.to_k", shape.width, shape.width, false),
      selfValue(reader, name + ".attn1.to_v", shape.width, shape.width, false),
      selfOut(reader, name + ".attn1.to_out.0", shape.width, shape.width),
      crossQuery(reader, name + ".attn2.to_q", shape.width, shape.width, false),
      crossKey(reader, name + ".attn2.to_k", shape.contextWidth, shape.width, false),
      crossValue(reader, name + ".attn2.to_v", shape.contextWidth, shape.width, false),
      crossOut(reader, name + ".attn2.to_out.0", shape.width, shape.width),
      gate(reader, name + ".ff.net.0.proj", shape.width, 2 * kFeedForwardFactor * shape.width),
      out(reader, name + ".ff.net.2", kFeedForwardFactor * shape.width, shape.width) {}

TextKeys TransformerBlock::textKeys(const at::Tensor& context) const {
    return {crossKey(context), crossValue(context)};
}

at::Tensor TransformerBlock::operator()(at::Tensor x, const TextKeys& text, std::int64_t scoreLimit) const {
    const at::Tensor self = norm1(x);
    const AttentionShape shape{heads, scoreLimit};
    x = selfOut(attention(selfQuery(self), selfKey(self), selfValue(self), shape)).add_(x);
    x = crossOut(attention(crossQuery(norm2(x)), text.keys, text.values, shape)).add_(x);
    const at::Tensor wide = gate(norm3(x));
    const std::int64_t half = wide.size(2) / 2;
    return out(at::gelu(wide.narrow(2, half, half)).mul_(wide.narrow(2, 0, half))).add_(x);
}

SpatialTransformer::SpatialTransformer(ParameterReader& reader, const std::string& name,
                                       const TransformerShape& shape)
    : norm(reader, name + ".norm", shape.width, shape.groups, kTransformerNormEpsilon),
      projectIn(reader, name + ".proj_in", shape.width, shape.width),
      projectOut(reader, name + ".proj_out", shape.width, shape.width) {
    for (int i = 0; i < shape.depth; ++i)
        blocks.emplace_back(reader, name + ".transformer_blocks." + std::to_string(i), shape);
}

void SpatialTransformer::appendTextKeys(const at::Tensor& context, std::vector<TextKeys>& keys) const {
    for (const TransformerBlock& block : blocks) keys.push_back(block.textKeys(context));
}

at::Tensor SpatialTransformer::operator()(const at::Tensor& x, const std::vector<TextKeys>& keys,
                                          std::size_t& at, std::int64_t scoreLimit) const {
    const std::int64_t batch = x.size(0);
    const std::int64_t channels = x.size(1);
    at::Tensor tokens = norm(x).permute({0, 2, 3, 1}).reshape({batch, -1, channels});
    tokens = projectIn(tokens);
    for (const TransformerBlock& block : blocks) tokens = block(tokens, keys.at(at++), scoreLimit);
    return projectOut(tokens).view({batch, x.size(2), x.size(3), channels}).permute({0, 3, 1, 2}).add_(x);
}

}  // namespace manju::diffusion
