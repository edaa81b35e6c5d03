// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "core/weights/lora_keys.h"
#include "synthetic.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::weights {
namespace {

using Naming = LoraTarget::Naming;

std::string flat(std::string text) {
    std::replace(text.begin(), text.end(), '.', '_');
    return text;
}

/// A module of the UNet by its two names.
struct UnetModule {
    std::string diffusers;
    std::string sgm;
};

std::string withoutEnd(const std::string& name) {
    return name.substr(0, name.rfind('.'));
}

/// The names of SDXL base as other programs write them; see the file's head.
std::map<std::string, std::vector<UnetModule>> sdxlModules() {
    std::ifstream in(MANJU_SOURCE_DIR "/tests/core/weights/fixtures/sdxl_names.txt");
    EXPECT_TRUE(in.good());
    std::map<std::string, std::vector<UnetModule>> modules;
    std::string section;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (line[0] == '[') {
            section = line.substr(1, line.size() - 2);
            continue;
        }
        std::istringstream fields(line);
        std::string name;
        std::string shape;
        std::string sgm;
        fields >> name >> shape >> sgm;
        if (name.ends_with(".weight")) modules[section].push_back({withoutEnd(name), withoutEnd(sgm)});
    }
    return modules;
}

const LoraTarget& sdxl() {
    static const LoraTarget target(sdxlBaseShape(), "SDXL");
    return target;
}

::testing::AssertionResult resolves(const LoraTarget& target, const std::string& alias, Component component,
                                    const std::string& module) {
    const auto hit = target.find(alias);
    if (!hit) return ::testing::AssertionFailure() << alias << " is unknown";
    if (hit->module->component != component || hit->module->name != module)
        return ::testing::AssertionFailure() << alias << " is " << hit->module->name << ", not " << module;
    return ::testing::AssertionSuccess();
}

std::vector<std::string> unetAliases(const UnetModule& module) {
    const std::string& d = module.diffusers;
    const std::string& s = module.sgm;
    return {"lora_unet_" + flat(s), "lora_unet_" + flat(d), "lycoris_" + flat(d), d, s, "unet." + d,
            "base_model.model." + d, "unet.base_model.model." + d, "diffusion_model." + s,
            // OneTrainer's two dotted formats, and kohya's OFT
            "unet." + s, "lora_unet." + d, "oft_unet_" + flat(s), "oft_unet_" + flat(d)};
}

TEST(LoraTarget, EveryModuleOfSdxlHasEveryAlias) {
    std::map<std::string, std::string> owner;
    const auto modules = sdxlModules();
    for (const UnetModule& module : modules.at("unet"))
        for (const std::string& alias : unetAliases(module)) {
            EXPECT_TRUE(resolves(sdxl(), alias, Component::Unet, module.diffusers));
            const auto [at, added] = owner.try_emplace(alias, module.diffusers);
            EXPECT_TRUE(added || at->second == module.diffusers) << alias;
        }
    for (const auto& [section, component, prefixes] :
         {std::tuple(std::string("text_encoder"), Component::TextEncoder1,
                     std::vector<std::string>{"lora_te1_", "lora_te_", "text_encoder.", "clip_l.",
                                              "lora_te1.", "text_encoders.clip_l.transformer."}),
          std::tuple(std::string("text_encoder_2"), Component::TextEncoder2,
                     std::vector<std::string>{"lora_te2_", "text_encoder_2.",
                                              "text_encoders.clip_g.transformer.", "clip_g.", "lora_te2."})})
        for (const UnetModule& module : modules.at(section))
            for (const std::string& prefix : prefixes) {
                const bool kohya = prefix.ends_with('_');
                const std::string& name = module.diffusers;
                EXPECT_TRUE(resolves(sdxl(), prefix + (kohya ? flat(name) : name), component, name));
                if (!name.starts_with("text_model.")) continue;
                const std::string shorter = name.substr(std::string("text_model.").size());
                EXPECT_TRUE(resolves(sdxl(), prefix + (kohya ? flat(shorter) : shorter), component, name));
            }
}

TEST(LoraTarget, TheModulesThatKohyaTrainsAllResolve) {
    int unet = 0;
    const auto modules = sdxlModules();
    for (const UnetModule& module : modules.at("unet")) {
        const bool attention = module.diffusers.find(".attentions.") != std::string::npos;
        const bool norm = module.diffusers.find("norm") != std::string::npos;
        if (!attention || norm) continue;
        unet += resolves(sdxl(), "lora_unet_" + flat(module.sgm), Component::Unet, module.diffusers);
    }
    EXPECT_EQ(unet, 722);
    int text = 0;
    for (const auto& [section, prefix, component] :
         {std::tuple("text_encoder", "lora_te1_", Component::TextEncoder1),
          std::tuple("text_encoder_2", "lora_te2_", Component::TextEncoder2)})
        for (const UnetModule& module : modules.at(section)) {
            const bool layer = module.diffusers.find(".layers.") != std::string::npos;
            const bool norm = module.diffusers.find("norm") != std::string::npos;
            if (layer && !norm)
                text += resolves(sdxl(), prefix + flat(module.diffusers), component, module.diffusers);
        }
    EXPECT_EQ(text, 264);
}

void expectAliasesOfTheirOwn(const LoraTarget& target) {
    std::map<std::string, std::string> owner;
    for (const LoraTarget::Module& module : target.modules()) {
        const auto aliases = target.aliases(module);
        EXPECT_GE(aliases.size(), module.component == Component::Unet ? 10U : 5U) << module.name;
        for (const std::string& alias : aliases) {
            const std::string name = std::string(folderName(module.component)) + "." + module.name;
            EXPECT_TRUE(owner.try_emplace(alias, name).second)
                << alias << " of " << name << " and " << owner[alias];
            EXPECT_TRUE(resolves(target, alias, module.component, module.name));
        }
    }
}

TEST(LoraTarget, NoTwoModulesShareAnAlias) {
    expectAliasesOfTheirOwn(sdxl());
    expectAliasesOfTheirOwn(LoraTarget(testing::tinySdxlShape(), "tiny"));
}

// Comfy-Org/ComfyUI#1144, LucianoCirino/efficiency-nodes-comfyui#104 (report 28).
TEST(LoraTarget, Report28OldDiffusersNames) {
    const std::string attention = "down_blocks.1.attentions.0.transformer_blocks.0.attn1";
    const auto key = splitLoraName("unet." + attention + ".processor.to_out_lora.up.weight");
    ASSERT_TRUE(key.has_value());
    EXPECT_EQ(key->role, LoraRole::Up);
    EXPECT_TRUE(resolves(sdxl(), key->stem, Component::Unet, attention + ".to_out.0"));
    const auto query = splitLoraName("unet." + attention + ".processor.to_q_lora.down.weight");
    ASSERT_TRUE(query.has_value());
    EXPECT_EQ(query->role, LoraRole::Down);
    EXPECT_TRUE(resolves(sdxl(), query->stem, Component::Unet, attention + ".to_q"));
    const auto text = splitLoraName(
        "text_encoder.text_model.encoder.layers.3.self_attn.q_proj.lora_linear_layer.up.weight");
    ASSERT_TRUE(text.has_value());
    EXPECT_TRUE(resolves(sdxl(), text->stem, Component::TextEncoder1,
                         "text_model.encoder.layers.3.self_attn.q_proj"));
    EXPECT_TRUE(resolves(sdxl(), "text_encoder_2.text_model.encoder.layers.3.self_attn.to_out",
                         Component::TextEncoder2, "text_model.encoder.layers.3.self_attn.out_proj"));
}

// Comfy-Org/ComfyUI#12452, Comfy-Org/ComfyUI#9753 (report 29).
TEST(LoraTarget, Report29PrefixesOfPeft) {
    const auto simple = splitLoraName("unet.conv_in.lora_A.weight");
    ASSERT_TRUE(simple.has_value());
    EXPECT_TRUE(resolves(sdxl(), simple->stem, Component::Unet, "conv_in"));
    const auto raw = splitLoraName("base_model.model.conv_in.lokr_w1");
    ASSERT_TRUE(raw.has_value());
    EXPECT_EQ(raw->role, LoraRole::LokrW1);
    EXPECT_TRUE(resolves(sdxl(), raw->stem, Component::Unet, "conv_in"));
}

// PEFT saves an encoder into a file of its own without saying which.
TEST(LoraTarget, RawNamesOfPeftMeanEitherEncoder) {
    const std::string layers = "text_model.encoder.layers.";
    const auto both = sdxl().find("base_model.model." + layers + "11.mlp.fc1");
    ASSERT_TRUE(both.has_value());
    EXPECT_EQ(both->module->component, Component::TextEncoder1);
    ASSERT_NE(both->twin, nullptr);
    EXPECT_EQ(both->twin->component, Component::TextEncoder2);
    EXPECT_EQ(both->twin->name, both->module->name);
    for (const std::string& name : {layers + "12.mlp.fc1", std::string("text_projection")}) {
        const auto second = sdxl().find("base_model.model." + name);
        ASSERT_TRUE(second.has_value()) << name;
        EXPECT_EQ(second->module->component, Component::TextEncoder2);
        EXPECT_EQ(second->twin, nullptr);
    }
    EXPECT_EQ(sdxl().find("text_encoder." + layers + "11.mlp.fc1")->twin, nullptr);
}

int blockOf(const LoraTarget& target, const std::string& module) {
    const auto hit = target.find("lora_unet_" + flat(module));
    EXPECT_TRUE(hit.has_value()) << module;
    return hit ? hit->module->block : -2;
}

TEST(LoraTarget, KohyasIndicesOfDistilledModels) {
    // Two resnets a block as in SDXL, one in the middle.
    for (const char* name : {"SSD-1B", "Segmind Vega"}) {
        const LoraTarget target(distilledShape(name), name);
        EXPECT_EQ(target.blocks().count(), 23) << name;
        EXPECT_EQ(blockOf(target, "time_embedding.linear_1"), 0);
        EXPECT_EQ(blockOf(target, "conv_in"), 1);
        EXPECT_EQ(blockOf(target, "down_blocks.1.attentions.0.proj_in"), 5);
        EXPECT_EQ(blockOf(target, "down_blocks.2.attentions.1.proj_in"), 9);
        EXPECT_EQ(blockOf(target, "mid_block.resnets.0.conv1"), 10);
        EXPECT_FALSE(target.find("lora_unet_mid_block_attentions_0_proj_in").has_value());
        EXPECT_FALSE(target.find("lora_unet_mid_block_resnets_1_conv1").has_value());
        EXPECT_EQ(blockOf(target, "up_blocks.0.attentions.0.proj_in"), 13);
        EXPECT_EQ(blockOf(target, "up_blocks.2.resnets.2.conv1"), 21);
        EXPECT_EQ(blockOf(target, "conv_out"), 22);
    }
    // One resnet a block: six input and six output blocks; the middle whole or absent.
    for (const char* name : {"KOALA-1B", "KOALA-700M"}) {
        const LoraTarget target(distilledShape(name), name);
        EXPECT_EQ(target.blocks().inputs, 6) << name;
        EXPECT_EQ(target.blocks().outputs, 6) << name;
        EXPECT_EQ(blockOf(target, "conv_in"), 1);
        EXPECT_EQ(blockOf(target, "down_blocks.0.downsamplers.0.conv"), 3);
        EXPECT_EQ(blockOf(target, "down_blocks.1.attentions.0.proj_in"), 4);
        EXPECT_EQ(blockOf(target, "down_blocks.2.attentions.0.proj_in"), 6);
        if (std::string(name) == "KOALA-1B") {
            EXPECT_EQ(blockOf(target, "mid_block.resnets.0.conv1"), 7);
            EXPECT_EQ(blockOf(target, "mid_block.attentions.0.proj_in"), 8);
            EXPECT_EQ(blockOf(target, "mid_block.resnets.1.conv1"), 9);
        } else {
            for (const LoraTarget::Module& module : target.modules())
                EXPECT_FALSE(module.name.starts_with("mid_block")) << module.name;
        }
        EXPECT_EQ(blockOf(target, "up_blocks.0.attentions.0.proj_in"), 10);
        EXPECT_EQ(blockOf(target, "up_blocks.2.resnets.1.conv1"), 15);
        EXPECT_EQ(blockOf(target, "conv_out"), 16);
    }
}

TEST(LoraTarget, NoTwoModulesOfADistilledModelShareAnAlias) {
    for (const char* name : {"SSD-1B", "Segmind Vega", "KOALA-1B", "KOALA-700M"})
        expectAliasesOfTheirOwn(LoraTarget(distilledShape(name), name));
}

TEST(LoraTarget, NamesOfOtherModelsAreUnknown) {
    for (const char* name :
         {"", "lora_unet_", "lora_unet_double_blocks_0", "lora_te3_text_model_encoder_layers_0_mlp_fc1",
          "lora_te1_text_model_encoder_layers_12_mlp_fc1", "unet.down_blocks.3.resnets.0.conv1",
          "lora_unet_input_blocks_1_1_proj_in", "text_model.encoder.layers.0.mlp.fc1"})
        EXPECT_FALSE(sdxl().find(name).has_value()) << name;
}

TEST(LoraTarget, TellsTheTwoNamingsApart) {
    EXPECT_EQ(sdxl().find("lora_unet_input_blocks_4_1_proj_in")->naming, Naming::Sgm);
    EXPECT_EQ(sdxl().find("lora_unet_down_blocks_1_attentions_0_proj_in")->naming, Naming::Diffusers);
    EXPECT_EQ(sdxl().find("lora_te1_text_model_encoder_layers_0_mlp_fc1")->naming, Naming::Either);
}

struct KeyCase {
    const char* name;
    const char* stem;
    LoraRole role;
};

TEST(LoraKeys, SuffixesOfEveryFormat) {
    using enum LoraRole;
    const KeyCase cases[] = {
        {"m.lora_down.weight", "m", Down},
        {"m.lora_up.weight", "m", Up},
        {"m.lora_mid.weight", "m", Mid},
        {"m.alpha", "m", Alpha},
        {"m.scale", "m", Scale},
        {"m.lora_A.weight", "m", Down},
        {"m.lora_B.weight", "m", Up},
        {"m.lora_A.default.weight", "m", Down},
        {"m.lora_B.default_0.weight", "m", Up},
        {"m.lora_A", "m", Down},
        {"m.lora_B.default", "m", Up},
        {"m.lora.down.weight", "m", Down},
        {"m.lora.up.weight", "m", Up},
        {"m.lora_linear_layer.down.weight", "m", Down},
        {"m.processor.to_k_lora.up.weight", "m.processor.to_k", Up},
        {"m.hada_w1_a", "m", HadaW1A},
        {"m.hada_w1_b", "m", HadaW1B},
        {"m.hada_w2_a", "m", HadaW2A},
        {"m.hada_w2_b", "m", HadaW2B},
        {"m.hada_t1", "m", HadaT1},
        {"m.hada_t2", "m", HadaT2},
        {"m.lokr_w1", "m", LokrW1},
        {"m.lokr_w1_a", "m", LokrW1A},
        {"m.lokr_w1_b", "m", LokrW1B},
        {"m.lokr_w2", "m", LokrW2},
        {"m.lokr_w2_a", "m", LokrW2A},
        {"m.lokr_w2_b", "m", LokrW2B},
        {"m.lokr_w1.default", "m", LokrW1},
        {"m.lokr_t2", "m", LokrT2},
        {"m.weight", "m", Factor},
        {"m.on_input", "m", OnInput},
        {"m.diff", "m", Diff},
        {"m.diff_b", "m", DiffBias},
        {"m.w_norm", "m", NormWeight},
        {"m.b_norm", "m", NormBias},
        {"m.set_weight", "m", SetWeight},
        {"m.a1.weight", "m", GloraA1},
        {"m.a2.weight", "m", GloraA2},
        {"m.b1.weight", "m", GloraB1},
        {"m.b2.weight", "m", GloraB2},
        {"m.bm.weight", "m", GloraBMid},
        {"m.oft_blocks", "m", OftBlocks},
        {"m.oft_diag", "m", OftRotation},
        {"m.oft_r", "m", PeftOftBlocks},
        {"m.oft_r.default", "m", PeftOftBlocks},
        {"m.rescale", "m", Rescale},
        {"m.dora_scale", "m", DoraScale},
        {"m.lora_magnitude_vector", "m", Magnitude},
        {"m.lora_magnitude_vector.weight", "m", Magnitude},
        {"m.lora_magnitude_vector.default.weight", "m", Magnitude},
    };
    for (const KeyCase& expected : cases) {
        const auto key = splitLoraName(expected.name);
        ASSERT_TRUE(key.has_value()) << expected.name;
        EXPECT_EQ(key->stem, expected.stem) << expected.name;
        EXPECT_EQ(key->role, expected.role) << expected.name;
    }
    for (const char* name : {"", ".alpha", "m", "m.bias", "m.lora_down", "m.lokr_w3"})
        EXPECT_FALSE(splitLoraName(name).has_value()) << name;
    for (const char* name : {"m.oft_R.weight", "m.oft_R", "m.vera_lambda_d.default"})
        EXPECT_FALSE(splitLoraName(name) && isLoraSuffix(splitLoraName(name)->role)) << name;
    // A module may be called so; only PEFT's adapter name is dropped.
    EXPECT_EQ(splitLoraName("m.defaults.weight")->stem, "m.defaults");
}

TEST(LoraKeys, FormatsThatCannotBeAppliedAreNamed) {
    const std::pair<const char*, const char*> cases[] = {
        {"m.oft_R.weight", "OFT (oft_R)"},
        {"m.oft_R.default.weight", "OFT (oft_R)"},
        {"m.oft_R.scaled_oft", "OFT (oft_R)"},
        {"m.boft_R", "BOFT (boft_R)"},
        {"m.boft_s.default", "BOFT (boft_R)"},
        {"m.hra_u", "HRA"},
        {"m.vera_lambda_b", "VeRA"},
        {"base_model.vera_A", "VeRA"},
        {"m.vblora_logits_A", "VB-LoRA"},
        {"m.fourierft_spectrum", "FourierFT"},
        {"m.ia3_l", "(IA)³ (ia3_l)"},
        {"m.lora_E", "AdaLoRA"},
        {"m.lora_embedding_A", "LoRA (lora_embedding)"},
    };
    for (const auto& [name, format] : cases) EXPECT_EQ(unsupportedLoraFormat(name), format) << name;
    for (const char* name : {"", ".hra_u", "m", "m.weight", "m.oft_r", "m.oft_blocks", "m.lora_A.weight",
                             "m.boft_R.weights", "m.my_lora_E"})
        EXPECT_EQ(unsupportedLoraFormat(name), "") << name;
}

}  // namespace
}  // namespace manju::weights
