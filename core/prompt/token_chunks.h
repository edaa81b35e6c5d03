// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/prompt/clip_tokenizer.h"
#include "core/prompt/weighted_text.h"

namespace manju::prompt {

inline constexpr int kTextPositions = 77;  ///< begin, up to 75 tokens, end

/// One run of an encoder: ids and their weights; begin, end and padding weigh 1.
struct TokenChunk {
    std::array<std::int64_t, kTextPositions> ids{};
    std::array<float, kTextPositions> weights{};
    friend bool operator==(const TokenChunk&, const TokenChunk&) = default;
};

/// What happens to a prompt of more than 75 tokens.
enum class Splitting {
    Truncate,  ///< the rest is cut off and reported, as in diffusers
    Commas,    ///< chunks of 75; a chunk ends after its last comma if that is at most 20 tokens back (A1111)
    Stretches  ///< a stretch of one weight with fewer than 8 tokens is not parted between chunks (ComfyUI)
};

struct PromptRules {
    WeightSyntax syntax = WeightSyntax::None;
    bool breaks = false;
    Splitting splitting = Splitting::Truncate;
    Exclamation exclamation = Exclamation::Padding;  ///< for the second encoder; a Sign for the first
    friend bool operator==(const PromptRules&, const PromptRules&) = default;
};

/// A prompt as the two encoders read it.
struct TokenizedPrompt {
    std::array<std::vector<TokenChunk>, 2> chunks;  ///< per encoder; at least one each
    bool weighted = false;                          ///< some weight is not 1
    std::string cut;  ///< the text that did not fit, lower case; empty if all did
};

TokenizedPrompt tokenize(const ClipTokenizer& tokenizer, std::string_view prompt, const PromptRules& rules);

/// Begin, end and padding. `encoder` is 0, which pads with the end's id, or 1, which pads with 0.
TokenChunk emptyChunk(std::size_t encoder);

}  // namespace manju::prompt
