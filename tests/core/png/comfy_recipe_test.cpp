// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/png/errors.h"
#include "core/png/recipe.h"
#include "tests/core/png/fixture.h"

namespace manju::png {
namespace {

/// A graph of two LoRAs as ComfyUI stores it.
Json plainGraph() {
    return Json::parse(R"json({
      "3": {"class_type": "KSampler", "inputs": {"seed": 156680208700286, "steps": 20, "cfg": 8, "sampler_name":
            "euler", "scheduler": "normal", "denoise": 1.0, "model": ["11", 0], "positive": ["6", 0],
            "negative": ["7", 0], "latent_image": ["5", 0]}, "_meta": {"title": "KSampler"}},
      "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "xl/base.safetensors"}},
      "5": {"class_type": "EmptyLatentImage", "inputs": {"width": 832, "height": 1216, "batch_size": 1}},
      "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "a cat, (sun:1.2)", "clip": ["11", 1]}},
      "7": {"class_type": "CLIPTextEncode", "inputs": {"text": "", "clip": ["11", 1]}},
      "8": {"class_type": "VAEDecode", "inputs": {"samples": ["3", 0], "vae": ["4", 2]}},
      "9": {"class_type": "SaveImage", "inputs": {"filename_prefix": "ComfyUI", "images": ["8", 0]}},
      "10": {"class_type": "LoraLoader", "inputs": {"lora_name": "ink.safetensors", "strength_model": 1,
             "strength_clip": 0.5, "model": ["4", 0], "clip": ["4", 1]}},
      "11": {"class_type": "LoraLoader", "inputs": {"lora_name": "pen.safetensors", "strength_model": 0.25,
             "strength_clip": 0.75, "model": ["10", 0], "clip": ["10", 1]}}
    })json");
}

Result<Recipe> read(const Json& graph) {
    return recipeOfComfy(graph.dump(), "picture.png");
}

TEST(ComfyRecipe, APlainGraphIsUnderstood) {
    const auto recipe = read(plainGraph());
    ASSERT_TRUE(recipe.ok()) << recipe.error().debugText();
    ImageSpec expected;
    expected.prompt = "a cat, (sun:1.2)";
    expected.negative = "";
    expected.seed = static_cast<std::uint32_t>(156680208700286);
    expected.width = 832;
    expected.height = 1216;
    expected.steps = 20;
    expected.cfg = 8;
    expected.sampler = "euler_normal";
    expected.bundle = "comfy";
    expected.loras = {{"", 1, 0.5, "", 0}, {"", 0.25, 0.75, "", 0}};
    EXPECT_EQ(Json(recipe->spec), Json(expected));
    EXPECT_EQ(recipe->checkpoint.name, "xl/base.safetensors");
    EXPECT_EQ(recipe->loras[0].name, "ink.safetensors");
    EXPECT_EQ(recipe->loras[1].name, "pen.safetensors");
    ASSERT_EQ(recipe->notes.size(), 2U);  // foreign, and the seed that is too large
    EXPECT_EQ(recipe->notes[1].option, "--seed");
}

TEST(ComfyRecipe, OtherNodesAreNamed) {
    for (const char* type : {"ControlNetApply", "KSamplerAdvanced", "VAELoader", "CLIPSetLastLayer"}) {
        Json graph = plainGraph();
        graph["12"] = {{"class_type", type}, {"inputs", Json::object()}};
        const auto recipe = read(graph);
        ASSERT_TRUE(!recipe.ok() && recipe.error().is(kGraphNode)) << type;
        EXPECT_EQ(recipe.error().args().at("node"), type);
    }
    Json twice = plainGraph();
    twice["12"] = twice["3"];
    EXPECT_TRUE(read(twice).error().is(kGraphCount));
    Json none = plainGraph();
    none.erase("3");
    EXPECT_TRUE(read(none).error().is(kGraphCount));
}

TEST(ComfyRecipe, InputsThatAreNotPlainAreNamed) {
    struct Change {
        const char* node;
        const char* input;
        Json value;
    };
    for (const Change& change :
         {Change{"3", "seed", Json({"20", 0})}, Change{"3", "denoise", 0.5}, Change{"3", "steps", "many"},
          Change{"3", "model", Json({"6", 0})}, Change{"3", "model", Json({"4", 2})}, Change{"3", "model", 5},
          Change{"3", "positive", Json({"99", 0})}, Change{"3", "latent_image", Json({"6", 0})},
          Change{"6", "clip", Json({"4", 1})}, Change{"6", "text", Json({"5", 0})},
          Change{"8", "vae", Json({"10", 2})}, Change{"8", "samples", Json({"5", 0})},
          Change{"11", "clip", Json({"4", 1})}, Change{"10", "model", Json({"11", 0})},  // a ring
          Change{"5", "width", 1.5}, Change{"4", "ckpt_name", nullptr}}) {
        Json graph = plainGraph();
        graph[change.node]["inputs"][change.input] = change.value;
        const auto recipe = read(graph);
        ASSERT_FALSE(recipe.ok()) << change.node << change.input;
        EXPECT_TRUE(recipe.error().is(kGraphInput)) << recipe.error().debugText();
        graph[change.node]["inputs"].erase(change.input);
        EXPECT_TRUE(read(graph).error().is(kGraphInput)) << change.input;
        graph[change.node]["inputs"] = "none";
        EXPECT_TRUE(read(graph).error().is(kGraphInput)) << change.input;
    }
}

TEST(ComfyRecipe, OtherTextsAreNoGraph) {
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("a cat"), std::string("[]"), std::string("{}"),
          std::string(R"({"1": 2})"), std::string(R"({"1": {"class_type": 3}})"), std::string(200'000, '[')})
        EXPECT_TRUE(recipeOfComfy(text, "picture.png").error().is(kNoRecipe)) << text.substr(0, 20);
    const std::string deep = R"({"1": {"class_type": "KSampler", "inputs": )" + std::string(200'000, '[') +
                             std::string(200'000, ']') + "}}";
    EXPECT_TRUE(recipeOfComfy(deep, "picture.png").error().is(kNoRecipe));
}

TEST(ComfyRecipe, ABatchIsNoted) {
    Json graph = plainGraph();
    graph["5"]["inputs"]["batch_size"] = 4;
    graph["3"]["inputs"]["seed"] = 5;
    const auto recipe = read(graph);
    ASSERT_TRUE(recipe.ok());
    ASSERT_EQ(recipe->notes.size(), 2U);
    EXPECT_EQ(recipe->notes[1].message.args().at("count"), "4");
}

}  // namespace
}  // namespace manju::png
