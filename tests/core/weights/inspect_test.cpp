// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/inspect.h"

#include "core/weights/errors.h"
#include "synthetic.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::weights {
namespace {

namespace fs = std::filesystem;

class InspectTest : public WeightsTest {
protected:
    fs::path made(bool folder) const {
        testing::CheckpointRecipe recipe;
        recipe.shape = miniShape();
        recipe.shape.prediction = Prediction::V;
        recipe.dtype = Dtype::F16;
        recipe.folder = folder;
        recipe.out = folder_ / (folder ? "f" : "m.safetensors");
        EXPECT_TRUE(testing::makeCheckpoint(recipe).ok());
        return recipe.out;
    }
};

std::string joined(const Json& document, messages::Language language) {
    std::string text;
    for (const std::string& line : inspectionLines(document, language)) text += line + "\n";
    return text;
}

TEST_F(InspectTest, DescribesASoundCheckpoint) {
    for (const bool folder : {false, true}) {
        const Json document = inspectModelFile(made(folder));
        EXPECT_EQ(document["schema_version"], 1);
        EXPECT_EQ(document["kind"], "checkpoint");
        EXPECT_EQ(document["family"], "SDXL");
        EXPECT_EQ(document["variant"], "SDXL (small)");
        EXPECT_EQ(document["layout"], folder ? "folder" : "single");
        EXPECT_EQ(document["prediction"], "v");
        EXPECT_EQ(document["zero_terminal_snr"], false);
        EXPECT_EQ(document["loads"], true) << document.dump(1);
        EXPECT_EQ(document["reason"], nullptr);
        EXPECT_EQ(document["metadata"]["format"], "pt");
        EXPECT_EQ(document["values"], (Json{{"scanned", true}, {"non_finite", Json::array()}}));
        EXPECT_EQ(document["other_tensors"]["count"], 0);
        std::size_t bytes = 0;
        ASSERT_EQ(document["components"].size(), 4U);
        for (const Json& component : document["components"]) {
            EXPECT_EQ(component["bytes"].get<std::size_t>(), 2 * component["parameters"].get<std::size_t>());
            bytes += component["bytes"].get<std::size_t>();
        }
        EXPECT_EQ(document["dtypes"]["F16"]["bytes"], bytes);
        const std::string english = joined(document, messages::Language::English);
        EXPECT_NE(english.find("Loads: yes"), std::string::npos) << english;
        EXPECT_NE(english.find("text_encoder_2"), std::string::npos);
        EXPECT_EQ(english.find('{'), std::string::npos) << english;
        const std::string chinese = joined(document, messages::Language::Chinese);
        EXPECT_NE(chinese.find("可加载：是"), std::string::npos) << chinese;
    }
}

TEST_F(InspectTest, FindsValuesThatAreNoNumbers) {
    auto tensors = takeTensors(made(false));
    tensors[3].bytes.replace(0, 4, std::string("\x00\x7E\x00\xFC", 4));
    putTensors(folder_ / "n.safetensors", tensors);
    const Json document = inspectModelFile(folder_ / "n.safetensors");
    EXPECT_EQ(document["loads"], false);
    EXPECT_EQ(document["reason"]["id"], kNotFinite.id);
    EXPECT_EQ(document["values"]["non_finite"],
              Json::array({{{"tensor", tensors[3].spec.name}, {"count", 2}}}));
    EXPECT_NE(joined(document, messages::Language::English).find("Loads: no"), std::string::npos);

    InspectOptions headers;
    headers.scanValues = false;
    EXPECT_EQ(inspectModelFile(folder_ / "n.safetensors", headers)["loads"], true);
    InspectOptions stopped;
    std::stop_source stop;
    stop.request_stop();
    stopped.stop = stop.get_token();
    EXPECT_EQ(inspectModelFile(folder_ / "n.safetensors", stopped)["values"]["scanned"], false);
}

TEST_F(InspectTest, SaysWhyAFileDoesNotLoad) {
    const fs::path path = made(false);
    fs::resize_file(path, fs::file_size(path) - 2);
    const Json cut = inspectModelFile(path);
    EXPECT_EQ(cut["kind"], "unreadable");
    EXPECT_EQ(cut["loads"], false);
    EXPECT_EQ(cut["reason"]["id"], kFileIncomplete.id);
    EXPECT_EQ(cut["reason"]["args"]["rule"], "V11");
    EXPECT_NE(joined(cut, messages::Language::English).find("incomplete download"), std::string::npos);
    EXPECT_NE(joined(cut, messages::Language::Chinese).find("下载不完整"), std::string::npos);

    const Json lora = inspectModelFile(zeros(
        "l.safetensors", {{"lora_te2_x.lora_down.weight", Dtype::BF16, {4, 8}}},
        {{"ss_network_dim", "4"}, {"ss_tag_frequency", "{}"}, {"modelspec.title", std::string(600, 'x')}}));
    EXPECT_EQ(lora["kind"], "lora");
    EXPECT_EQ(lora["family"], "SDXL");
    EXPECT_EQ(lora["reason"]["id"], kIsLora.id);
    EXPECT_EQ(lora["metadata"], (Json{{"ss_network_dim", "4"}}));
    EXPECT_EQ(lora["dtypes"]["BF16"], (Json{{"tensors", 1}, {"bytes", 64}}));
    EXPECT_EQ(lora["other_tensors"]["count"], 1);

    const Json none = inspectModelFile(folder_ / "none");
    EXPECT_EQ(none["reason"]["id"], "MJ-FILE-01");
    EXPECT_FALSE(joined(none, messages::Language::English).empty());
}

}  // namespace
}  // namespace manju::weights
