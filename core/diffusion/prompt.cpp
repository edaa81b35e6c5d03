// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/prompt.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/zeros_like.h>

#include <algorithm>

namespace manju::diffusion {
namespace {

constexpr std::size_t kRememberedPrompts = 16;

}  // namespace

Result<EncodedPrompt> PromptEncoder::encode(const std::string& prompt, Residency& residency) {
    const auto known = std::ranges::find(remembered_, prompt, &Remembered::prompt);
    if (known != remembered_.end()) {
        remembered_.splice(remembered_.begin(), remembered_, known);
        return remembered_.front().encoded;
    }
    const TokenRow first = tokenizer_.encode(prompt, TokenizerKind::First);
    const TokenRow second = tokenizer_.encode(prompt, TokenizerKind::Second);
    MANJU_TRY(const TextEncoder* encoder1, residency.textEncoder(0));
    const EncodedText text1 = encoder1->encode(first);
    MANJU_TRY(const TextEncoder* encoder2, residency.textEncoder(1));
    const EncodedText text2 = encoder2->encode(second);
    EncodedPrompt encoded{at::cat({text1.hidden, text2.hidden}, 2), text2.pooled,
                          first.cut.size() >= second.cut.size() ? first.cut : second.cut};
    remembered_.push_front({prompt, encoded});
    if (remembered_.size() > kRememberedPrompts) remembered_.pop_back();
    return encoded;
}

EncodedPrompt zeroPrompt(const EncodedPrompt& like) {
    return {at::zeros_like(like.context), at::zeros_like(like.pooled), {}};
}

}  // namespace manju::diffusion
