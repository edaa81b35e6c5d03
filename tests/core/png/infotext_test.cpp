// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/infotext.h"

#include <rapidcheck.h>

#include "core/base/json.h"
#include "core/base/text.h"
#include "tests/core/png/fixture.h"
#include "tests/core/png/other_reader.h"

namespace manju::png {
namespace {

/// A picture as a recent version of the web UI describes it.
constexpr const char* kWebUi =
    "a lighthouse, (storm:1.2)\nsecond line <lora:ink:0.7>\n"
    "Negative prompt: blurry, low quality\nmore of it\n"
    "Steps: 28, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 965400086, Size: 832x1216, "
    "Model hash: 31e35c80fc, Model: sd_xl_base_1.0, Denoising strength: 0.4, Clip skip: 2, "
    "Hires upscale: 1.5, Hires upscaler: 4x-UltraSharp, Lora hashes: \"ink: 0123456789ab, b: cd\", "
    "Version: v1.10.1";

TEST(Infotext, IsReadAsTheWebUiReadsIt) {
    const Infotext text = parseInfotext(kWebUi);
    EXPECT_EQ(text.prompt, "a lighthouse, (storm:1.2)\nsecond line <lora:ink:0.7>");
    EXPECT_EQ(text.negative, "blurry, low quality\nmore of it");
    ASSERT_NE(text.find("Lora hashes"), nullptr);
    EXPECT_EQ(*text.find("Lora hashes"), "ink: 0123456789ab, b: cd");
    EXPECT_EQ(*text.find("Sampler"), "DPM++ 2M");
    EXPECT_EQ(*text.find("Version"), "v1.10.1");
    EXPECT_EQ(text.find("Mask blur"), nullptr);
    EXPECT_EQ(text.fields.size(), 14U);
}

TEST(Infotext, FewerThanThreeSettingsAreAPrompt) {
    const Infotext text = parseInfotext("a cat\nSteps: 4, Seed: 1");
    EXPECT_EQ(text.prompt, "a cat\nSteps: 4, Seed: 1");
    EXPECT_TRUE(text.fields.empty());
    EXPECT_EQ(parseInfotext("Steps: 4, Seed: 1, Size: 8x8").prompt, "");
    EXPECT_EQ(parseInfotext("Steps: 4, Seed: 1, Size: 8x8").fields.size(), 3U);
    EXPECT_EQ(parseInfotext(""), Infotext{});
}

TEST(Infotext, QuotesHoldWhatWouldEndAValue) {
    const Infotext text = parseInfotext(R"(a
Steps: 1, A: x, Name: "a \"b\", c: d", Open: "no end, Two: "x" y, Seed: 2)");
    EXPECT_EQ(*text.find("Name"), "a \"b\", c: d");
    EXPECT_EQ(*text.find("Open"), "\"no end");
    EXPECT_EQ(*text.find("Two"), "\"x\" y");
    EXPECT_EQ(*text.find("Seed"), "2");
    EXPECT_EQ(text.find("A"), nullptr);  // one letter is no key in the web UI either
}

TEST(Infotext, TakesTimeInProportion) {
    // Quadratic work would take hours.
    EXPECT_TRUE(parseInfotext(std::string(8'000'000, 'a')).fields.empty());
    EXPECT_TRUE(parseInfotext(std::string(8'000'000, '"')).fields.empty());
    std::string open = "aa: \"";
    for (int i = 0; i < 1'000'000; ++i) open += "\\\"aa: ";
    (void)parseInfotext(open);
}

/// A line of text without what the format itself cannot hold.
std::string arbitraryText(const char* letters) {
    return *rc::gen::container<std::string>(rc::gen::elementOf(std::string(letters)));
}

TEST(Infotext, WhatIsWrittenIsReadBack) {
    EXPECT_TRUE(rc::check("round trip, by ours and by another reader", [] {
        Infotext text;
        text.prompt = trimmed(arbitraryText("ab ,:()<>\"\\-_1\n"));
        text.negative = trimmed(arbitraryText("xy ,:[]\"\\1"));
        // Lines are trimmed by readers, and a prompt that looks like a negative one is taken for one.
        RC_PRE(text.prompt.find(" \n") == std::string::npos && text.prompt.find("\n ") == std::string::npos);
        for (const std::string key : {"Steps", "Model hash", "Lora hashes"})
            text.fields.push_back({key, "v" + arbitraryText("ab ,:\"\\\n1x") + "v"});
        const std::string line = formatInfotext(text);
        RC_ASSERT(parseInfotext(line) == text);
        const testing::OtherReader other(line);
        RC_ASSERT(other.prompt == text.prompt);
        RC_ASSERT(other.negative == text.negative);
        for (const InfotextField& field : text.fields) RC_ASSERT(other.fields.at(field.key) == field.value);
    }));
}

TEST(Infotext, AgreesWithTheRegularExpressionOnAnyLine) {
    EXPECT_TRUE(rc::check("both readers find the same", [] {
        const std::string line = arbitraryText("aB1 ,:,:\"\"\\-/_") + ", Steps: 1, Seed: 2, Size: 3x3";
        const Infotext ours = parseInfotext(line);
        const testing::OtherReader other(line);
        RC_ASSERT(ours.prompt == other.prompt);
        for (const auto& [key, value] : other.fields) {
            RC_ASSERT(ours.find(key) != nullptr);
            RC_ASSERT(*ours.find(key) == value);
        }
        for (const InfotextField& field : ours.fields) RC_ASSERT(other.fields.contains(field.key));
    }));
}

}  // namespace
}  // namespace manju::png
