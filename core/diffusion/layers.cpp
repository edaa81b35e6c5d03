// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/layers.h"

#include <ATen/ops/baddbmm.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/softmax.h>

#include <algorithm>
#include <cmath>
#include <limits>

// Since libtorch 2.1 one kernel for the CPU, too, that never holds the scores.
#if __has_include(<ATen/ops/_scaled_dot_product_flash_attention_for_cpu.h>)
#include <ATen/ops/scaled_dot_product_attention.h>
#define MANJU_FUSED_ATTENTION 1
#else
#define MANJU_FUSED_ATTENTION 0
#endif

#include "core/diffusion/convolution.h"
#include "core/diffusion/group_norm.h"

namespace manju::diffusion {
namespace {

constexpr double kLayerNormEpsilon = 1e-5;

at::Tensor attentionSlice(const at::Tensor& q, const at::Tensor& keysTransposed, const at::Tensor& v,
                          const at::Tensor& mask) {
    const double scale = 1.0 / std::sqrt(static_cast<double>(q.size(2)));
    const at::Tensor start =
        mask.defined() ? mask : at::empty({q.size(0), q.size(1), keysTransposed.size(2)}, q.options());
    const at::Tensor scores = at::baddbmm(start, q, keysTransposed, mask.defined() ? 1 : 0, scale);
    return at::bmm(at::softmax(scores, -1), v);
}

/// q, k and v: [B*heads, N or M, D], dense.
at::Tensor slicedAttention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                           const AttentionShape& shape) {
    const at::Tensor keysTransposed = k.transpose(1, 2);
    const std::int64_t queries = q.size(1);
    if (shape.causal) {
        const at::Tensor hidden =
            at::full({1, queries, k.size(1)}, -std::numeric_limits<float>::infinity(), q.options()).triu_(1);
        return attentionSlice(q, keysTransposed, v, hidden.expand({q.size(0), queries, k.size(1)}));
    }
    const std::int64_t rowBytes =
        q.size(0) * k.size(1) * static_cast<std::int64_t>(sizeof(float));  // of one query, all heads
    const std::int64_t slice = std::clamp<std::int64_t>(shape.scoreLimit / rowBytes, 1, queries);
    if (slice == queries) return attentionSlice(q, keysTransposed, v, {});
    at::Tensor out = at::empty({q.size(0), queries, v.size(2)}, q.options());
    for (std::int64_t begin = 0; begin < queries; begin += slice) {
        const std::int64_t length = std::min(slice, queries - begin);
        out.narrow(1, begin, length).copy_(attentionSlice(q.narrow(1, begin, length), keysTransposed, v, {}));
    }
    return out;
}

/// [B, N, heads*D] -> [B, heads, N, D], a view.
at::Tensor heads(const at::Tensor& x, std::int64_t count) {
    return x.view({x.size(0), x.size(1), count, x.size(2) / count}).transpose(1, 2);
}

/// [B, N, heads*D] -> [B*heads, N, D], dense.
at::Tensor denseHeads(const at::Tensor& x, std::int64_t count) {
    return heads(x, count).reshape({x.size(0) * count, x.size(1), x.size(2) / count});
}

}  // namespace

Linear::Linear(ParameterReader& reader, const std::string& name, std::int64_t in, std::int64_t out,
               bool withBias)
    : weight(reader.take(name + ".weight", {out, in})) {
    if (withBias) bias = reader.take(name + ".bias", {out});
}

at::Tensor Linear::operator()(const at::Tensor& x) const {
    return at::linear(x, weight, bias.defined() ? c10::optional<at::Tensor>(bias) : c10::nullopt);
}

LayerNorm::LayerNorm(ParameterReader& reader, const std::string& name, std::int64_t width)
    : weight(reader.take(name + ".weight", {width})), bias(reader.take(name + ".bias", {width})) {}

at::Tensor LayerNorm::operator()(const at::Tensor& x) const {
    return at::layer_norm(x, weight.sizes(), weight, bias, kLayerNormEpsilon);
}

GroupNorm::GroupNorm(ParameterReader& reader, const std::string& name, std::int64_t channels,
                     std::int64_t groupCount, double normEpsilon)
    : weight(reader.take(name + ".weight", {channels})),
      bias(reader.take(name + ".bias", {channels})),
      groups(groupCount),
      epsilon(normEpsilon) {}

at::Tensor GroupNorm::operator()(const at::Tensor& x) const {
    return groupNorm(x, groups, weight, bias, epsilon);
}

Conv::Conv(ParameterReader& reader, const std::string& name, ConvShape convShape)
    : shape(convShape),
      weight(reader.take(name + ".weight", {shape.out, shape.in, shape.kernel, shape.kernel})),
      bias(reader.take(name + ".bias", {shape.out})) {}

at::Tensor Conv::operator()(const at::Tensor& x) const {
    return convolve(x, weight, bias, shape.stride, shape.kernel / 2);
}

ResnetBlock::ResnetBlock(ParameterReader& reader, const std::string& name, ResnetShape shape)
    : norm1(reader, name + ".norm1", shape.in, shape.groups, shape.epsilon),
      norm2(reader, name + ".norm2", shape.out, shape.groups, shape.epsilon),
      conv1(reader, name + ".conv1", {shape.in, shape.out}),
      conv2(reader, name + ".conv2", {shape.out, shape.out}) {
    if (shape.timeWidth > 0)
        timeProjection.emplace(reader, name + ".time_emb_proj", shape.timeWidth, shape.out);
    if (shape.in != shape.out)
        shortcut.emplace(reader, name + ".conv_shortcut", ConvShape{shape.in, shape.out, 1});
}

at::Tensor ResnetBlock::operator()(const at::Tensor& x, const at::Tensor& time) const {
    at::Tensor hidden = norm1(x);
    hidden = conv1(at::silu_(hidden));
    if (timeProjection) hidden.add_((*timeProjection)(time).unsqueeze(-1).unsqueeze(-1));
    hidden = norm2(hidden);
    hidden = conv2(at::silu_(hidden));
    return hidden.add_(shortcut ? (*shortcut)(x) : x);
}

at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const AttentionShape& shape) {
#if MANJU_FUSED_ATTENTION
    // Views all the way: the kernel reads and writes heads where they lie.
    if (!shape.causal)
        return at::scaled_dot_product_attention(heads(q, shape.heads), heads(k, shape.heads),
                                                heads(v, shape.heads))
            .transpose(1, 2)
            .reshape(q.sizes());
#endif
    const at::Tensor mixed = slicedAttention(denseHeads(q, shape.heads), denseHeads(k, shape.heads),
                                             denseHeads(v, shape.heads), shape);
    return mixed.view({q.size(0), shape.heads, q.size(1), -1}).transpose(1, 2).reshape(q.sizes());
}

}  // namespace manju::diffusion
