// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/prompt.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/lerp.h>
#include <ATen/ops/mean.h>
#include <ATen/ops/zeros_like.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace manju::diffusion {
namespace {

constexpr std::size_t kRememberedPrompts = 16;

at::Tensor weightsOf(const std::vector<prompt::TokenChunk>& chunks) {
    const auto count = static_cast<std::int64_t>(chunks.size());
    at::Tensor weights = at::empty({count, prompt::kTextPositions, 1}, at::kFloat);
    auto* to = weights.data_ptr<float>();
    for (const prompt::TokenChunk& chunk : chunks) to = std::ranges::copy(chunk.weights, to).out;
    return weights;
}

/// One encoder's states side by side, [1, 77 * chunks, width], and the first chunk's pooled state.
EncodedText encodeChunks(const TextEncoder& encoder, std::size_t number, const prompt::TokenizedPrompt& text,
                         Emphasis rule, int skipped) {
    std::vector<prompt::TokenChunk> rows = text.chunks[number];
    const auto count = static_cast<std::int64_t>(rows.size());
    if (text.weighted) rows.push_back(prompt::emptyChunk(number));
    EncodedText encoded = encoder.encode(rows, skipped);
    if (text.weighted)
        encoded.hidden = emphasised(encoded.hidden.narrow(0, 0, count), weightsOf(text.chunks[number]),
                                    encoded.hidden.narrow(0, count, 1), rule);
    encoded.hidden = encoded.hidden.reshape({1, count * prompt::kTextPositions, -1});
    if (encoded.pooled.defined()) encoded.pooled = encoded.pooled.narrow(0, 0, 1);
    return encoded;
}

}  // namespace

at::Tensor emphasised(const at::Tensor& z, const at::Tensor& weights, const at::Tensor& empty,
                      Emphasis rule) {
    if (rule == Emphasis::FromEmpty) return (z - empty) * weights + empty;
    at::Tensor scaled = z * weights;
    if (rule == Emphasis::ScaleKeepMean) scaled *= z.mean({1, 2}, true) / scaled.mean({1, 2}, true);
    return scaled;
}

Result<EncodedPrompt> PromptEncoder::encode(const std::string& prompt, const PromptSettings& settings,
                                            Residency& residency) {
    const auto& [bundle, skipped, identity] = settings;
    const auto known = std::ranges::find_if(remembered_, [&](const Remembered& one) {
        return one.prompt == prompt && one.bundle == settings.bundle.name &&
               one.skipped == settings.skipped && one.identity == settings.identity;
    });
    if (known != remembered_.end()) {
        remembered_.splice(remembered_.begin(), remembered_, known);
        return remembered_.front().encoded;
    }
    const prompt::TokenizedPrompt text = prompt::tokenize(tokenizer_, prompt, bundle.text);
    MANJU_TRY(const TextEncoder* encoder1, residency.textEncoder(0));
    const EncodedText first = encodeChunks(*encoder1, 0, text, bundle.emphasis, skipped);
    MANJU_TRY(const TextEncoder* encoder2, residency.textEncoder(1));
    const EncodedText second = encodeChunks(*encoder2, 1, text, bundle.emphasis, skipped);
    // Equal with all bundles; rules that read a "!" in two ways and split could make them differ.
    const std::int64_t length = std::min(first.hidden.size(1), second.hidden.size(1));
    EncodedPrompt encoded{at::cat({first.hidden.narrow(1, 0, length), second.hidden.narrow(1, 0, length)}, 2),
                          second.pooled, text.cut};
    remembered_.push_front({prompt, bundle.name, skipped, identity, encoded});
    if (remembered_.size() > kRememberedPrompts) remembered_.pop_back();
    return encoded;
}

Result<std::pair<at::Tensor, at::Tensor>> PromptEncoder::equallyLong(at::Tensor negative, at::Tensor positive,
                                                                     const PromptSettings& settings,
                                                                     Residency& residency) {
    const std::int64_t a = negative.size(1);
    const std::int64_t b = positive.size(1);
    if (a != b && settings.bundle.fill == ChunkFill::Repeat) {
        const std::int64_t both = std::lcm(a, b);
        negative = negative.repeat({1, both / a, 1});
        positive = positive.repeat({1, both / b, 1});
    } else if (a != b) {
        MANJU_TRY(const EncodedPrompt empty, encode("", settings, residency));
        at::Tensor& shorter = a < b ? negative : positive;
        const std::int64_t missing = std::abs(a - b) / prompt::kTextPositions;
        shorter = at::cat({shorter, empty.context.repeat({1, missing, 1})}, 1);
    }
    return std::pair(std::move(negative), std::move(positive));
}

EncodedPrompt zeroPrompt(const EncodedPrompt& like) {
    return {at::zeros_like(like.context), at::zeros_like(like.pooled), {}};
}

}  // namespace manju::diffusion
