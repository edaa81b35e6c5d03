// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <list>
#include <string>
#include <utility>

#include "core/diffusion/bundle.h"
#include "core/diffusion/residency.h"

namespace manju::diffusion {

struct EncodedPrompt {
    at::Tensor context;  ///< [1, 77 * chunks, both widths]: the encoders' states side by side
    at::Tensor pooled;   ///< [1, projection] of encoder 2, of the first chunk
    std::string cut;     ///< the end of the prompt that did not fit
};

/// What, beside the text, an encoded prompt depends on.
struct PromptSettings {
    const Bundle& bundle;
    /// How many layers above the last but one's are left out, 0..mostSkippedLayers() of either encoder.
    int skipped = 0;
    std::string identity;  ///< differs where the encoders' weights differ
};

/// Encodes prompts with both encoders and remembers the latest ones. Thread: owner only.
class PromptEncoder {
public:
    explicit PromptEncoder(prompt::ClipTokenizer tokenizer) : tokenizer_(std::move(tokenizer)) {}

    Result<EncodedPrompt> encode(const std::string& prompt, const PromptSettings& settings,
                                 Residency& residency);
    /// Makes both contexts of guidance as many chunks long, as the bundle does it.
    Result<std::pair<at::Tensor, at::Tensor>> equallyLong(at::Tensor negative, at::Tensor positive,
                                                          const PromptSettings& settings,
                                                          Residency& residency);
    void release() { remembered_.clear(); }

private:
    struct Remembered {
        std::string prompt;
        std::string_view bundle;
        int skipped = 0;
        std::string identity;
        EncodedPrompt encoded;
    };
    prompt::ClipTokenizer tokenizer_;
    std::list<Remembered> remembered_;  ///< latest first
};

/// The same shapes, all zero: what an absent negative prompt stands for.
EncodedPrompt zeroPrompt(const EncodedPrompt& like);

/// Applies weights ([chunks, 77, 1]) to an encoder's states `z` ([chunks, 77, width]). `empty` ([1, 77,
/// width]) is its output for an empty prompt; only FromEmpty reads it.
at::Tensor emphasised(const at::Tensor& z, const at::Tensor& weights, const at::Tensor& empty, Emphasis rule);

}  // namespace manju::diffusion
