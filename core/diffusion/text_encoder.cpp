// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/text_encoder.h"

#include <ATen/TensorIndexing.h>
#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/sigmoid.h>

#include <algorithm>
#include <limits>

namespace manju::diffusion {
namespace {

constexpr double kQuickGeluSlope = 1.702;
constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

}  // namespace

TextEncoder::Layer::Layer(ParameterReader& reader, const std::string& name,
                          const weights::SdxlShape::TextEncoder& shape)
    : norm1(reader, name + ".layer_norm1", shape.width),
      norm2(reader, name + ".layer_norm2", shape.width),
      query(reader, name + ".self_attn.q_proj", shape.width, shape.width),
      key(reader, name + ".self_attn.k_proj", shape.width, shape.width),
      value(reader, name + ".self_attn.v_proj", shape.width, shape.width),
      out(reader, name + ".self_attn.out_proj", shape.width, shape.width),
      wide(reader, name + ".mlp.fc1", shape.width, shape.mlp),
      narrow(reader, name + ".mlp.fc2", shape.mlp, shape.width) {}

TextEncoder::TextEncoder(ParameterReader& reader, const weights::SdxlShape::TextEncoder& shape)
    : heads_(shape.heads),
      quickGelu_(shape.quickGelu),
      tokenEmbedding_(
          reader.take("text_model.embeddings.token_embedding.weight", {shape.vocabulary, shape.width})),
      positionEmbedding_(
          reader.take("text_model.embeddings.position_embedding.weight", {shape.positions, shape.width})) {
    const bool pooled = shape.projection > 0;
    for (int i = 0; i < (pooled ? shape.layers : shape.layers - 1); ++i)
        layers_.emplace_back(reader, "text_model.encoder.layers." + std::to_string(i), shape);
    if (!pooled) return;
    finalNorm_ = LayerNorm(reader, "text_model.final_layer_norm", shape.width);
    projection_ = Linear(reader, "text_projection", shape.width, shape.projection, false);
}

at::Tensor TextEncoder::apply(const Layer& layer, at::Tensor x) const {
    const at::Tensor self = layer.norm1(x);
    const at::Tensor mixed =
        attention(layer.query(self), layer.key(self), layer.value(self), {heads_, kUnlimited, true});
    x = layer.out(mixed).add_(x);
    at::Tensor wide = layer.wide(layer.norm2(x));
    wide = quickGelu_ ? at::sigmoid(wide * kQuickGeluSlope).mul_(wide) : at::gelu(wide);
    return layer.narrow(wide).add_(x);
}

/// The layers below the last one.
std::size_t TextEncoder::inner() const {
    return projection_.weight.defined() ? layers_.size() - 1 : layers_.size();
}

EncodedText TextEncoder::encode(std::span<const prompt::TokenChunk> rows, int skipped) const {
    const auto count = static_cast<std::int64_t>(rows.size());
    at::Tensor ids = at::empty({count, prompt::kTextPositions}, at::kLong);
    at::Tensor ends = at::empty({count}, at::kLong);
    auto* to = ids.data_ptr<std::int64_t>();
    for (std::int64_t row = 0; row < count; ++row) {
        const auto& from = rows[static_cast<std::size_t>(row)].ids;
        to = std::ranges::copy(from, to).out;
        ends.data_ptr<std::int64_t>()[row] = std::ranges::find(from, prompt::kEndOfText) - from.begin();
    }
    at::Tensor x = at::embedding(tokenEmbedding_, ids).add_(positionEmbedding_);
    EncodedText text;
    const std::size_t taken = inner() - static_cast<std::size_t>(skipped);
    for (std::size_t i = 0; i < taken; ++i) x = apply(layers_[i], x);
    text.hidden = x;
    if (projection_.weight.defined()) {
        for (std::size_t i = taken; i < layers_.size(); ++i) x = apply(layers_[i], x);
        const at::Tensor last = x.index({at::arange(count, at::kLong), ends});
        text.pooled = projection_(finalNorm_(last));
    }
    return text;
}

}  // namespace manju::diffusion
