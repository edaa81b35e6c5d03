// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/recipe.h"

#include "core/png/errors.h"
#include "core/png/png_file.h"
#include "tests/core/png/drawn.h"
#include "tests/core/png/fixture.h"

namespace manju::png {
namespace {

class RecipeTest : public ::testing::Test {
protected:
    Result<Recipe> read(const std::string& chunks) {
        return readRecipe(folder_.write("picture.png", pngWith(chunks)));
    }
    Result<Recipe> readOwn(const Json& document) { return read(textChunk("manju", document.dump())); }
    static Json document() { return Json::parse(Drawn().texts().at("manju")); }
    TemporaryFolder folder_;
};

TEST_F(RecipeTest, OurPicturesSayEverything) {
    for (const Drawn& drawn :
         {Drawn(), Drawn().withHires(128, 200, true), Drawn().withHires(128, 192, false)}) {
        const auto file = folder_.path() / "drawn.png";
        ASSERT_TRUE(writePng(file, {8, 8, std::vector<std::uint8_t>(192, 90), drawn.texts()}).ok());
        const auto recipe = readRecipe(file);
        ASSERT_TRUE(recipe.ok()) << recipe.error().debugText();
        EXPECT_EQ(recipe->spec, drawn.spec);
        EXPECT_EQ(recipe->checkpoint, drawn.with.checkpoint);
        EXPECT_TRUE(recipe->vae.name.empty());
        EXPECT_TRUE(recipe->textEncoders.empty());
        EXPECT_EQ(recipe->loras.at(0), drawn.with.files.at(kLoraHash));
        if (drawn.spec.start) {
            EXPECT_EQ(recipe->start, drawn.with.files.at(kStartHash));
            EXPECT_EQ(recipe->mask, drawn.with.files.at(kMaskHash));
        }
        if (drawn.spec.hires) {
            EXPECT_EQ(recipe->upscaler.sha256, drawn.spec.hires->upscaler);
        }
        EXPECT_TRUE(recipe->notes.empty());
    }
}

TEST_F(RecipeTest, ComponentsFromFilesOfTheirOwnAreKnown) {
    Drawn drawn;
    drawn.with.singleFile = false;
    drawn.with.vae = {"fix.safetensors", "", "", 20};
    drawn.with.textEncoders = {{"clip_l.safetensors", "", "", 21}, {"clip_g.safetensors", "", "", 22}};
    const PngTexts texts = drawn.texts();
    EXPECT_NE(texts.at("parameters").find("VAE: fix.safetensors"), std::string::npos);
    EXPECT_EQ(texts.at("parameters").find("Model hash"), std::string::npos);
    const auto file = folder_.path() / "drawn.png";
    ASSERT_TRUE(writePng(file, {8, 8, std::vector<std::uint8_t>(192, 90), texts}).ok());
    const auto recipe = readRecipe(file);
    ASSERT_TRUE(recipe.ok()) << recipe.error().debugText();
    EXPECT_EQ(recipe->vae, drawn.with.vae);
    EXPECT_EQ(recipe->textEncoders, drawn.with.textEncoders);
}

TEST_F(RecipeTest, OlderPicturesHaveFewerFields) {
    Json old = document();
    old.erase("revision");
    old.erase("files");
    old.erase("checkpoint");
    old["spec"].erase("hires");
    old["spec"].erase("vaeTile");
    old["spec"]["loras"][0].erase("ranks");
    const auto recipe = readOwn(old);
    ASSERT_TRUE(recipe.ok()) << recipe.error().debugText();
    ImageSpec expected = Drawn().spec;
    expected.vaeTile = 0;
    EXPECT_EQ(recipe->spec, expected);
    EXPECT_EQ(recipe->checkpoint.sha256, kModelHash);
    EXPECT_EQ(recipe->loras[0].sha256, kLoraHash);
}

TEST_F(RecipeTest, NewerPicturesAreRefusedOrTheirFieldsNamed) {
    Json newer = document();
    newer["revision"] = kRecipeRevision + 1;
    EXPECT_TRUE(readOwn(newer).error().is(kRecipeNewer));
    Json extended = document();
    extended["spec"]["ghost"] = "x";
    extended["spec"]["start"]["blur"] = 4;
    extended["spec"]["revision"] = 1;
    const auto recipe = readOwn(extended);
    ASSERT_TRUE(recipe.ok());
    ASSERT_EQ(recipe->notes.size(), 2U);
    EXPECT_TRUE(recipe->notes[0].message.is(kOtherRevision));
    EXPECT_EQ(recipe->notes[1].message.args().at("fields"), "ghost, start.blur");
    EXPECT_EQ(recipe->spec.revision, ImageSpec{}.revision);
}

TEST_F(RecipeTest, DamagedRecipesAreErrors) {
    EXPECT_TRUE(read(textChunk("manju", "{")).error().is(kRecipeDamaged));
    EXPECT_TRUE(read(textChunk("manju", "[1]")).error().is(kRecipeDamaged));
    EXPECT_TRUE(read(textChunk("manju", std::string(200'000, '['))).error().is(kRecipeDamaged));
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    EXPECT_TRUE(read(textChunk("manju", R"({"spec": {"prompt": )" + deep + "}}")).error().is(kRecipeDamaged));
    EXPECT_TRUE(readOwn(Json{{"spec", 5}}).error().is(kRecipeDamaged));
    for (const char* field : {"seed", "loras", "start", "prompt", "hires"}) {
        Json json = document();
        json["spec"][field] = Json::array({Json::array({"x"})});
        EXPECT_TRUE(readOwn(json).error().is(kRecipeDamaged)) << field;
    }
    Json files = document();
    files["files"] = "none";
    EXPECT_TRUE(readOwn(files).error().is(kRecipeDamaged));
}

TEST_F(RecipeTest, TheMostExactTextCounts) {
    const std::string line =
        textChunk("parameters", "a dog\nSteps: 5, Sampler: Euler, CFG scale: 7, Seed: 1, Size: 64x64");
    EXPECT_EQ(read(line + textChunk("manju", document().dump()))->spec, Drawn().spec);
    EXPECT_EQ(read(textChunk("prompt", "{}") + line)->spec.prompt, "a dog");
    EXPECT_TRUE(read(textChunk("prompt", "{}")).error().is(kNoRecipe));
    EXPECT_TRUE(read(textChunk("Comment", "drawn by hand")).error().is(kNoRecipe));
    EXPECT_TRUE(read("").error().is(kNoRecipe));
}

}  // namespace
}  // namespace manju::png
