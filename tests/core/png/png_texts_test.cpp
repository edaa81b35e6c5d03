// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/png_texts.h"

#include <array>

#include "core/base/errors.h"
#include "core/png/errors.h"
#include "tests/core/png/fixture.h"

namespace manju::png {
namespace {

const std::string kZero(1, '\0');

class PngTextsTest : public ::testing::Test {
protected:
    Result<PngTexts> read(const std::string& bytes) {
        const std::array<std::string_view, 2> keywords{"parameters", "prompt"};
        return readTexts(folder_.write("picture.png", bytes), keywords);
    }
    std::string parameters(const std::string& chunks) {
        const auto texts = read(pngWith(chunks));
        if (!texts.ok()) return texts.error().debugText();
        return texts->contains("parameters") ? texts->at("parameters") : "none";
    }
    TemporaryFolder folder_;
};

TEST_F(PngTextsTest, ReadsEveryKindOfText) {
    EXPECT_EQ(parameters(textChunk("parameters", "a cat")), "a cat");
    EXPECT_EQ(parameters(chunk("zTXt", "parameters" + kZero + kZero + deflated("a cat"))), "a cat");
    EXPECT_EQ(
        parameters(chunk("iTXt", "parameters" + std::string(3, '\0') + "en" + kZero + "x" + kZero + "猫")),
        "猫");
    EXPECT_EQ(
        parameters(chunk("iTXt", "parameters" + kZero + "\x01" + std::string(3, '\0') + deflated("猫"))),
        "猫");
    EXPECT_EQ(parameters(textChunk("parameters", "")), "");
    EXPECT_EQ(parameters(""), "none");
    EXPECT_EQ(parameters(textChunk("parameters", "one") + textChunk("parameters", "two")), "two");
}

TEST_F(PngTextsTest, LatinLettersBecomeUtf8AndUtf8Stays) {
    EXPECT_EQ(parameters(textChunk("parameters", "caf\xE9")), "café");
    EXPECT_EQ(parameters(textChunk("parameters", "café")), "café");
}

TEST_F(PngTextsTest, OtherProgramsTextsMayHaveAnySize) {
    EXPECT_EQ(parameters(textChunk("workflow", std::string(20'000'000, 'w')) + textChunk("parameters", "a")),
              "a");
}

TEST_F(PngTextsTest, TextsAboveTheLimitAreRefusedUnread) {
    const std::string large(20'000'000, 'x');
    EXPECT_TRUE(read(pngWith(textChunk("parameters", large))).error().is(kTextTooLarge));
    const std::string bomb = deflated(large);
    ASSERT_LT(bomb.size(), 200'000U);
    EXPECT_TRUE(read(pngWith(chunk("zTXt", "parameters" + kZero + kZero + bomb))).error().is(kTextTooLarge));
    const auto refused =
        read(pngWith(chunk("iTXt", "prompt" + kZero + "\x01" + std::string(3, '\0') + bomb)));
    ASSERT_TRUE(!refused.ok() && refused.error().is(kTextTooLarge));
    EXPECT_EQ(refused.error().args().at("keyword"), "prompt");
}

TEST_F(PngTextsTest, OtherFilesAreNamedForWhatTheyAre) {
    EXPECT_TRUE(read("no picture").error().is(kNotPng));
    EXPECT_TRUE(read("").error().is(kNotPng));
    const auto jpeg = read("\xFF\xD8\xFF\xE0 JFIF");
    ASSERT_TRUE(!jpeg.ok() && jpeg.error().is(kOtherFormat));
    EXPECT_EQ(jpeg.error().args().at("format"), "JPEG");
    EXPECT_EQ(read("RIFF....WEBPVP8 ").error().args().at("format"), "WebP");
    EXPECT_TRUE(readTexts(folder_.path() / "none.png", {}).error().is(kFileNotFound));
    EXPECT_FALSE(readTexts(folder_.path(), {}).ok());
}

TEST_F(PngTextsTest, EveryCutIsFound) {
    const std::string whole = pngWith(textChunk("parameters", "a cat"));
    for (std::size_t size = 4; size < whole.size(); ++size) {
        const auto texts = read(whole.substr(0, size));
        ASSERT_FALSE(texts.ok()) << size;
        EXPECT_TRUE(texts.error().is(kPngCut)) << size << texts.error().debugText();
    }
}

TEST_F(PngTextsTest, DamageIsFoundAndNeverCrashes) {
    const std::string whole = pngWith(textChunk("parameters", "a cat") +
                                      chunk("zTXt", "prompt" + kZero + kZero + deflated("a dog")));
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int bit : {1, 16, 128}) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ bit);
            const auto texts = read(bytes);
            if (texts.ok() && texts->contains("parameters")) {
                EXPECT_EQ(texts->at("parameters"), "a cat");
            }
        }
    std::string bytes = whole;
    bytes[whole.find("a cat")] = 'b';
    EXPECT_TRUE(read(bytes).error().is(kPngDamaged));
    for (const std::string& broken :
         {chunk("zTXt", "prompt" + kZero), chunk("zTXt", "prompt" + kZero + "\x07"),
          chunk("zTXt", "prompt" + kZero + kZero + "no deflate"),
          chunk("zTXt", "prompt" + kZero + kZero + deflated("a dog").substr(0, 8)),
          chunk("iTXt", "prompt" + kZero), chunk("iTXt", "prompt" + kZero + "\x02" + kZero + "en"),
          chunk("iTXt", "prompt" + std::string(3, '\0') + "no second end"), chunk("tEXt", "no end"),
          chunk("tEXt", kZero + "no keyword"), chunk("tEXt", std::string(200, 'k') + kZero)})
        EXPECT_TRUE(read(pngWith(broken)).error().is(kPngDamaged)) << broken;
    EXPECT_TRUE(read("\x89PNG\r\n\x1A\n" + chunk("IEND", "")).error().is(kPngDamaged));
}

}  // namespace
}  // namespace manju::png
