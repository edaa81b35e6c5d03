// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lora/block_weights.h"

#include <gtest/gtest.h>

#include <string>

#include "core/lora/errors.h"

namespace manju::lora {
namespace {

const weights::LoraTarget& sdxl() {
    static const weights::LoraTarget target(weights::sdxlBaseShape(), "SDXL");
    return target;
}

double weightOf(const BlockWeights& weights, const std::string& alias) {
    const auto hit = sdxl().find(alias);
    EXPECT_TRUE(hit.has_value()) << alias;
    return hit ? weights.of(*hit->module) : -1;
}

BlockWeights parsed(const std::string& text) {
    const auto weights = parseBlockWeights(text, sdxl().blocks());
    EXPECT_TRUE(weights.ok()) << text;
    return weights.ok() ? *weights : BlockWeights{};
}

TEST(BlockWeights, KohyasIndicesOfSdxl) {
    EXPECT_EQ(sdxl().blocks().count(), 23);
    std::string text;
    for (int i = 0; i < 23; ++i) text += (i ? "," : "") + std::to_string(i / 10.0);
    const BlockWeights weights = parsed(text);
    const auto index = [&](const std::string& alias) { return weightOf(weights, alias) * 10; };
    EXPECT_NEAR(index("lora_unet_time_embed_0"), 0, 1e-9);
    EXPECT_NEAR(index("lora_unet_label_emb_0_2"), 0, 1e-9);
    EXPECT_NEAR(index("lora_unet_input_blocks_0_0"), 1, 1e-9);
    EXPECT_NEAR(index("lora_unet_input_blocks_8_1_proj_in"), 9, 1e-9);
    EXPECT_NEAR(index("lora_unet_middle_block_0_in_layers_2"), 10, 1e-9);
    EXPECT_NEAR(index("lora_unet_middle_block_1_proj_in"), 11, 1e-9);
    EXPECT_NEAR(index("lora_unet_middle_block_2_in_layers_2"), 12, 1e-9);
    EXPECT_NEAR(index("lora_unet_output_blocks_0_1_proj_in"), 13, 1e-9);
    EXPECT_NEAR(index("lora_unet_output_blocks_8_0_in_layers_2"), 21, 1e-9);
    EXPECT_NEAR(index("lora_unet_out_2"), 22, 1e-9);
    EXPECT_EQ(weightOf(weights, "lora_te1_text_model_encoder_layers_0_mlp_fc1"), 1);
}

TEST(BlockWeights, TwelveNumbersOfTheExtension) {
    const BlockWeights weights = parsed("0.5, 0.1,0.2,0.3,0.4, 0.6, 1,2,3,4,5,6");
    EXPECT_EQ(weightOf(weights, "lora_te2_text_model_encoder_layers_0_mlp_fc1"), 0.5);
    EXPECT_EQ(weightOf(weights, "lora_unet_input_blocks_4_1_proj_in"), 0.1);
    EXPECT_EQ(weightOf(weights, "lora_unet_input_blocks_5_1_proj_in"), 0.2);
    EXPECT_EQ(weightOf(weights, "lora_unet_input_blocks_7_1_proj_in"), 0.3);
    EXPECT_EQ(weightOf(weights, "lora_unet_input_blocks_8_1_proj_in"), 0.4);
    EXPECT_EQ(weightOf(weights, "lora_unet_middle_block_1_proj_in"), 0.6);
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(weightOf(weights, "lora_unet_output_blocks_" + std::to_string(i) + "_1_proj_in"), i + 1);
    for (const char* unlisted : {"input_blocks_0_0", "input_blocks_1_0_in_layers_2", "input_blocks_6_0_op",
                                 "output_blocks_6_0_in_layers_2", "output_blocks_8_0_in_layers_2"})
        EXPECT_EQ(weightOf(weights, std::string("lora_unet_") + unlisted), 0) << unlisted;
    for (const char* outside : {"time_embed_0", "label_emb_0_0", "out_2"})
        EXPECT_EQ(weightOf(weights, std::string("lora_unet_") + outside), 1) << outside;
}

TEST(BlockWeights, TwentyNumbersOfTheExtension) {
    std::string text = "-1";
    for (int i = 0; i < 19; ++i) text += "," + std::to_string(i / 4.0);
    const BlockWeights weights = parsed(text);
    EXPECT_EQ(weightOf(weights, "lora_te1_text_model_encoder_layers_0_mlp_fc1"), -1);
    const auto place = [&](const std::string& alias) { return weightOf(weights, "lora_unet_" + alias) * 4; };
    EXPECT_EQ(place("input_blocks_0_0"), 0);
    EXPECT_EQ(place("input_blocks_1_0_in_layers_2"), 1);
    EXPECT_EQ(place("input_blocks_8_1_proj_in"), 8);
    for (const char* middle : {"0_in_layers_2", "1_proj_in", "2_in_layers_2"})
        EXPECT_EQ(place(std::string("middle_block_") + middle), 9);
    EXPECT_EQ(place("output_blocks_0_1_proj_in"), 10);
    EXPECT_EQ(place("output_blocks_8_0_in_layers_2"), 18);
    for (const char* outside : {"time_embed_0", "out_2"}) EXPECT_EQ(place(outside), 4) << outside;
}

TEST(BlockWeights, TheExtensionsPlacesAreThoseOfTwoResnetsABlock) {
    weights::SdxlShape shape = weights::sdxlBaseShape();
    shape.unet.layersPerBlock = 1;
    weights::setDepth(shape.unet, {0, 2, 5});
    const weights::LoraTarget koala(shape, "koala");
    EXPECT_FALSE(parseBlockWeights("1,1,1,1,1,1,1,1,1,1,1,1", koala.blocks()).ok());
    EXPECT_TRUE(parseBlockWeights("1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", koala.blocks()).ok());  // 6 + 6 blocks
    // The middle may be shortened: its three places stay.
    shape = weights::sdxlBaseShape();
    shape.unet.midResnets = 1;
    shape.unet.midDepth = 0;
    const weights::LoraTarget ssd(shape, "ssd");
    const auto weights = parseBlockWeights("0,1,2,3,4,5,6,7,8,9,10,-1", ssd.blocks());
    ASSERT_TRUE(weights.ok());
    EXPECT_EQ(weights->of(*ssd.find("lora_unet_mid_block_resnets_0_conv1")->module), 5);
    EXPECT_EQ(weights->of(*ssd.find("lora_unet_up_blocks_0_attentions_0_proj_in")->module), 6);
}

TEST(BlockWeights, Names) {
    const auto at = [](const std::string& name, const std::string& alias) {
        return weightOf(parsed(name), alias);
    };
    const std::string input = "lora_unet_input_blocks_4_1_proj_in";
    const std::string middle = "lora_unet_middle_block_1_proj_in";
    const std::string first = "lora_unet_output_blocks_0_1_proj_in";
    const std::string second = "lora_unet_output_blocks_1_1_proj_in";
    for (const std::string& alias : {input, middle, first, second}) {
        EXPECT_EQ(at("all", alias), 1);
        EXPECT_EQ(at("none", alias), 0);
        EXPECT_EQ(at("in", alias), alias == input);
        EXPECT_EQ(at("middle", alias), alias == middle);
        EXPECT_EQ(at("out", alias), alias == first || alias == second);
        EXPECT_EQ(at("content", alias), alias == first);
        EXPECT_EQ(at("style", alias), alias == second);
    }
    EXPECT_EQ(at("none", "lora_te1_text_model_encoder_layers_0_mlp_fc1"), 0);
}

TEST(BlockWeights, OtherTextsAreRefused) {
    for (const char* text :
         {"", "everything", "1", "1,2,3", "1,2,3,4,5,6,7,8,9,10,11", "1,,3,4,5,6,7,8,9,10,11,12",
          "1,2,3,4,5,6,7,8,9,10,nan,1", "1,2,3,4,5,6,7,8,9,10,10,10.5"}) {
        const auto weights = parseBlockWeights(text, sdxl().blocks());
        ASSERT_FALSE(weights.ok()) << text;
        EXPECT_TRUE(weights.error().is(kBlockWeightsInvalid));
    }
}

}  // namespace
}  // namespace manju::lora
