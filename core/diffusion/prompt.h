// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <list>
#include <string>

#include "core/diffusion/residency.h"
#include "core/diffusion/tokenizer.h"

namespace manju::diffusion {

struct EncodedPrompt {
    at::Tensor context;  ///< [1, 77, both widths]: the encoders' states side by side
    at::Tensor pooled;   ///< [1, projection] of encoder 2
    std::string cut;     ///< the end of the prompt that did not fit
};

/// Encodes prompts with both encoders and remembers the latest ones. Thread: owner only.
class PromptEncoder {
public:
    explicit PromptEncoder(ClipTokenizer tokenizer) : tokenizer_(std::move(tokenizer)) {}
    Result<EncodedPrompt> encode(const std::string& prompt, Residency& residency);
    void release() { remembered_.clear(); }

private:
    struct Remembered {
        std::string prompt;
        EncodedPrompt encoded;
    };
    ClipTokenizer tokenizer_;
    std::list<Remembered> remembered_;  ///< latest first
};

/// The same shapes, all zero: what an absent negative prompt stands for.
EncodedPrompt zeroPrompt(const EncodedPrompt& like);

}  // namespace manju::diffusion
