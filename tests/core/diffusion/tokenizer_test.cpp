// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/tokenizer.h"

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/diffusion/errors.h"
#include "fixture.h"

namespace manju::diffusion {
namespace {

const ClipTokenizer& tokenizer() {
    static const ClipTokenizer loaded = [] {
        auto result = ClipTokenizer::load(kResources / "clip");
        if (!result.ok()) std::abort();
        return std::move(result).value();
    }();
    return loaded;
}

std::vector<std::int64_t> ids(std::string_view text, TokenizerKind kind = TokenizerKind::First) {
    return tokenizer().tokens(text, kind);
}

TEST(ClipTokenizer, GivesThePublishedIds) {
    EXPECT_EQ(ids("hello world"), (std::vector<std::int64_t>{3306, 1002}));
    EXPECT_EQ(ids("an astronaut riding a horse on mars"),
              (std::vector<std::int64_t>{550, 18376, 6765, 320, 4558, 525, 7496}));
}

TEST(ClipTokenizer, PadsEachEncoderItsOwnWay) {
    const TokenRow first = tokenizer().encode("a cat", TokenizerKind::First);
    const TokenRow second = tokenizer().encode("a cat", TokenizerKind::Second);
    for (const TokenRow& row : {first, second}) {
        EXPECT_EQ(row.ids[0], kBeginOfText);
        EXPECT_EQ(row.ids[3], kEndOfText);
        EXPECT_TRUE(row.cut.empty());
    }
    for (std::size_t i = 4; i < kTextPositions; ++i) {
        EXPECT_EQ(first.ids[i], kEndOfText);
        EXPECT_EQ(second.ids[i], 0);
    }
}

TEST(ClipTokenizer, TreatsExclamationMarksAsPublishedForTheSecondEncoder) {
    EXPECT_EQ(ids("! !! !!!"), (std::vector<std::int64_t>{256, 748, 995}));
    EXPECT_EQ(ids("! !! !!!", TokenizerKind::Second), (std::vector<std::int64_t>(6, 0)));
}

TEST(ClipTokenizer, AgreesWithTheReferenceOnEveryStoredPrompt) {
    const auto content = os::readFile(kFixtures / "tokens.json");
    ASSERT_TRUE(content.ok());
    const auto rows = parseJson(content.value(), "tokens.json");
    ASSERT_TRUE(rows.ok());
    ASSERT_GE(rows.value().size(), 200U);
    for (const Json& row : rows.value()) {
        const std::string prompt = row.at("prompt");
        for (const auto& [name, kind, padding] :
             {std::tuple("first", TokenizerKind::First, kEndOfText),
              std::tuple("second", TokenizerKind::Second, std::int64_t{0})}) {
            auto expected = row.at(name).get<std::vector<std::int64_t>>();
            expected.resize(kTextPositions, padding);
            const TokenRow got = tokenizer().encode(prompt, kind);
            EXPECT_EQ(std::vector(got.ids.begin(), got.ids.end()), expected) << name << ": " << prompt;
        }
    }
}

TEST(ClipTokenizer, ReportsWhatDidNotFit) {
    std::string prompt;
    for (int i = 0; i < 75; ++i) prompt += "cat ";
    EXPECT_TRUE(tokenizer().encode(prompt, TokenizerKind::First).cut.empty());
    const TokenRow row = tokenizer().encode(prompt + "with a Silver-Crown", TokenizerKind::First);
    EXPECT_EQ(row.cut, "with a silver - crown");
    EXPECT_EQ(row.ids[76], kEndOfText);
    EXPECT_EQ(row.ids[75], ids("cat")[0]);
}

TEST(ClipTokenizer, TakesMalformedTextAsReplacementCharacters) {
    EXPECT_EQ(ids("a\xFFz"), ids("a\xEF\xBF\xBDz"));
}

TEST(ClipTokenizer, NamesTheDamagedLine) {
    const TemporaryFolder folder;
    const auto content = os::readFile(kResources / "clip/merges.txt");
    ASSERT_TRUE(content.ok());
    const std::string& whole = content.value();
    const std::vector<std::pair<std::string, std::string>> damaged{
        {whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1), "48894"},  // the last line is missing
        {"i n\nnot-a-piece n\n", "2"},
        {"i n\nth\n", "2"}};
    for (const auto& [text, line] : damaged) {
        ASSERT_TRUE(os::writeFile(folder.path() / "merges.txt", text).ok());
        const auto loaded = ClipTokenizer::load(folder.path());
        ASSERT_FALSE(loaded.ok());
        EXPECT_TRUE(loaded.error().is(kVocabularyInvalid));
        EXPECT_EQ(loaded.error().args().at("line"), line);
    }
}

}  // namespace
}  // namespace manju::diffusion
