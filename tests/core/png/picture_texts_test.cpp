// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/picture_texts.h"

#include "core/png/sampler_names.h"
#include "tests/core/png/drawn.h"
#include "tests/core/png/fixture.h"
#include "tests/core/png/other_reader.h"

namespace manju::png {
namespace {

using testing::OtherReader;

std::string parameters(const Drawn& drawn) {
    return drawn.texts().at("parameters");
}

TEST(PictureTexts, OtherProgramsFindWhatWasApplied) {
    EXPECT_EQ(parameters(Drawn()),
              "a lighthouse, 红衣 <lora:ink:0.8>\n"
              "Negative prompt: blurry\n"
              "Steps: 12, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 4294967295, "
              "Size: 64x96, Model hash: 0123456789, Model: model.v2, Clip skip: 3, Denoising strength: 0.4, "
              "Lora hashes: \"ink: fedcba987654\", Bundle: studio, RNG: CPU, Version: Manju Studio 1.2.3");
    Drawn plain;
    plain.spec.prompt = "a cat";
    const OtherReader reader(parameters(plain));
    EXPECT_EQ(reader.prompt, "a cat <lora:ink:0.8>");
    EXPECT_EQ(reader.negative, "blurry");
    EXPECT_EQ(reader.fields.at("Model hash"), "0123456789");
    EXPECT_EQ(reader.fields.at("Lora hashes"), "ink: fedcba987654");
}

TEST(PictureTexts, TheSecondPassIsSaidAsAFactorWhereThatIsExact) {
    const OtherReader twice(parameters(Drawn().withHires(128, 192, true)));
    EXPECT_EQ(twice.fields.at("Hires upscale"), "2");
    EXPECT_EQ(twice.fields.at("Hires upscaler"), "4x-sharp");
    EXPECT_EQ(twice.fields.at("Hires steps"), "7");
    EXPECT_EQ(twice.fields.at("Denoising strength"), "0.35");
    EXPECT_FALSE(twice.fields.contains("Hires resize"));
    const OtherReader other(parameters(Drawn().withHires(128, 200, false)));
    EXPECT_EQ(other.fields.at("Hires resize"), "128x200");
    EXPECT_EQ(other.fields.at("Hires upscaler"), "Lanczos");
    EXPECT_FALSE(other.fields.contains("Hires upscale"));
}

TEST(PictureTexts, WhatWasNotAppliedIsNotSaid) {
    Drawn drawn;
    drawn.spec.sampler = "lightning";
    drawn.spec.start.reset();
    drawn.spec.loras.clear();
    drawn.spec.clipSkip = 0;
    drawn.facts.negative = "none";
    drawn.facts.spacing = "trailing";
    drawn.facts.noise = "nv_emul";
    drawn.with.singleFile = false;
    drawn.with.checkpoint.name = "folder.v1";
    drawn.with.checkpoint.bytes = 0;
    EXPECT_EQ(parameters(drawn),
              "a lighthouse, 红衣\nSteps: 12, Sampler: Euler, Schedule type: Trailing, CFG scale: 1, "
              "Seed: 4294967295, Size: 64x96, Model: folder.v1, Bundle: studio, RNG: NV, "
              "Version: Manju Studio 1.2.3");
}

TEST(PictureTexts, LoraTagsHoldBothStrengthsWhereTheyDiffer) {
    Drawn drawn;
    drawn.spec.prompt = "";
    drawn.spec.loras = {{kLoraHash, 0.5, 1, "", 0}, {kLoraHash, 0.5, 0.5, "", 4}};
    EXPECT_TRUE(parameters(drawn).starts_with("<lora:ink:1:0.5> <lora:ink:0.5:0.5:4>\n"))
        << parameters(drawn);
}

TEST(PictureTexts, TheExactSpecIsKept) {
    const Drawn drawn;
    const auto json = parseJson(drawn.texts().at("manju"), "manju");
    ASSERT_TRUE(json.ok());
    EXPECT_EQ(json->at("revision"), kRecipeRevision);
    EXPECT_EQ(json->at("spec").get<ImageSpec>(), drawn.spec);
    EXPECT_EQ(json->at("facts").at("sigmas"), Json({2.5, 1.25, 0.0}));
    EXPECT_EQ(json->at("facts").at("cutPrompt"), "the rest");
    EXPECT_EQ(json->at("checkpoint").get<FileMark>(), drawn.with.checkpoint);
    EXPECT_EQ(json->at("files").at(kLoraHash).at("name"), "ink.safetensors");
    EXPECT_EQ(drawn.texts().at("Software"), "Manju Studio");
}

TEST(SamplerNames, EverySamplerIsFoundAgainByItsNames) {
    for (const SamplerNames& names : samplerNames()) {
        const SamplerMatch match = samplerOfInfotext(names.infotext, scheduleLabel(names.spacing));
        EXPECT_TRUE(match.methodKnown && match.scheduleKnown) << names.ours;
        const bool unguided = names.ours == "turbo" || names.ours == "lightning";
        EXPECT_TRUE(unguided || match.ours == names.ours) << names.ours << match.ours;
        EXPECT_EQ(namesOfSampler(match.ours)->infotext, names.infotext);
    }
    EXPECT_EQ(namesOfSampler("none"), nullptr);
}

TEST(SamplerNames, OtherProgramsNamesAreMapped) {
    const auto infotext = [](const char* sampler, const char* schedule) {
        return samplerOfInfotext(sampler, schedule).ours;
    };
    EXPECT_EQ(infotext("DPM++ 2M Karras", ""), "dpmpp_2m_karras");
    EXPECT_EQ(infotext("DPM++ 2M SDE Exponential", ""), "dpmpp_2m_sde_exponential");
    EXPECT_EQ(infotext("DPM++ 2M", "Automatic"), "dpmpp_2m_karras");
    EXPECT_EQ(infotext("DPM++ 2M", ""), "dpmpp_2m");
    EXPECT_EQ(infotext("Euler", ""), "euler_normal");
    EXPECT_EQ(infotext("Euler", "Automatic"), "euler_normal");
    EXPECT_EQ(infotext("Euler a", "Automatic"), "euler_a");
    EXPECT_EQ(infotext("Euler", "Simple"), "euler_simple");
    EXPECT_EQ(infotext("euler A", "SGM Uniform"), "euler_a_trailing");
    EXPECT_EQ(infotext("LCM", "Automatic"), "lcm");
    EXPECT_EQ(samplerOfComfy("euler", "normal").ours, "euler_normal");
    EXPECT_EQ(samplerOfComfy("dpmpp_2m_sde_gpu", "karras").ours, "dpmpp_2m_sde_karras");
    EXPECT_EQ(samplerOfComfy("euler_ancestral", "normal").ours, "euler_a");
    EXPECT_FALSE(samplerOfComfy("euler_ancestral", "normal").scheduleKnown);
    EXPECT_FALSE(samplerOfComfy("euler", "beta").scheduleKnown);
    EXPECT_FALSE(samplerOfComfy("heun", "normal").methodKnown);
    EXPECT_FALSE(samplerOfInfotext("Restart", "Automatic").methodKnown);
    EXPECT_FALSE(samplerOfInfotext("Euler", "Align Your Steps").scheduleKnown);
}

}  // namespace
}  // namespace manju::png
