// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_match.h"

#include <algorithm>

#include "core/weights/errors.h"
#include "core/weights/lora_base.h"
#include "core/weights/lora_notes.h"
#include "lora_tensors.h"

namespace manju::weights {
namespace {

TEST_F(LoraMatchTest, CountsMatchedPartsByComponent) {
    Tensors tensors;
    addPair(tensors, kInput4 + "attn1_to_q", 640, 640);
    addPair(tensors, kInput4 + "attn2_to_k", 640, 2048);
    addPair(tensors, "lora_te1_text_model_encoder_layers_0_mlp_fc1", 3072, 768);
    addPair(tensors, "lora_te2_text_model_encoder_layers_0_mlp_fc1", 5120, 1280);
    addPair(tensors, "lora_te2_text_model_encoder_layers_99_mlp_fc1", 5120, 1280);
    add(tensors, "stray.tensor", {3});
    const LoraFile file = opened(tensors);
    const LoraMatch match = matchLora(file, target_);
    EXPECT_EQ(match.modules.size(), 4U);
    EXPECT_EQ(match.report.components[0], (LoraReport::Count{2, 2}));
    EXPECT_EQ(match.report.components[1], (LoraReport::Count{1, 1}));
    EXPECT_EQ(match.report.components[2], (LoraReport::Count{1, 2}));
    EXPECT_EQ(match.report.families.at("lora"), 4);
    EXPECT_EQ(match.report.unmatched.at("lora_te#_text_model_encoder_layers_#_mlp_fc#"), 1);
    EXPECT_EQ(match.report.unmatched.at("stray.tensor"), 1);
    EXPECT_TRUE(acceptLora(file, target_, match).ok());
    ASSERT_EQ(match.report.warnings.size(), 1U);  // one of five
    EXPECT_TRUE(match.report.warnings[0].is(kLoraPartly));
    EXPECT_EQ(match.report.warnings[0].args().at("matched"), "4");
}

TEST_F(LoraMatchTest, PartsThatDoNotFitAreNamed) {
    Tensors tensors;
    addPair(tensors, kInput4 + "attn1_to_q", 640, 640);
    addPair(tensors, kInput4 + "attn1_to_k", 640, 320);
    const LoraFile file = opened(tensors);
    const LoraMatch match = matchLora(file, target_);
    EXPECT_EQ(match.modules.size(), 1U);
    ASSERT_EQ(match.report.conflicts.size(), 1U);
    EXPECT_EQ(match.report.conflicts[0].found.tensor, kInput4 + "attn1_to_k.lora_down.weight");
    EXPECT_EQ(match.report.conflicts[0].found.shape, "4x320");
    EXPECT_EQ(match.report.conflicts[0].expected, "640x640");
}

TEST_F(LoraMatchTest, SgmNamesGiveWayToDiffusersNames) {
    Tensors tensors;
    addPair(tensors, kInput4 + "attn1_to_q", 640, 640);
    addPair(tensors, kDown1 + "attn1_to_q", 640, 640, 8);
    addPair(tensors, kDown1 + "attn1_to_k", 640, 640, 8);
    addPair(tensors, "lora_te1_text_model_encoder_layers_0_mlp_fc1", 3072, 768);
    const LoraFile file = opened(tensors);
    const LoraMatch match = matchLora(file, target_);
    EXPECT_EQ(match.modules.size(), 3U);
    EXPECT_EQ(match.report.droppedSgm, 1);
    for (const LoraModule& module : match.modules) EXPECT_FALSE(module.part->stem.starts_with(kInput4));
    ASSERT_EQ(match.report.warnings.size(), 1U);
    EXPECT_TRUE(match.report.warnings[0].is(kLoraTwoNamings));
}

TEST_F(LoraMatchTest, HalfPairsAndSecondNamesAreCounted) {
    Tensors tensors;
    add(tensors, kInput4 + "attn1_to_q.lora_down.weight", {4, 640});
    addPair(tensors, "lora_te_text_model_encoder_layers_0_mlp_fc1", 3072, 768);
    addPair(tensors, "lora_te1_text_model_encoder_layers_0_mlp_fc1", 3072, 768);
    addPair(tensors, kInput4 + "attn2_to_k", 640, 2048);
    const LoraFile file = opened(tensors);
    const LoraMatch match = matchLora(file, target_);
    EXPECT_EQ(match.modules.size(), 2U);
    EXPECT_EQ(match.report.incomplete, std::vector<std::string>{kInput4 + "attn1_to_q"});
    EXPECT_EQ(match.report.repeated, 1);
}

TEST_F(LoraMatchTest, OtherFormatsFitByTheirShapes) {
    const auto fits = [&](const Tensors& tensors) {
        const LoraFile file = opened(tensors);
        return matchLora(file, target_).modules.size() == 1;
    };
    const std::string stem = kInput4 + "attn1_to_q";
    Tensors tucker;  // conv_in is 320x4x3x3
    add(tucker, "lora_unet_input_blocks_0_0.lora_down.weight", {4, 4, 1, 1});
    add(tucker, "lora_unet_input_blocks_0_0.lora_up.weight", {320, 4, 1, 1});
    add(tucker, "lora_unet_input_blocks_0_0.lora_mid.weight", {4, 4, 3, 3});
    EXPECT_TRUE(fits(tucker));
    tucker[2].shape = {4, 4, 3, 1};
    EXPECT_FALSE(fits(tucker));
    Tensors lokr;
    add(lokr, stem + ".lokr_w1", {16, 16});
    add(lokr, stem + ".lokr_w2_a", {40, 4});
    add(lokr, stem + ".lokr_w2_b", {4, 40});
    EXPECT_TRUE(fits(lokr));
    lokr[1].shape = {41, 4};
    EXPECT_FALSE(fits(lokr));
    Tensors oft;
    add(oft, stem + ".oft_blocks", {8, 80, 80});
    EXPECT_TRUE(fits(oft));
    oft[0].shape = {8, 80, 79};
    EXPECT_FALSE(fits(oft));
    Tensors peftOft;
    add(peftOft, stem + ".oft_r", {8, 80, 80});
    EXPECT_TRUE(fits(peftOft));
    const std::vector<std::pair<std::vector<std::int64_t>, bool>> cases{
        {{7, 92, 92}, true},                          // 644 rows
        {{7, 91, 91}, false},   {{1, 92, 92}, true},  // one for all seven
        {{1, 640, 640}, true},  {{1, 641, 641}, false},
        {{1, 639, 639}, false},  // no number of blocks makes it
        {{8, 80, 79}, false},   {{8, 80}, false},
        {{0, 80, 80}, false}};
    for (const auto& [shape, expected] : cases) {
        peftOft[0].shape = shape;
        EXPECT_EQ(fits(peftOft), expected) << shapeText(shape);
    }
    Tensors glora;  // conv_in again
    const std::string conv = "lora_unet_input_blocks_0_0";
    add(glora, conv + ".a1.weight", {4, 2, 1, 1});
    add(glora, conv + ".a2.weight", {2, 4, 1, 1});
    add(glora, conv + ".b1.weight", {320, 2, 1, 1});
    add(glora, conv + ".b2.weight", {2, 4, 3, 3});
    EXPECT_TRUE(fits(glora));
    add(glora, conv + ".bm.weight", {2, 2, 3, 3});
    EXPECT_FALSE(fits(glora));  // the kernel twice
    glora[3].shape = {2, 4, 1, 1};
    EXPECT_TRUE(fits(glora));
    glora[4].shape = {2, 2, 3, 1};
    EXPECT_FALSE(fits(glora));
    const LoraFile withBadCore = opened(glora);
    EXPECT_EQ(matchLora(withBadCore, target_).report.conflicts[0].found.tensor, conv + ".bm.weight");
    Tensors boft;
    add(boft, stem + ".oft_blocks", {3, 128, 5 * 2 / 2, 5});
    EXPECT_FALSE(fits(boft));  // odd blocks have no halves
    boft[0].shape = {3, 64, 10, 10};
    EXPECT_TRUE(fits(boft));
    boft[0].shape = {8, 64, 10, 10};  // more stages than 640 rows have
    EXPECT_FALSE(fits(boft));
    Tensors dora;
    addPair(dora, stem, 640, 640);
    add(dora, stem + ".dora_scale", {1, 640});
    EXPECT_TRUE(fits(dora));
    dora.back().shape = {2, 320};
    EXPECT_FALSE(fits(dora));
    Tensors bias;
    addPair(bias, stem, 640, 640);
    add(bias, stem + ".diff_b", {640});
    EXPECT_FALSE(fits(bias));  // to_q has none
}

TEST_F(LoraMatchTest, RawPeftNamesGoToTheEncoderOfTheirWidth) {
    const std::string layer = "base_model.model.text_model.encoder.layers.3.";
    const auto placed = [&](std::int64_t out, std::int64_t in) {
        Tensors tensors;
        add(tensors, layer + "mlp.fc1.lora_A.weight", {4, in});
        add(tensors, layer + "mlp.fc1.lora_B.weight", {out, 4});
        const LoraFile file = opened(tensors);
        const LoraMatch match = matchLora(file, target_);
        EXPECT_EQ(match.report.all().total, 1);
        if (match.modules.empty()) return std::string(match.report.conflicts.empty() ? "none" : "conflict");
        return std::string(folderName(match.modules[0].module->component));
    };
    EXPECT_EQ(placed(3072, 768), "text_encoder");
    EXPECT_EQ(placed(5120, 1280), "text_encoder_2");
    EXPECT_EQ(placed(4096, 1024), "conflict");
    // Encoders of one size cannot be told apart, so neither is changed.
    SdxlShape alike = sdxlBaseShape();
    alike.text[0] = alike.text[1];
    target_ = LoraTarget(alike, "alike.safetensors");
    EXPECT_EQ(placed(5120, 1280), "none");
}

TEST_F(LoraMatchTest, PeftsOwnFilesLackTheirAlpha) {
    const auto warned = [&](Tensors tensors, const Metadata& metadata = {}) {
        const LoraFile file = opened(tensors, metadata);
        const LoraMatch match = matchLora(file, target_);
        EXPECT_EQ(match.modules.size(), 1U);
        EXPECT_LE(match.report.warnings.size(), 1U);
        return !match.report.warnings.empty() && match.report.warnings[0].is(kLoraNoAlpha);
    };
    Tensors tensors;
    addPair(tensors, "base_model.model.text_model.encoder.layers.0.mlp.fc1", 3072, 768);
    EXPECT_TRUE(warned(tensors));
    EXPECT_FALSE(warned(tensors, {{"lora_adapter_metadata", "{}"}}));
    add(tensors, "base_model.model.text_model.encoder.layers.0.mlp.fc1.alpha", {1});
    EXPECT_FALSE(warned(tensors));
    Tensors flat;  // kohya's names: no alpha means one on purpose
    addPair(flat, kInput4 + "attn1_to_q", 640, 640);
    EXPECT_FALSE(warned(flat));
    Tensors rotation;
    add(rotation, "base_model.model.conv_in.oft_r", {4, 80, 80});
    EXPECT_FALSE(warned(rotation));
}

TEST_F(LoraMatchTest, BundledWordsAreNamed) {
    Tensors tensors;
    addPair(tensors, kInput4 + "attn1_to_q", 640, 640);
    for (const char* word : {"<lin>", "a.b"}) {
        add(tensors, "bundle_emb." + std::string(word) + ".clip_l", {3, 768});
        add(tensors, "bundle_emb." + std::string(word) + ".clip_g_out", {3, 1280});
    }
    add(tensors, "bundle_emb.", {1});
    const LoraFile file = opened(tensors);
    const LoraMatch match = matchLora(file, target_);
    EXPECT_TRUE(acceptLora(file, target_, match).ok());
    ASSERT_EQ(match.report.warnings.size(), 1U);
    EXPECT_TRUE(match.report.warnings[0].is(kLoraWords));
    EXPECT_EQ(match.report.warnings[0].args().at("words"), "<lin>, a.b");
}

TEST_F(LoraMatchTest, FormatsThatCannotBeAppliedAreRefusedByName) {
    for (const auto& [end, format] :
         {std::pair(".oft_R.weight", "OFT (oft_R)"), std::pair(".hra_u", "HRA")}) {
        Tensors tensors;
        add(tensors, "base_model.model.conv_in" + std::string(end), {4, 28});
        EXPECT_EQ(refused(tensors), kLoraUnsupported.id);
        // A usual pair beside it does not make the file sound.
        addPair(tensors, kInput4 + "attn1_to_q", 640, 640);
        const LoraFile file = opened(tensors);
        const Status verdict = acceptLora(file, target_, matchLora(file, target_));
        ASSERT_FALSE(verdict.ok());
        EXPECT_TRUE(verdict.error().is(kLoraUnsupported));
        EXPECT_EQ(verdict.error().args().at("file"), "l.safetensors");
        EXPECT_EQ(verdict.error().args().at("format"), format);
        EXPECT_EQ(verdict.error().args().at("tensor"), "base_model.model.conv_in" + std::string(end));
    }
}

TEST_F(LoraMatchTest, NothingThatMatchesIsAnError) {
    Tensors tensors;
    addPair(tensors, "lora_unet_no_such_block", 8, 8);
    EXPECT_EQ(refused(tensors), kLoraNothingMatches.id);
    Tensors sizes;
    addPair(sizes, kInput4 + "attn1_to_q", 64, 64);
    EXPECT_EQ(refused(sizes), kLoraNothingFits.id);
}

TEST_F(LoraMatchTest, OtherFilesAreNoLoras) {
    const auto unet =
        LoraFile::open(zeros("u.safetensors", {{"conv_in.weight", Dtype::F16, {320, 4, 3, 3}}}));
    ASSERT_FALSE(unet.ok());
    EXPECT_TRUE(unet.error().is(kNotLora));
    EXPECT_FALSE(LoraFile::open(file("t.safetensors", "short")).ok());
    EXPECT_FALSE(LoraFile::open(folder_ / "missing.safetensors").ok());
}

TEST_F(LoraMatchTest, WhatTheFileSaysOfItselfGivesWayToShapes) {
    Tensors tensors;
    addPair(tensors, kInput4 + "attn2_to_k", 640, 2048);
    const LoraFile file = opened(tensors, {{"ss_base_model_version", "sd_v1"}});
    const LoraMatch match = matchLora(file, target_);
    EXPECT_TRUE(acceptLora(file, target_, match).ok());
    ASSERT_EQ(match.report.warnings.size(), 1U);
    EXPECT_TRUE(match.report.warnings[0].is(kLoraStatedBase));
    EXPECT_EQ(statedBase({{"modelspec.architecture", "Flux-1-dev/lora"}}), "Flux");
    EXPECT_EQ(statedBase({{"ss_base_model_version", "sdxl_base_v1-0"}}), "SDXL");
    EXPECT_EQ(statedBase({}), "");
}

TEST_F(LoraMatchTest, NotesOfTheTrainer) {
    Tensors tensors;
    addPair(tensors, kInput4 + "attn2_to_k", 640, 2048);
    std::string folders =
        R"({"10_lin": {"lin xiaoyu": 40, " smile ": 5}, "5_lin": {"smile": 50, "odd": "x"}})";
    const LoraFile file = opened(tensors, {{"ss_tag_frequency", folders},
                                           {"modelspec.trigger_phrase", "lin xiaoyu"},
                                           {"ss_output_name", "lin_v2"},
                                           {"ss_network_dim", "32"},
                                           {"ss_network_alpha", "16.0"},
                                           {"ss_network_module", "networks.lora"},
                                           {"ss_sd_model_name", "pony.safetensors"},
                                           {"ss_base_model_version", "sdxl_base_v1-0"},
                                           {"ss_training_comment", std::string(500, 'x')}});
    const LoraNotes notes = readLoraNotes(file);
    EXPECT_EQ(notes.title, "lin_v2");
    EXPECT_EQ(notes.base, "sdxl_base_v1-0");
    EXPECT_EQ(notes.model, "pony.safetensors");
    EXPECT_EQ(notes.rank, "32");
    EXPECT_EQ(notes.alpha, "16.0");
    const std::vector<LoraNotes::Trigger> expected{{"lin xiaoyu", 40}, {"smile", 55}};
    EXPECT_EQ(notes.triggers, expected);
    EXPECT_EQ(notes.distillation, "");
    for (const char* broken : {"", "[]", "{", "{\"a\": 1}", "{\"a\": {\"b\": -1e99}}"})
        EXPECT_LE(readLoraNotes(opened(tensors, {{"ss_tag_frequency", broken}})).triggers.size(), 1U);
}

TEST_F(LoraMatchTest, SpeedUpLorasSuggestTheirSampler) {
    Tensors tensors;
    addPair(tensors, kInput4 + "attn2_to_k", 640, 2048);
    const auto sampler = [&](const std::string& name) {
        return readLoraNotes(opened(tensors, {}, name + ".safetensors")).suggestedSampler;
    };
    EXPECT_EQ(sampler("sdxl_lightning_8step_lora"), "lightning");
    EXPECT_EQ(sampler("Hyper-SDXL-8steps-lora"), "lightning");
    EXPECT_EQ(sampler("lcm-lora-sdxl"), "lcm");
    EXPECT_EQ(sampler("dmd2_sdxl_4step_lora"), "lcm");
    EXPECT_EQ(sampler("sd_xl_turbo_lora"), "turbo");
    EXPECT_EQ(sampler("lin_xiaoyu"), "");
    EXPECT_EQ(sampler("hyperion"), "");
    const LoraFile file = opened(tensors, {{"modelspec.title", "My LCM"}});
    const LoraMatch match = matchLora(file, target_);
    ASSERT_EQ(match.report.warnings.size(), 1U);
    EXPECT_TRUE(match.report.warnings[0].is(kLoraDistilled));
}

}  // namespace
}  // namespace manju::weights
