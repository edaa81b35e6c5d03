// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include "core/png/errors.h"
#include "core/png/infotext.h"
#include "core/png/recipe.h"
#include "core/png/sampler_names.h"
#include "tests/core/png/drawn.h"
#include "tests/core/png/fixture.h"

namespace manju::png {
namespace {

Result<Recipe> read(const std::string& text) {
    return recipeOfInfotext(text, "picture.png");
}

const std::string kSettings =
    "Steps: 28, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 12, Size: 832x1216";

const RecipeNote* noteOf(const Recipe& recipe, const ErrorCode& code) {
    for (const RecipeNote& note : recipe.notes)
        if (note.message.is(code)) return &note;
    return nullptr;
}

TEST(InfotextRecipe, APictureOfTheWebUiIsUnderstood) {
    const auto recipe =
        read("a lighthouse <lora:ink:0.7> <lora:pen:0.5:0.25>\nNegative prompt: blurry\n" + kSettings +
             ", Model hash: 31e35c80fc, Model: sd_xl_base_1.0, Clip skip: 2, "
             "Lora hashes: \"ink: 0123456789ab\", Version: v1.10.1");
    ASSERT_TRUE(recipe.ok()) << recipe.error().debugText();
    ImageSpec expected;
    expected.prompt = "a lighthouse";
    expected.negative = "blurry";
    expected.seed = 12;
    expected.width = 832;
    expected.height = 1216;
    expected.steps = 28;
    expected.cfg = 6.5;
    expected.sampler = "dpmpp_2m_karras";
    expected.bundle = "a1111";
    expected.clipSkip = 2;
    expected.loras = {{"", 0.7, 0.7, "", 0}, {"", 0.25, 0.5, "", 0}};
    EXPECT_EQ(Json(recipe->spec), Json(expected));
    EXPECT_EQ(recipe->checkpoint, (FileMark{"sd_xl_base_1.0", "31e35c80fc", "", 0}));
    EXPECT_EQ(recipe->loras[0], (FileMark{"ink.safetensors", "", "0123456789ab", 0}));
    EXPECT_EQ(recipe->loras[1], (FileMark{"pen.safetensors", "", "", 0}));
    ASSERT_EQ(recipe->notes.size(), 1U);
    EXPECT_TRUE(recipe->notes[0].message.is(kForeignRecipe));
}

TEST(InfotextRecipe, PassesAreUnderstood) {
    const auto hires = read("a\n" + kSettings +
                            ", Denoising strength: 0.4, Hires upscale: 1.5, Hires steps: 9, Hires upscaler: "
                            "4x-UltraSharp, RNG: CPU");
    ASSERT_TRUE(hires.ok());
    EXPECT_FALSE(hires->spec.start);
    EXPECT_EQ(hires->spec.hires, (HiresSpec{1248, 1824, 0.4, "", 9}));
    EXPECT_EQ(hires->upscaler.name, "4x-UltraSharp");
    EXPECT_EQ(hires->spec.noise, "cpu_f32");
    const auto resized = read("a\n" + kSettings + ", Hires resize: 1001x1216, Hires upscaler: Latent");
    EXPECT_EQ(resized->spec.hires->width, 1000);
    EXPECT_EQ(resized->upscaler.name, "");
    EXPECT_EQ(noteOf(*resized, kFieldsIgnored)->message.args().at("fields"), "Hires upscaler: Latent");
    const auto start = read("a\n" + kSettings + ", Denoising strength: 0.75");
    EXPECT_EQ(start->spec.start->strength, 0.75);
}

TEST(InfotextRecipe, WhatIsNotRepeatedIsNamed) {
    const auto recipe = read("a [cat:dog:0.5]\nNegative prompt: b AND c\n" + kSettings +
                             ", VAE: sdxl_vae.safetensors, ADetailer model: face, Long: \"" +
                             std::string(100, 'x') + ",\", Version: v1");
    ASSERT_TRUE(recipe.ok());
    EXPECT_EQ(noteOf(*recipe, kFieldsIgnored)->message.args().at("fields"), "ADetailer model: face, Long");
    EXPECT_EQ(recipe->notes.back().message.args().at("fields"), "VAE: sdxl_vae.safetensors");
    EXPECT_EQ(recipe->notes.back().option, "--vae");
    EXPECT_EQ(noteOf(*recipe, kPromptSyntax)->message.args().at("text"), "[cat:dog:0.5]");
    EXPECT_EQ(noteOf(*recipe, kPromptSyntax)->option, "--prompt");
    EXPECT_EQ(recipe->notes.size(), 5U);
    const auto odd = read("a\nSteps: 28, Sampler: Restart, CFG scale: 7, Seed: 4294967297, Size: 8x8");
    EXPECT_EQ(noteOf(*odd, kSamplerUnknown)->message.args().at("sampler"), "Restart");
    EXPECT_EQ(noteOf(*odd, kSamplerUnknown)->option, "--sampler");
    EXPECT_EQ(noteOf(*odd, kSeedReduced)->message.args().at("used"), "1");
    EXPECT_EQ(odd->spec.seed, 1U);
    const auto schedule =
        read("a\nSteps: 28, Sampler: Euler, Schedule type: Beta, CFG scale: 7, Seed: 1, Size: 8x8");
    EXPECT_EQ(noteOf(*schedule, kSamplerReplaced)->message.args().at("schedule"), "Beta");
    std::string many = "a\n" + kSettings;
    for (int i = 0; i < 100; ++i) many += ", Field " + std::to_string(i) + ": 1";
    EXPECT_TRUE(noteOf(*read(many), kFieldsIgnored)->message.args().at("fields").ends_with("29: 1, …"));
}

TEST(InfotextRecipe, AResizeMayLeaveOneSideOut) {
    const auto hires = [](const std::string& size) {
        return read("a\nSteps: 9, Sampler: Euler, CFG scale: 7, Seed: 1, Size: 512x768, Hires resize: " +
                    size);
    };
    EXPECT_EQ(hires("1024x0")->spec.hires->height, 1536);
    EXPECT_EQ(hires("0x1536")->spec.hires->width, 1024);
    EXPECT_FALSE(hires("0x0").ok());
    EXPECT_FALSE(hires("-8x8").ok());
    EXPECT_FALSE(hires("1024").ok());
}

TEST(InfotextRecipe, WhatCannotBeUnderstoodIsAnError) {
    EXPECT_TRUE(read("").error().is(kNoRecipe));
    EXPECT_TRUE(read("just a text").error().is(kNoRecipe));
    const auto missing = read("a\nSteps: 28, Sampler: Euler, CFG scale: 7, Size: 8x8");
    ASSERT_TRUE(!missing.ok() && missing.error().is(kFieldMissing));
    EXPECT_EQ(missing.error().args().at("field"), "Seed");
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"Steps: 28", "Steps: many"},
                                   {"Seed: 12", "Seed: -1"},
                                   {"Seed: 12", "Seed: 99999999999999999999"},
                                   {"Size: 832x1216", "Size: 832"},
                                   {"Size: 832x1216", "Size: 0x8"},
                                   {"CFG scale: 6.5", "CFG scale: nan"}}) {
        std::string text = "a\n" + kSettings;
        text.replace(text.find(from), from.size(), to);
        EXPECT_TRUE(read(text).error().is(kFieldInvalid)) << to;
    }
    EXPECT_TRUE(read("a <lora:x:y>\n" + kSettings).error().is(kFieldInvalid));
    EXPECT_TRUE(read("a\n" + kSettings + ", Hires upscale: 1e300").error().is(kFieldInvalid));
    EXPECT_TRUE(read("a\n" + kSettings + ", Hires upscale: -1").error().is(kFieldInvalid));
}

/// What the line can say of a spec is what is read from it.
TEST(InfotextRecipe, OurOwnLineIsReadBack) {
    EXPECT_TRUE(rc::check("spec -> line -> spec", [] {
        Drawn drawn;
        ImageSpec& spec = drawn.spec;
        spec.start.reset();
        spec.vaeTile = 0;  // the line has no word for it
        spec.prompt = *rc::gen::element<std::string>("a cat", "a, (b:1.2)\nc", "猫 [x]");
        spec.negative = *rc::gen::element<std::string>("", "blurry, low");
        spec.seed = *rc::gen::arbitrary<std::uint32_t>();
        spec.width = 8 * *rc::gen::inRange(8, 513);
        spec.height = 8 * *rc::gen::inRange(8, 513);
        spec.steps = *rc::gen::inRange(1, 151);
        spec.cfg = *rc::gen::inRange(11, 301) / 10.0;
        spec.bundle = *rc::gen::element<std::string>("studio", "comfy", "a1111", "diffusers");
        spec.noise = drawn.facts.noise = *rc::gen::element<std::string>("cpu_f32", "cpu_f16", "nv_emul");
        const auto& names =
            *rc::gen::elementOf(std::vector<SamplerNames>(samplerNames().begin(), samplerNames().end() - 2));
        spec.sampler = names.ours;
        drawn.facts.spacing = names.spacing;
        spec.loras[0].unet = *rc::gen::inRange(-20, 21) / 10.0;
        spec.loras[0].ranks = *rc::gen::inRange(0, 9);
        spec.loras[0].blocks = *rc::gen::element<std::string>("", "middle", "1,0,0.5");
        // The layer is what is written; this bundle counts from the last but one.
        if (spec.bundle == "diffusers") spec.clipSkip = drawn.facts.textLayer - 2;
        if (*rc::gen::arbitrary<bool>())
            drawn.withHires(8 * *rc::gen::inRange(8, 513), 8 * *rc::gen::inRange(8, 513),
                            *rc::gen::arbitrary<bool>());
        const auto recipe = read(drawn.texts().at("parameters"));
        RC_ASSERT(recipe.ok());
        RC_ASSERT(recipe->notes.empty());
        ImageSpec expected = spec;
        expected.checkpoint.clear();
        expected.loras[0].sha256.clear();
        if (expected.hires) expected.hires->upscaler.clear();
        RC_ASSERT(Json(recipe->spec) == Json(expected));
    }));
}

}  // namespace
}  // namespace manju::png
