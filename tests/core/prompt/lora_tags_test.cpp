// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/lora_tags.h"

#include <gtest/gtest.h>

namespace manju::prompt {
namespace {

LoraTag only(std::string_view prompt) {
    const TaggedPrompt tagged = takeLoraTags(prompt);
    EXPECT_TRUE(tagged.malformed.empty());
    if (tagged.loras.size() != 1) ADD_FAILURE() << prompt;
    return tagged.loras.empty() ? LoraTag{} : tagged.loras[0];
}

TEST(LoraTags, AreTakenOutOfThePrompt) {
    const TaggedPrompt tagged = takeLoraTags("a girl<lora:lin wan:0.8>, rain <lora:ink:1:0.5> <b> <lora:x");
    EXPECT_EQ(tagged.text, "a girl, rain  <b> <lora:x");
    ASSERT_EQ(tagged.loras.size(), 2U);
    EXPECT_EQ(tagged.loras[0], (LoraTag{"lin wan", 0.8, 0.8, {}}));
    EXPECT_EQ(tagged.loras[1], (LoraTag{"ink", 1, 0.5, {}}));
    EXPECT_EQ(openLoraTag(tagged.text), "<lora:x");
    EXPECT_EQ(openLoraTag("a <b>"), "");
}

TEST(LoraTags, FieldsGoByPlaceOrByName) {
    EXPECT_EQ(only("<lora:a>"), (LoraTag{"a", 1, 1, {}}));
    EXPECT_EQ(only("<lyco:a:0.5>"), (LoraTag{"a", 0.5, 0.5, {}}));
    EXPECT_EQ(only("<lora:a:0.5:0.7:8>"), (LoraTag{"a", 0.5, 0.7, 8}));
    EXPECT_EQ(only("<lora:a:te=0.5:unet=-1:dyn=4>"), (LoraTag{"a", 0.5, -1, 4}));
    EXPECT_EQ(only("<lora:a:0.5:lbw=1,0,0.5>"), (LoraTag{"a", 0.5, 0.5, {}, "1,0,0.5"}));
    EXPECT_EQ(only("<lora:a:unet=0.3>"), (LoraTag{"a", 1, 0.3, {}}));
    EXPECT_EQ(only("<lora:a:0.6:unet=0.3>"), (LoraTag{"a", 0.6, 0.3, {}}));
}

TEST(LoraTags, MalformedOnesAreNamed) {
    for (const char* tag : {"<lora:>", "<lora::1>", "<lora:a:x>", "<lora:a:1:>", "<lora:a:1:1:0>",
                            "<lora:a:nan>", "<lora:a:1:1:1:1>", "<lora:a:te=>"}) {
        const TaggedPrompt tagged = takeLoraTags(std::string("x") + tag);
        EXPECT_EQ(tagged.text, "x") << tag;
        EXPECT_EQ(tagged.malformed, std::vector<std::string>{tag});
        EXPECT_TRUE(tagged.loras.empty()) << tag;
    }
}

}  // namespace
}  // namespace manju::prompt
