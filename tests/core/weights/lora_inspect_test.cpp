// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_inspect.h"

#include "core/base/os/file.h"
#include "core/weights/errors.h"
#include "synthetic.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::weights {
namespace {

namespace fs = std::filesystem;

const fs::path kFixtures = MANJU_SOURCE_DIR "/tests/fixtures/lora";

class LoraInspectTest : public WeightsTest {
protected:
    fs::path tiny() const {
        testing::CheckpointRecipe recipe;
        recipe.shape = testing::tinySdxlShape();
        recipe.out = folder_ / "tiny.safetensors";
        EXPECT_TRUE(testing::makeCheckpoint(recipe).ok());
        return recipe.out;
    }
    static Json inspected(const fs::path& path, const std::optional<fs::path>& against = {}) {
        auto document = inspectLoras(path, against);
        EXPECT_TRUE(document.ok()) << document.error().debugText();
        return document.ok() ? std::move(document).value() : Json();
    }
};

std::string joined(const Json& document, messages::Language language = messages::Language::English) {
    std::string text;
    for (const std::string& line : loraLines(document, language)) text += line + "\n";
    return text;
}

TEST_F(LoraInspectTest, DescribesOneFileAgainstACheckpoint) {
    const Json document = inspected(kFixtures / "kohya.safetensors", tiny());
    EXPECT_EQ(document["schema_version"], 1);
    EXPECT_EQ(document["against"]["variant"], "SDXL (small)");
    ASSERT_EQ(document["loras"].size(), 1U);
    const Json& lora = document["loras"][0];
    EXPECT_EQ(lora["applies"], true);
    EXPECT_EQ(lora["base"], "SDXL");
    EXPECT_EQ(lora["rank"], (Json{{"least", 4}, {"most", 4}}));
    EXPECT_EQ(lora["families"], (Json{{"lora", 7}}));
    EXPECT_EQ(lora["components"][0], (Json{{"name", "unet"}, {"matched", 5}, {"total", 5}}));
    EXPECT_EQ(lora["components"][1], (Json{{"name", "text_encoder"}, {"matched", 1}, {"total", 1}}));
    EXPECT_EQ(lora["components"][2], (Json{{"name", "text_encoder_2"}, {"matched", 1}, {"total", 1}}));
    EXPECT_EQ(lora["values"]["scanned"], true);
    EXPECT_EQ(lora["notes"]["triggers"][0]["text"], "lin xiaoyu");
    const std::string text = joined(document);
    EXPECT_NE(text.find("Trigger words: lin xiaoyu"), std::string::npos) << text;
    EXPECT_NE(text.find("Can be applied: yes"), std::string::npos) << text;
    EXPECT_NE(joined(document, messages::Language::Chinese).find("能否应用：能"), std::string::npos);
}

TEST_F(LoraInspectTest, EqualsTheExample) {
    Json document = inspected(kFixtures / "kohya.safetensors", tiny());
    document["path"] = document["loras"][0]["file"] = "loras/lin.safetensors";
    document["against"]["file"] = "models/tiny.safetensors";
    const auto example = os::readFile(MANJU_SOURCE_DIR "/resources/examples/lora.json");
    ASSERT_TRUE(example.ok());
    EXPECT_EQ(document.dump(2) + "\n", *example);
}

TEST_F(LoraInspectTest, AFileForAnotherSizeIsRefusedWithoutACheckpoint) {
    const Json document = inspected(kFixtures / "kohya.safetensors");
    const Json& lora = document["loras"][0];
    EXPECT_EQ(document["against"], nullptr);
    EXPECT_EQ(lora["applies"], false);
    EXPECT_EQ(lora["reason"]["id"], kLoraNothingFits.id);
    EXPECT_NE(joined(document).find("Can be applied: no."), std::string::npos);
}

TEST_F(LoraInspectTest, NumbersThatAreNoneAreFound) {
    const fs::path path = folder_ / "nan.safetensors";
    ASSERT_TRUE(writeSafetensors(path,
                                 {{"lora_unet_out_2.lora_down.weight", Dtype::F16, {1, 64, 3, 3}},
                                  {"lora_unet_out_2.lora_up.weight", Dtype::F16, {4, 1, 1, 1}}},
                                 {},
                                 [](const TensorSpec& spec, const ByteSink& sink) {
                                     const std::size_t size = spec.shape[0] == 1 ? 2 * 64 * 9 : 8;
                                     return sink(std::vector<std::byte>(size, std::byte{0xFF}));
                                 })
                    .ok());
    const Json lora = inspected(path, tiny())["loras"][0];
    EXPECT_EQ(lora["applies"], false);
    EXPECT_EQ(lora["reason"]["id"], kLoraNotFinite.id);
    // A folder is listed without looking at values.
    EXPECT_EQ(inspected(folder_, tiny())["loras"][0]["values"]["scanned"], false);
}

TEST_F(LoraInspectTest, AFolderListsItsLorasAndCountsTheRest) {
    const fs::path checkpoint = tiny();  // lies in the folder as well
    fs::create_directories(folder_ / "characters");
    fs::create_directories(folder_ / ".cache");
    fs::copy_file(kFixtures / "kohya.safetensors", folder_ / "characters/lin.safetensors");
    fs::copy_file(kFixtures / "loha.safetensors", folder_ / "a.safetensors");
    fs::copy_file(kFixtures / "loha.safetensors", folder_ / ".cache/hidden.safetensors");
    file("broken.safetensors", "no tensors");
    file("notes.txt", "text");
    const Json document = inspected(folder_, checkpoint);
    ASSERT_EQ(document["loras"].size(), 2U);
    EXPECT_EQ(document["loras"][0]["file"], (folder_ / "a.safetensors").string());
    EXPECT_EQ(document["loras"][1]["file"], (folder_ / "characters/lin.safetensors").string());
    EXPECT_EQ(document["passed_over"], 1);
    ASSERT_EQ(document["unreadable"].size(), 1U);
    EXPECT_EQ(document["unreadable"][0]["args"]["file"], (folder_ / "broken.safetensors").string());
    const std::string text = joined(document);
    EXPECT_NE(text.find("broken.safetensors”"), std::string::npos) << text;
    EXPECT_NE(text.find("2 LoRAs; 1 other files passed over"), std::string::npos) << text;
}

TEST_F(LoraInspectTest, PathsThatCannotBeReadAreErrors) {
    EXPECT_FALSE(inspectLoras(folder_ / "missing.safetensors", {}).ok());
    EXPECT_FALSE(inspectLoras(kFixtures / "kohya.safetensors", folder_ / "missing.safetensors").ok());
    const auto model = inspectLoras(tiny(), {});
    ASSERT_FALSE(model.ok());
    EXPECT_TRUE(model.error().is(kNotLora));
}

}  // namespace
}  // namespace manju::weights
