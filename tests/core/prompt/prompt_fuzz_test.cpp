// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <random>

#include "core/prompt/lora_tags.h"
#include "core/prompt/readability.h"
#include "core/prompt/token_chunks.h"
#include "fixture.h"

namespace manju::prompt {
namespace {

using Ids = std::vector<std::int64_t>;

/// MANJU_FUZZ sets the number of inputs; 10^6 take some minutes.
int rounds() {
    const char* asked = std::getenv("MANJU_FUZZ");
    return asked ? std::atoi(asked) : 3000;
}

/// Pieces that mean something to a parser, words, and raw bytes.
std::string randomPrompt(std::mt19937& random) {
    static constexpr std::string_view kPieces[] = {"(",
                                                   ")",
                                                   "[",
                                                   "]",
                                                   ":",
                                                   "\\",
                                                   ":1.3)",
                                                   ":-2)",
                                                   ": .5 )",
                                                   ":1e300)",
                                                   ":nan)",
                                                   "BREAK",
                                                   " BREAK ",
                                                   ", ",
                                                   ",",
                                                   " ",
                                                   "\n",
                                                   "!",
                                                   "!!",
                                                   "cat",
                                                   "a very old lantern",
                                                   "1girl",
                                                   "don't",
                                                   "中文",
                                                   "é",
                                                   "🙂",
                                                   "<lora:",
                                                   ">",
                                                   "<lora:a:1>",
                                                   "<|endoftext|>",
                                                   "<|startoftext|>",
                                                   "te=",
                                                   "0.5",
                                                   "\xFF",
                                                   "\xE4\xB8",
                                                   "\xED\xA0\x80",
                                                   "x_y",
                                                   "supercalifragilistic"};
    std::string prompt;
    const std::size_t pieces = random() % (random() % 10 == 0 ? 200 : 25);
    for (std::size_t i = 0; i < pieces; ++i) {
        if (random() % 20 == 0)
            prompt += static_cast<char>(random() % 256);
        else
            prompt += kPieces[random() % std::size(kPieces)];
    }
    return prompt;
}

constexpr PromptRules kRules[] = {
    {},
    {WeightSyntax::Comfy, true, Splitting::Commas, Exclamation::Sign},
    {WeightSyntax::Comfy, false, Splitting::Stretches, Exclamation::Sign},
    {WeightSyntax::A1111, true, Splitting::Commas, Exclamation::Padding},
};

TEST(PromptFuzz, EveryTextGivesWholeChunksAndLosesNothing) {
    std::mt19937 random(2026);
    const int count = rounds();
    for (int i = 0; i < count; ++i) {
        const std::string prompt = randomPrompt(random);
        const TaggedPrompt tagged = takeLoraTags(prompt);
        ASSERT_LE(tagged.text.size(), prompt.size());
        (void)unreadableText(prompt);
        const PromptRules& rules = kRules[random() % std::size(kRules)];
        const TokenizedPrompt got = tokenize(tokenizer(), tagged.text, rules);
        // A text that names the mark itself cannot be told from the mark.
        if (tagged.text.find("endoftext") != std::string::npos) continue;
        bool fits = true;
        for (std::size_t encoder = 0; encoder < 2; ++encoder) {
            Ids expected;
            for (const WeightedText& text : parseWeights(tagged.text, rules.syntax, rules.breaks)) {
                const Ids ids =
                    tokenizer().tokens(text.text, encoder == 0 ? Exclamation::Sign : rules.exclamation);
                expected.insert(expected.end(), ids.begin(), ids.end());
            }
            std::size_t held = 0;
            for (const TokenChunk& chunk : got.chunks[encoder]) {
                ASSERT_EQ(chunk.ids[0], kBeginOfText);
                std::size_t length = 0;
                while (held < expected.size() && length < kTextPositions - 2 &&
                       chunk.ids[length + 1] == expected[held])
                    ++length, ++held;
                ASSERT_EQ(chunk.ids[length + 1], kEndOfText) << prompt;
                for (const float weight : chunk.weights) ASSERT_LE(std::abs(weight), 1000.0F);
            }
            if (rules.splitting == Splitting::Truncate) {
                ASSERT_EQ(got.chunks[encoder].size(), 1U);
            } else {
                ASSERT_EQ(held, expected.size()) << prompt;
            }
            fits = fits && held == expected.size();
        }
        ASSERT_TRUE(!fits || got.cut.empty()) << prompt;
    }
}

}  // namespace
}  // namespace manju::prompt
