// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/token_chunks.h"
#include "fixture.h"

namespace manju::prompt {
namespace {

constexpr PromptRules kA1111{WeightSyntax::A1111, true, Splitting::Commas, Exclamation::Sign};
constexpr PromptRules kComfy{WeightSyntax::Comfy, false, Splitting::Stretches, Exclamation::Sign};
constexpr PromptRules kStudio{WeightSyntax::Comfy, true, Splitting::Commas, Exclamation::Sign};

/// Without begin, end and padding.
struct Content {
    std::vector<std::int64_t> ids;
    std::vector<float> weights;
};
Content contentOf(const TokenChunk& chunk) {
    const auto end = std::find(chunk.ids.begin(), chunk.ids.end(), kEndOfText) - chunk.ids.begin();
    return {{chunk.ids.begin() + 1, chunk.ids.begin() + end},
            {chunk.weights.begin() + 1, chunk.weights.begin() + end}};
}

void expectChunks(const Json& stored, const std::vector<TokenChunk>& got, const std::string& what) {
    ASSERT_EQ(got.size(), stored.size()) << what;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const Content content = contentOf(got[i]);
        EXPECT_EQ(content.ids, stored[i][0].get<std::vector<std::int64_t>>()) << what << " chunk " << i;
        const auto weights = stored[i][1].get<std::vector<double>>();
        ASSERT_EQ(content.weights.size(), weights.size()) << what;
        for (std::size_t k = 0; k < weights.size(); ++k)
            EXPECT_FLOAT_EQ(content.weights[k], static_cast<float>(weights[k])) << what << " token " << k;
    }
}

TEST(WeightedPrompt, GivesTheChunksOfTheReferences) {
    const Json rows = storedJson("prompts/weighted.json");
    ASSERT_GE(rows.size(), 60U);
    for (const Json& row : rows) {
        const std::string prompt = row.at("prompt");
        const TokenizedPrompt a1111 = tokenize(tokenizer(), prompt, kA1111);
        expectChunks(row.at("a1111"), a1111.chunks[0], "A1111: " + prompt);
        expectChunks(row.at("a1111"), a1111.chunks[1], "A1111, encoder 2: " + prompt);
        expectChunks(row.at("comfy"), tokenize(tokenizer(), prompt, kComfy).chunks[0], "Comfy: " + prompt);
    }
}

TEST(WeightedPrompt, GivesTheStretchesOfTheReference) {
    for (const Json& row : storedJson("prompts/weighted.json")) {
        const std::string prompt = row.at("prompt");
        std::vector<std::pair<std::string, double>> expected;
        for (const Json& text : row.at("a1111_texts"))
            if (text[0] != "" && !(text[0] == "BREAK" && text[1] == -1))
                expected.emplace_back(text[0], text[1]);
        std::vector<std::pair<std::string, double>> got;
        for (const WeightedText& text : parseWeights(prompt, WeightSyntax::A1111, true))
            if (!text.text.empty()) got.emplace_back(text.text, text.weight);
        ASSERT_EQ(got.size(), expected.size()) << prompt;
        for (std::size_t i = 0; i < got.size(); ++i) {
            EXPECT_EQ(got[i].first, expected[i].first) << prompt;
            EXPECT_NEAR(got[i].second, expected[i].second, 1e-12) << prompt;
        }
    }
}

TEST(WeightedPrompt, ABreakInsideAWeightIsStillABreak) {
    // A1111 multiplies its mark for a break by the weight, and then encodes the word.
    const std::vector<WeightedText> expected{{"a", 1.5, false}, {"b", 1.5, true}};
    EXPECT_EQ(parseWeights("(a BREAK b:1.5)", WeightSyntax::A1111, true), expected);
    EXPECT_EQ(parseWeights("(a BREAK b:1.5)", WeightSyntax::Comfy, true), expected);
}

TEST(WeightedPrompt, TheStudioKnowsWeightsBreaksAndCommas) {
    const TokenizedPrompt two = tokenize(tokenizer(), "a (red:1.4) cat BREAK a dog", kStudio);
    ASSERT_EQ(two.chunks[0].size(), 2U);
    EXPECT_TRUE(two.weighted);
    EXPECT_FLOAT_EQ(two.chunks[0][0].weights[2], 1.4F);
    EXPECT_EQ(contentOf(two.chunks[0][1]).ids, tokenizer().tokens("a dog", Exclamation::Sign));
    EXPECT_FALSE(tokenize(tokenizer(), "a cat", kStudio).weighted);

    std::string tags;
    for (int i = 0; i < 40; ++i) tags += "silver lantern, ";
    const TokenizedPrompt many = tokenize(tokenizer(), tags, kStudio);
    ASSERT_EQ(many.chunks[0].size(), 2U);
    EXPECT_TRUE(many.cut.empty());
    EXPECT_EQ(contentOf(many.chunks[0][0]).ids.back(), tokenizer().tokens(",", Exclamation::Sign)[0]);
}

TEST(WeightedPrompt, WeightsStayInRange) {
    const std::string deep(5000, '(');
    for (const WeightSyntax syntax : {WeightSyntax::A1111, WeightSyntax::Comfy})
        for (const std::string& prompt : {deep + "x", deep + "x" + std::string(5000, ')'), "(x:1e300)" + deep,
                                          "((x:-1e300):1e300)" + std::string(9000, ']')})
            for (const WeightedText& text : parseWeights(prompt, syntax, true)) {
                EXPECT_LE(std::abs(text.weight), 1000);
            }
}

}  // namespace
}  // namespace manju::prompt
