// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/clip_tokenizer.h"

#include "core/base/text.h"
#include "core/prompt/errors.h"
#include "core/prompt/token_chunks.h"
#include "fixture.h"

namespace manju::prompt {
namespace {

using Ids = std::vector<std::int64_t>;

constexpr PromptRules kPlain{};  // as diffusers reads a prompt

Ids ids(std::string_view text, Exclamation exclamation = Exclamation::Sign) {
    return tokenizer().tokens(text, exclamation);
}

TEST(ClipTokenizer, GivesThePublishedIds) {
    EXPECT_EQ(ids("hello world"), (Ids{3306, 1002}));
    EXPECT_EQ(ids("an astronaut riding a horse on mars"), (Ids{550, 18376, 6765, 320, 4558, 525, 7496}));
}

// Comfy-Org/ComfyUI#9849: the second encoder pads with id 0, as its configuration says (report 1).
TEST(ClipTokenizer, PadsEachEncoderItsOwnWay) {
    const TokenizedPrompt cat = tokenize(tokenizer(), "a cat", kPlain);
    for (const auto& chunks : cat.chunks) {
        ASSERT_EQ(chunks.size(), 1U);
        EXPECT_EQ(chunks[0].ids[0], kBeginOfText);
        EXPECT_EQ(chunks[0].ids[3], kEndOfText);
    }
    EXPECT_TRUE(cat.cut.empty());
    for (std::size_t i = 4; i < kTextPositions; ++i) {
        EXPECT_EQ(cat.chunks[0][0].ids[i], kEndOfText);
        EXPECT_EQ(cat.chunks[1][0].ids[i], 0);
    }
}

// huggingface/diffusers#4153: the same id 0 is the sign "!"; both readings can be chosen (report 2).
TEST(ClipTokenizer, ReadsExclamationMarksInEitherWay) {
    EXPECT_EQ(ids("! !! !!!"), (Ids{256, 748, 995}));
    EXPECT_EQ(ids("! !! !!!", Exclamation::Padding), Ids(6, 0));
    const TokenizedPrompt marks = tokenize(tokenizer(), "! !! !!!", kPlain);
    const auto& second = marks.chunks[1].at(0).ids;
    EXPECT_EQ(Ids(second.begin(), second.begin() + 8), (Ids{kBeginOfText, 0, 0, 0, 0, 0, 0, kEndOfText}));
}

TEST(ClipTokenizer, AgreesWithTheReferenceOnEveryStoredPrompt) {
    const Json rows = storedJson("sdxl_tiny/tokens.json");
    ASSERT_GE(rows.size(), 200U);
    for (const Json& row : rows) {
        const std::string prompt = row.at("prompt");
        const TokenizedPrompt got = tokenize(tokenizer(), prompt, kPlain);
        for (const auto& [name, encoder, padding] :
             {std::tuple("first", 0U, kEndOfText), std::tuple("second", 1U, std::int64_t{0})}) {
            auto expected = row.at(name).get<Ids>();
            expected.resize(kTextPositions, padding);
            const auto& chunks = got.chunks.at(encoder);
            ASSERT_EQ(chunks.size(), 1U);
            EXPECT_EQ(Ids(chunks[0].ids.begin(), chunks[0].ids.end()), expected) << name << ": " << prompt;
        }
    }
}

TEST(ClipTokenizer, ReportsWhatDidNotFit) {
    std::string prompt;
    for (int i = 0; i < 75; ++i) prompt += "cat ";
    EXPECT_TRUE(tokenize(tokenizer(), prompt, kPlain).cut.empty());
    const TokenizedPrompt cut = tokenize(tokenizer(), prompt + "with a Silver-Crown", kPlain);
    EXPECT_EQ(cut.cut, "with a silver - crown");
    EXPECT_EQ(cut.chunks[0][0].ids[76], kEndOfText);
    EXPECT_EQ(cut.chunks[0][0].ids[75], ids("cat")[0]);
}

TEST(ClipTokenizer, WhatDidNotFitIsTextAlsoWhereACharacterIsCut) {
    for (const std::size_t count : {20U, 25U, 26U, 38U, 40U}) {
        std::string prompt;
        for (std::size_t i = 0; i < count; ++i) prompt += "鑫";
        EXPECT_TRUE(isUtf8(tokenize(tokenizer(), prompt, kPlain).cut)) << count;
    }
    EXPECT_EQ(tokenizer().text({162}), "\xEF\xBF\xBD");
}

TEST(ClipTokenizer, TakesMalformedTextAsReplacementCharacters) {
    EXPECT_EQ(ids("a\xFFz"), ids("a\xEF\xBF\xBDz"));
}

TEST(ClipTokenizer, NamesTheDamagedLine) {
    std::string folder = (std::filesystem::temp_directory_path() / "manju-prompt-XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    const auto content = os::readFile(kResources / "clip/merges.txt");
    ASSERT_TRUE(content.ok());
    const std::string& whole = content.value();
    const std::vector<std::pair<std::string, std::string>> damaged{
        {whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1), "48894"},  // the last line is missing
        {"i n\nnot-a-piece n\n", "2"},
        {"i n\nth\n", "2"}};
    for (const auto& [text, line] : damaged) {
        ASSERT_TRUE(os::writeFile(std::filesystem::path(folder) / "merges.txt", text).ok());
        const auto loaded = ClipTokenizer::load(folder);
        ASSERT_FALSE(loaded.ok());
        EXPECT_TRUE(loaded.error().is(kVocabularyInvalid));
        EXPECT_EQ(loaded.error().args().at("line"), line);
    }
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace manju::prompt
