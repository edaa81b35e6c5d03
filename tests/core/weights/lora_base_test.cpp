// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_base.h"

#include "core/weights/errors.h"
#include "lora_tensors.h"

namespace manju::weights {
namespace {

class LoraBaseTest : public LoraMatchTest {};

TEST_F(LoraBaseTest, WrongBasesAreNamed) {
    const auto one = [](const std::string& name, std::vector<std::int64_t> shape) {
        Tensors tensors;
        add(tensors, name, std::move(shape));
        return tensors;
    };
    const std::string other(kLoraOtherBase.id);
    EXPECT_EQ(refused(one("lora_unet_double_blocks_0_img_attn_proj.lora_down.weight", {4, 8}), "Flux"),
              other);
    EXPECT_EQ(refused(one("lora_unet_single_blocks_0_linear1.lora_down.weight", {4, 8}), "Flux"), other);
    EXPECT_EQ(refused(one("transformer.single_transformer_blocks.0.attn.to_k.lora_A.weight", {4, 8}), "Flux"),
              other);
    EXPECT_EQ(refused(one("lora_unet_joint_blocks_0_x_block_attn_qkv.lora_down.weight", {4, 8}), "SD3"),
              other);
    EXPECT_EQ(refused(one("transformer.transformer_blocks.0.attn.add_q_proj.lora_A.weight", {4, 8}), "SD3"),
              other);
    EXPECT_EQ(refused(one("lora_prior_unet_blocks_0.lora_down.weight", {4, 8}), "Stable Cascade"), other);
    EXPECT_EQ(refused(one("diffusion_model.blocks.0.self_attn.q.lora_A.weight", {4, 8}), "Wan"), other);
    EXPECT_EQ(refused(one("lora_unet_blocks_0_cross_attn_k.lora_down.weight", {4, 8}), "Wan"), other);
    EXPECT_EQ(refused(one("transformer.transformer_blocks.0.img_mod.1.lora_A.weight", {4, 8}), "Qwen-Image"),
              other);
    EXPECT_EQ(refused(one("diffusion_model.layers.0.adaLN_modulation.0.lora_A.weight", {4, 8}), "Z-Image"),
              other);
    EXPECT_EQ(refused(one(kDown1 + "attn2_to_k.lora_down.weight", {4, 1024}), "SD 2.x"), other);
    EXPECT_EQ(
        refused(one("lora_unet_input_blocks_4_1_transformer_blocks_0_attn2_to_k.lora_down.weight", {4, 1280}),
                "SDXL refiner"),
        other);
}

TEST_F(LoraBaseTest, StableDiffusion1IsRefusedAlthoughPartsOfItFit) {
    // Encoder 1 and the self-attention of the second block have SDXL's names and sizes.
    Tensors tensors;
    addPair(tensors, "lora_te_text_model_encoder_layers_0_mlp_fc1", 3072, 768);
    addPair(tensors, kDown1 + "attn1_to_q", 640, 640);
    addPair(tensors, "lora_unet_down_blocks_0_attentions_0_proj_in", 320, 320);
    EXPECT_EQ(refused(tensors, "SD 1.x"), kLoraOtherBase.id);
    addPair(tensors, kDown1 + "attn2_to_k", 640, 768);
    EXPECT_EQ(refused(tensors, "SD 1.x"), kLoraOtherBase.id);
    // The encoder alone fits both.
    Tensors encoder;
    addPair(encoder, "lora_te_text_model_encoder_layers_0_mlp_fc1", 3072, 768);
    EXPECT_EQ(refused(encoder), "");
}

TEST_F(LoraBaseTest, ShortenedModelsAreRefused) {
    const auto shortened = [](int first, int last, bool middle) {
        Tensors tensors;
        for (const char* block : {"7", "8"})
            for (int i = first; i < last; ++i)
                addPair(tensors,
                        "lora_unet_input_blocks_" + std::string(block) + "_1_transformer_blocks_" +
                            std::to_string(i) + "_attn2_to_k",
                        1280, 2048);
        if (middle) addPair(tensors, "lora_unet_middle_block_1_transformer_blocks_0_attn2_to_k", 1280, 2048);
        return tensors;
    };
    EXPECT_EQ(refused(shortened(0, 4, false), "SSD-1B"), kLoraShortened.id);
    EXPECT_EQ(refused(shortened(0, 2, false), "Segmind Vega"), kLoraShortened.id);
    EXPECT_EQ(refused(shortened(0, 10, true)), "");
    EXPECT_EQ(refused(shortened(0, 10, false)), "");
    EXPECT_EQ(refused(shortened(0, 4, true)), "");
}

// latent-consistency/lcm-lora-ssd-1b trains convolutions too: the one resnet of the middle has SDXL's name.
TEST_F(LoraBaseTest, TheMiddleOfAShortenedModelMayBeTrained) {
    Tensors tensors;
    for (const char* attention : {"0", "1"})
        for (int i = 0; i < 4; ++i)
            addPair(tensors,
                    "lora_unet_down_blocks_2_attentions_" + std::string(attention) + "_transformer_blocks_" +
                        std::to_string(i) + "_attn1_to_q",
                    1280, 1280);
    add(tensors, "lora_unet_mid_block_resnets_0_conv1.lora_down.weight", {4, 1280, 3, 3});
    add(tensors, "lora_unet_mid_block_resnets_0_conv1.lora_up.weight", {1280, 4, 1, 1});
    EXPECT_EQ(refused(tensors, "SSD-1B"), kLoraShortened.id);
    add(tensors, "lora_unet_mid_block_resnets_1_conv1.lora_down.weight", {4, 1280, 3, 3});
    add(tensors, "lora_unet_mid_block_resnets_1_conv1.lora_up.weight", {1280, 4, 1, 1});
    EXPECT_EQ(refused(tensors), "");
}

/// What a trainer of attention makes for the model: pairs for the queries, and the keys of the text.
Tensors trainedOn(const LoraTarget& model, bool sgm) {
    Tensors tensors;
    for (const LoraTarget::Module& module : model.modules()) {
        if (!module.name.ends_with("attn1.to_q") && !module.name.ends_with("attn2.to_k")) continue;
        std::string stem = "unet." + module.name;
        if (sgm)
            for (const std::string& alias : model.aliases(module))
                if (alias.starts_with("diffusion_model.")) stem = alias;
        addPair(tensors, stem, module.weight[0], module.weight[1], 1);
    }
    return tensors;
}

TEST_F(LoraBaseTest, FullAndDistilledModelsTakeOnlyTheirOwn) {
    const std::vector<std::string> names{"SDXL", "SSD-1B", "Segmind Vega", "KOALA-1B", "KOALA-700M"};
    std::vector<LoraTarget> models;
    for (const std::string& name : names) models.emplace_back(distilledShape(name), name + ".safetensors");
    for (const bool sgm : {false, true})
        for (std::size_t l = 0; l < names.size(); ++l) {
            if (sgm && l > 2) continue;  // no trainer writes KOALA's blocks in SGM's numbers
            const LoraFile file = opened(trainedOn(models[l], sgm));
            for (std::size_t m = 0; m < names.size(); ++m) {
                const std::string what = names[l] + " on " + names[m] + (sgm ? ", SGM names" : "");
                const LoraMatch match = matchLora(file, models[m]);
                const Status verdict = acceptLora(file, models[m], match);
                EXPECT_EQ(match.report.base, names[l]) << what;
                EXPECT_EQ(verdict.ok(), l == m) << what;
                if (l == m) {
                    EXPECT_EQ(match.modules.size(), file.parts().size()) << what;
                    EXPECT_TRUE(match.report.warnings.empty()) << what;
                    continue;
                }
                ASSERT_FALSE(verdict.ok()) << what;
                EXPECT_EQ(verdict.error().id(), l == 0 ? kLoraFullSize.id : kLoraShortened.id) << what;
                EXPECT_EQ(verdict.error().args().at("checkpoint"), names[m] + ".safetensors") << what;
                EXPECT_EQ(verdict.error().args().at(l == 0 ? "model" : "family"), names[l == 0 ? m : l])
                    << what;
            }
        }
}

TEST_F(LoraBaseTest, WhatFullAndDistilledModelsShareFitsBoth) {
    Tensors encoder;
    addPair(encoder, "lora_te2_text_model_encoder_layers_0_mlp_fc1", 5120, 1280);
    const LoraFile file = opened(encoder);
    for (const char* name : {"SDXL", "SSD-1B", "KOALA-700M"}) {
        const LoraTarget model(distilledShape(name), name);
        EXPECT_TRUE(acceptLora(file, model, matchLora(file, model)).ok()) << name;
    }
}

TEST_F(LoraBaseTest, AnUnknownShortenedModelRefusesLorasOfFullSize) {
    SdxlShape shape = sdxlBaseShape();
    setDepth(shape.unet, {0, 2, 8});
    EXPECT_EQ(shortenedName(shape), "SDXL (shortened)");
    EXPECT_EQ(shortenedName(sdxlBaseShape()), "");
    EXPECT_EQ(shortenedName(miniShape()), "");
    const LoraTarget model(shape, "eight.safetensors");
    const LoraFile full = opened(trainedOn(target_, false));
    const Status verdict = acceptLora(full, model, matchLora(full, model));
    ASSERT_FALSE(verdict.ok());
    EXPECT_TRUE(verdict.error().is(kLoraFullSize));
    // Six transformers with two blocks too many, two modules each.
    EXPECT_EQ(verdict.error().args().at("count"), "24");
    const LoraFile own = opened(trainedOn(model, false));
    EXPECT_TRUE(acceptLora(own, model, matchLora(own, model)).ok());
}

}  // namespace
}  // namespace manju::weights
