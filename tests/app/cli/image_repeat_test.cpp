// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstring>

#include "core/base/os/file.h"
#include "core/base/sha256.h"
#include "core/png/png_file.h"
#include "tests/app/cli/cli_fixture.h"
#include "tests/core/png/other_reader.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

const std::string kFixtures = MANJU_SOURCE_DIR "/tests/fixtures";
const std::string kLora = kFixtures + "/lora/kohya.safetensors";
const std::string kStart = kFixtures + "/sdxl_tiny/start.png";
const std::string kMask = kFixtures + "/sdxl_tiny/mask.png";
const std::string kNetwork = kFixtures + "/upscale/compact_x2.safetensors";

class ImageRepeatTest : public CliFixture {
protected:
    [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }

    /// Runs `manju image`; the last argument but one is always --out.
    testing::ProgramOutcome image(const Arguments& arguments, const std::string& out) const {
        Arguments all{"image"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        all.insert(all.end(), {"--out", at(out)});
        return manju(all);
    }
    /// The picture that has to come out, with its texts.
    png::PngPicture drawn(const Arguments& arguments, const std::string& out) const {
        const auto outcome = image(arguments, out);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        auto picture = png::readPng(at(out));
        if (picture.ok()) return *picture;
        ADD_FAILURE() << picture.error().debugText();
        return {};
    }
    /// Everything that a first picture needs, small and quick, unless `more` says otherwise.
    static Arguments first(const Arguments& more = {}) {
        Arguments all = more;
        for (const auto& [option, value] :
             std::map<std::string, std::string>{{"--checkpoint", checkpoint().string()},
                                                {"--prompt", "a lighthouse"},
                                                {"--size", "64x64"},
                                                {"--steps", "2"},
                                                {"--seed", "7"}})
            if (std::ranges::find(more, option) == more.end()) all.insert(all.end(), {option, value});
        return all;
    }
    [[nodiscard]] Arguments again(const std::string& from, const Arguments& more = {}) const {
        Arguments all{"--from", at(from), "--checkpoint", checkpoint().string()};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    /// A folder with the LoRA "ink" in a subfolder, and others.
    [[nodiscard]] std::string loraFolder() const {
        fs::create_directories(folder_ / "loras" / "sub");
        fs::copy_file(kLora, folder_ / "loras" / "ink.safetensors", fs::copy_options::overwrite_existing);
        fs::copy_file(kFixtures + "/lora/loha.safetensors", folder_ / "loras" / "a.safetensors",
                      fs::copy_options::overwrite_existing);
        return at("loras");
    }
    static std::string hashOf(const fs::path& file) { return os::digestFile(file)->sha256; }
    /// A foreign picture: the pixels do not matter.
    void writeForeign(const std::string& name, const png::PngTexts& texts) const {
        ASSERT_TRUE(png::writePng(at(name), {8, 8, std::vector<std::uint8_t>(192, 90), texts}).ok());
    }
};

TEST_F(ImageRepeatTest, TheSamePictureComesOutAgain) {
    const auto one =
        drawn(first({"--prompt", "a lighthouse, <lora:ink:0.7> rain", "--lora-folder", loraFolder(),
                     "--negative", "blurry", "--cfg", "4.5", "--sampler", "dpmpp_2m_sde_karras", "--bundle",
                     "a1111", "--noise", "cpu_f32", "--clip-skip", "2"}),
              "one.png");
    // Found by its content under any name.
    fs::rename(folder_ / "loras" / "ink.safetensors", folder_ / "loras" / "sub" / "other.safetensors");
    const auto two = drawn(again("one.png", {"--lora-folder", at("loras")}), "two.png");
    EXPECT_EQ(two.rgb, one.rgb);
    EXPECT_EQ(Json::parse(two.texts.at("manju")).at("spec"), Json::parse(one.texts.at("manju")).at("spec"));
    // And from the copy.
    fs::remove(folder_ / "loras" / "sub" / "other.safetensors");
    EXPECT_EQ(drawn(again("two.png", {"--lora-folder", loraFolder()}), "three.png").rgb, one.rgb);
}

TEST_F(ImageRepeatTest, GivenOptionsMakeAVariation) {
    const auto one = drawn(first({"--lora", kLora + ":0.7"}), "one.png");
    const auto seed = drawn(again("one.png", {"--seed", "5", "--lora-folder", loraFolder()}), "a.png");
    EXPECT_NE(seed.rgb, one.rgb);
    EXPECT_EQ(seed.rgb, drawn(first({"--lora", kLora + ":0.7", "--seed", "5"}), "b.png").rgb);
    // Other LoRAs and another prompt, so that the recipe's LoRA need not be found.
    const auto other = drawn(
        again("one.png", {"--lora", loraFolder() + "/a.safetensors:0.5", "--prompt", "a cat"}), "c.png");
    EXPECT_EQ(
        other.rgb,
        drawn(first({"--lora", loraFolder() + "/a.safetensors:0.5", "--prompt", "a cat"}), "d.png").rgb);
}

TEST_F(ImageRepeatTest, StartPictureMaskAndNetworkAreHeldAgainstTheRecipe) {
    const auto one = drawn(first({"--init", kStart, "--mask", kMask, "--strength", "0.5"}), "one.png");
    EXPECT_EQ(drawn(again("one.png", {"--init", kStart, "--mask", kMask}), "two.png").rgb, one.rgb);
    expectSentence(image(again("one.png"), "x.png"), 2, "“start.png, " + hashOf(kStart).substr(0, 10) + "”");
    expectSentence(image(again("one.png", {"--init", kStart}), "x.png"), 2, "--mask");
    const auto noted = image(again("one.png", {"--init", at("one.png"), "--mask", kMask}), "x.png");
    EXPECT_EQ(noted.exitCode, 0) << noted.err;
    EXPECT_NE(noted.err.find("is not the file that the picture was drawn with (start.png, "),
              std::string::npos)
        << noted.err;

    const auto large =
        drawn(first({"--hires", "96x112", "--hires-strength", "0.5", "--upscaler", kNetwork}), "large.png");
    EXPECT_EQ(large.width, 96);
    EXPECT_EQ(drawn(again("large.png", {"--upscaler", kNetwork}), "again.png").rgb, large.rgb);
    expectSentence(image(again("large.png"), "x.png"), 2, "--upscaler");
    expectSentence(image(first({"--upscaler", kNetwork}), "x.png"), 2, "--hires");
}

TEST_F(ImageRepeatTest, AVaeOfItsOwnAndTilesAreRepeated) {
    testing::CheckpointRecipe recipe;
    recipe.shape = testing::tinySdxlShape();
    recipe.seed = 8;
    recipe.out = folder_ / "fix.safetensors";
    ASSERT_TRUE(testing::makeCheckpoint(recipe).ok());
    const std::string vae = recipe.out.string();
    const Arguments large{"--size", "320x64"};
    const auto plain = drawn(first(large), "plain.png");
    const auto one = drawn(first({"--size", "320x64", "--vae", vae}), "one.png");
    EXPECT_NE(one.rgb, plain.rgb);
    const auto tiled = drawn(again("one.png", {"--vae", vae, "--vae-tile", "256"}), "tiled.png");
    EXPECT_NE(tiled.rgb, one.rgb);
    EXPECT_EQ(drawn(again("tiled.png", {"--vae", vae}), "two.png").rgb, tiled.rgb);
    expectSentence(image(again("tiled.png"), "x.png"), 2, "fix.safetensors");
    // A VAE in the place of the picture's own makes a variation, of the same model only.
    EXPECT_EQ(drawn(again("plain.png", {"--vae", vae}), "three.png").rgb, one.rgb);
    const auto noted = image(again("one.png", {"--vae", checkpoint().string()}), "four.png");
    EXPECT_EQ(noted.exitCode, 0) << noted.err;
    EXPECT_NE(noted.err.find("tiny.safetensors"), std::string::npos) << noted.err;
    EXPECT_EQ(png::readPng(at("four.png"))->rgb, plain.rgb);
    expectSentence(image({"--from", at("plain.png"), "--checkpoint", vae, "--vae", vae}, "x.png"), 2,
                   "tiny.safetensors");
    expectSentence(image(first({"--vae", kLora}), "x.png"), 4, kLora);
}

TEST_F(ImageRepeatTest, AnotherModelOrAMissingLoraIsSaidInOneSentence) {
    drawn(first({"--lora", kLora}), "one.png");
    const std::string model = "“tiny.safetensors, " + hashOf(checkpoint()).substr(0, 10) + "”";
    expectSentence(image({"--from", at("one.png"), "--lora-folder", loraFolder()}, "x.png"), 2, model);
    testing::CheckpointRecipe recipe;
    recipe.shape = testing::tinySdxlShape();
    recipe.dtype = weights::Dtype::F16;  // of the same size
    recipe.seed = 8;
    recipe.out = folder_ / "other.safetensors";
    ASSERT_TRUE(testing::makeCheckpoint(recipe).ok());
    for (const weights::Dtype dtype : {weights::Dtype::F16, weights::Dtype::F32}) {
        recipe.dtype = dtype;
        ASSERT_TRUE(testing::makeCheckpoint(recipe).ok());
        expectSentence(image({"--from", at("one.png"), "--lora-folder", loraFolder(), "--checkpoint",
                              recipe.out.string()},
                             "x.png"),
                       2, model);
    }
    const std::string lora = "“kohya.safetensors, " + hashOf(kLora).substr(0, 10) + "”";
    expectSentence(image(again("one.png"), "x.png"), 2, lora);
    fs::create_directories(folder_ / "empty");
    expectSentence(image(again("one.png", {"--lora-folder", at("empty")}), "x.png"), 2, lora);
    expectSentence(image(again("one.png", {"--lora-folder", at("none")}), "x.png"), 2, at("none"));
    EXPECT_FALSE(fs::exists(at("x.png")));
    EXPECT_FALSE(fs::exists(at("x.png.part")));
}

TEST_F(ImageRepeatTest, ATagFindsItsLoraByName) {
    fs::create_directories(folder_ / "loras/portraits");
    fs::copy_file(kLora, folder_ / "loras/portraits/ink v1.5.safetensors");
    const auto prompted = [&](const std::string& prompt, std::vector<std::string> more = {}) {
        more.insert(more.end(), {"--prompt", prompt, "--lora-folder", at("loras")});
        return first(more);
    };
    const auto given = drawn(first({"--prompt", "a cat", "--lora", kLora + ":0.5"}), "one.png");
    for (const char* tag : {"<lora:ink v1.5:0.5>", "<lyco:ink v1.5:0.5>", "<lora:ink v1.5.safetensors:0.5>",
                            "<lora:portraits/ink v1.5:0.5>"})
        EXPECT_EQ(drawn(prompted(std::string("a cat") + tag), "two.png").rgb, given.rgb) << tag;
    expectSentence(image(prompted("a cat <lora:ink:0.5>"), "x.png"), 2, at("loras"));
    expectSentence(image(prompted("a cat <lora:inks/ink v1.5:0.5>"), "x.png"), 2, "“inks/ink v1.5”");
    expectSentence(image(prompted("a cat <lora:../loras/portraits/ink v1.5:0.5>"), "x.png"), 2, at("loras"));
    expectSentence(image(prompted("a cat <lora:ink v1.5:0.5"), "x.png"), 2, "“<lora:ink v1.5:0.5”");
    expectSentence(image(prompted("a cat", {"--negative", "dog <lora:ink v1.5:1>"}), "x.png"), 2,
                   "“<lora:ink v1.5:1>” stands in the negative prompt");
    expectSentence(image(prompted("a cat", {"--negative", "dog <lora:ink"}), "x.png"), 2, "“<lora:ink”");
    fs::create_directories(folder_ / "loras/places");
    fs::copy_file(kFixtures + "/lora/loha.safetensors", folder_ / "loras/places/ink v1.5.safetensors");
    expectSentence(image(prompted("a cat <lora:ink v1.5:0.5>"), "x.png"), 2, at("loras/places"));
    EXPECT_EQ(drawn(prompted("a cat <lora:portraits/ink v1.5:0.5>"), "three.png").rgb, given.rgb);
}

TEST_F(ImageRepeatTest, OtherProgramsReadOurLine) {
    const auto picture = drawn(first({"--lora", kLora + ":0.5"}), "one.png");
    const png::testing::OtherReader reader(picture.texts.at("parameters"));
    EXPECT_EQ(reader.prompt, "a lighthouse <lora:kohya:0.5>");
    EXPECT_EQ(reader.fields.at("Model hash"), hashOf(checkpoint()).substr(0, 10));
    EXPECT_EQ(reader.fields.at("Model"), "tiny");
    const std::string bytes = os::readFile(kLora).value();
    std::uint64_t header = 0;
    std::memcpy(&header, bytes.data(), sizeof header);
    EXPECT_EQ(reader.fields.at("Lora hashes"),
              "kohya: " + sha256Hex(std::string_view(bytes).substr(8 + header)).substr(0, 12));
    // With nothing but that line, the picture comes out again.
    png::PngTexts line = picture.texts;
    line.erase("manju");
    writeForeign("line.png", line);
    EXPECT_EQ(drawn(again("line.png", {"--lora-folder", kFixtures + "/lora"}), "two.png").rgb, picture.rgb);
}

TEST_F(ImageRepeatTest, PicturesOfTheWebUiAreRepeatedByItsConventions) {
    const std::string settings =
        "Steps: 2, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 5, Seed: 9, Size: 64x64, Model "
        "hash: ";
    writeForeign("webui.png", {{"parameters", "a cat <lora:ink:0.5>\nNegative prompt: dog\n" + settings +
                                                  hashOf(checkpoint()).substr(0, 10) +
                                                  ", Model: tiny, Clip skip: 2, Face restoration: GFPGAN"}});
    const auto outcome = image(again("webui.png", {"--lora-folder", loraFolder(), "--json"}), "one.png");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const Json document = Json::parse(outcome.out);
    ASSERT_EQ(document.at("notes").size(), 2U);
    EXPECT_EQ(document.at("notes").at(1).at("args").at("fields"), "Face restoration: GFPGAN");
    EXPECT_NE(outcome.err.find("Face restoration: GFPGAN"), std::string::npos);
    EXPECT_EQ(document.at("spec").at("checkpoint"), hashOf(checkpoint()));
    EXPECT_EQ(
        png::readPng(at("one.png"))->rgb,
        drawn(first({"--prompt", "a cat", "--negative", "dog", "--sampler", "dpmpp_2m_karras", "--cfg", "5",
                     "--seed", "9", "--bundle", "a1111", "--clip-skip", "2", "--lora", kLora + ":0.5"}),
              "two.png")
            .rgb);

    writeForeign("other.png", {{"parameters", "a cat\n" + settings + "0123456789, Model: some_xl"}});
    expectSentence(image(again("other.png"), "x.png"), 2, "“some_xl, 0123456789”");
    expectSentence(image({"--from", at("other.png")}, "x.png"), 2, "“some_xl, 0123456789”");
    writeForeign("img2img.png",
                 {{"parameters", "a cat\n" + settings + "0123456789, Denoising strength: 0.5"}});
    expectSentence(image(again("img2img.png"), "x.png"), 2, "--init");
    // 8 digits of a part of the file, as years ago.
    const std::string bytes = os::readFile(checkpoint()).value();
    const std::string old = sha256Hex(bytes.size() > 0x100000 ? bytes.substr(0x100000, 0x10000) : "");
    writeForeign("old.png", {{"parameters", "a cat\n" + settings + old.substr(0, 8)}});
    drawn(again("old.png"), "old-again.png");
}

TEST_F(ImageRepeatTest, PlainComfyGraphsAreRepeated) {
    Json graph = Json::parse(R"json({
      "3": {"class_type": "KSampler", "inputs": {"seed": 9, "steps": 2, "cfg": 5, "sampler_name": "euler",
            "scheduler": "normal", "denoise": 1, "model": ["4", 0], "positive": ["6", 0],
            "negative": ["7", 0], "latent_image": ["5", 0]}},
      "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "some_xl.safetensors"}},
      "5": {"class_type": "EmptyLatentImage", "inputs": {"width": 64, "height": 64, "batch_size": 1}},
      "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "a cat", "clip": ["4", 1]}},
      "7": {"class_type": "CLIPTextEncode", "inputs": {"text": "", "clip": ["4", 1]}},
      "8": {"class_type": "VAEDecode", "inputs": {"samples": ["3", 0], "vae": ["4", 2]}},
      "9": {"class_type": "SaveImage", "inputs": {"images": ["8", 0]}}})json");
    writeForeign("comfy.png", {{"prompt", graph.dump()}});
    const auto outcome = image(again("comfy.png"), "one.png");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("some_xl.safetensors"), std::string::npos) << outcome.err;
    EXPECT_EQ(png::readPng(at("one.png"))->rgb,
              drawn(first({"--prompt", "a cat", "--negative", "", "--sampler", "euler_normal", "--cfg", "5",
                           "--seed", "9", "--bundle", "comfy"}),
                    "two.png")
                  .rgb);
    expectSentence(image({"--from", at("comfy.png")}, "x.png"), 2,
                   "“some_xl.safetensors”. Give it with --checkpoint");
    graph["20"] = {{"class_type", "ControlNetApply"}, {"inputs", Json::object()}};
    writeForeign("control.png", {{"prompt", graph.dump()}});
    expectSentence(image(again("control.png"), "x.png"), 2, "“ControlNetApply”");
}

TEST_F(ImageRepeatTest, FilesWithoutARecipeGetOneSentence) {
    writeForeign("bare.png", {});
    expectSentence(image(again("bare.png"), "x.png"), 2, "bare.png” does not say how it was drawn");
    const std::string whole = os::readFile(at("bare.png")).value();
    const auto from = [&](const std::string& file) { return image({"--from", file}, "x.png"); };
    expectSentence(from(write("cut.png", whole.substr(0, whole.size() - 20))), 2, "cut.png” ends early");
    expectSentence(from(write("text.png", "no picture")), 2, "text.png” is no PNG");
    expectSentence(from(write("photo.png", "\xFF\xD8\xFF\xE0 JFIF")), 2, "is a JPEG picture");
    expectSentence(image(again("none.png"), "x.png"), 2, "none.png");
    expectSentence(from(folder_.string()), 2, folder_.string());
    writeForeign("large.png", {{"parameters", std::string(100'000'000, 'x')}});
    expectSentence(image(again("large.png"), "x.png"), 2, "“parameters”");
    writeForeign("broken.png", {{"manju", "{\"spec\": 5}"}});
    expectSentence(image(again("broken.png"), "x.png"), 2, "broken.png");
    writeForeign("size.png",
                 {{"parameters", "a\nSteps: 2, Sampler: Euler, CFG scale: 5, Seed: 9, Size: 63x64"}});
    expectSentence(image(again("size.png"), "x.png"), 2, "“63x64” is not possible for --size");
    const auto chinese = testing::runProgram(
        program(), {"image", "--from", at("bare.png"), "--out", at("x.png")}, {"LC_ALL=zh_CN.UTF-8"});
    expectSentence(chinese, 2, "里没有生成信息");
}

TEST_F(ImageRepeatTest, WithoutItPromptAndCheckpointAreNeeded) {
    expectSentence(image({"--prompt", "a"}, "x.png"), 2, "--checkpoint");
    expectSentence(image({"--checkpoint", "demo"}, "x.png"), 2, "--prompt");
    expectSentence(image({"--from", ""}, "x.png"), 2, "--from");
}

}  // namespace
}  // namespace manju::cli
