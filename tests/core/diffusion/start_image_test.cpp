// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/start_image.h"

#include <c10/core/InferenceMode.h>

#include <cmath>

#include "core/base/os/file.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/image_generator.h"
#include "core/png/png_file.h"
#include "core/diffusion/spec_check.h"
#include "core/diffusion/upscaler.h"
#include "drawing.h"
#include "tensors.h"

namespace manju::diffusion {
namespace {

constexpr double kTolerance = 1e-4;

const std::filesystem::path kPicture = kFixtures / "start.png";
const std::filesystem::path kMask = kFixtures / "mask.png";

/// The stored job: see tests/reference/start_reference.py.
ImageSpec storedSpec() {
    ImageSpec spec = referenceSpec(8);
    spec.start = StartSpec{"picture", 0.6, ""};
    return spec;
}

DrawInputs storedInputs() {
    return {{{"picture", kPicture.string()}, {"mask", kMask.string()}}, ""};
}

class StartImageTest : public ::testing::Test {
protected:
    StartImageTest()
        : checkpoint_(openCheckpoint(tinyCheckpoint())),
          model_(loaded(checkpoint_)),
          stored_("start.safetensors") {}

    Result<Picture> draw(const ImageSpec& spec) { return model_.draw(spec, storedInputs(), {}, {}); }
    void expectStored(const Result<Picture>& got, const std::string& name) const {
        ASSERT_TRUE(got.ok()) << name << ": " << got.error().debugText();
        EXPECT_GE(equalShare(got.value().rgb, stored_.values<std::uint8_t>(name)), kEqualShare) << name;
    }

    weights::Checkpoint checkpoint_;
    ImageGenerator model_;
    Fixture stored_;
};

TEST_F(StartImageTest, TheEncoderAgrees) {
    const c10::InferenceMode inference;
    Residency residency(checkpoint_, megabytes(1000), megabytes(100));
    const auto start = loadStartImage({"picture", 1, ""}, storedInputs().files, 96, 64);
    ASSERT_TRUE(start.ok());
    const EncodedPicture got = (*residency.vaeEncoder().value())(start->picture());
    EXPECT_LT(difference(got.mean, stored(stored_, "vae.mean")), kTolerance);
    EXPECT_LT(difference(got.deviation, stored(stored_, "vae.deviation")), kTolerance);
}

TEST_F(StartImageTest, PicturesOverAPictureAreThoseOfTheReference) {
    for (const char* sampler : {"euler", "euler_a", "dpmpp_2m"}) {
        ImageSpec spec = storedSpec();
        spec.sampler = sampler;
        expectStored(draw(spec), std::string("img2img.") + sampler + ".0.6");
        spec.start->strength = 1;
        expectStored(draw(spec), std::string("img2img.") + sampler + ".1.0");
    }
    EXPECT_EQ(draw(storedSpec()).value().facts.timesteps.size(), 4U);
}

/// Where the mask keeps the picture, ours is the picture itself and not what the VAE makes of it.
void expectStoredInside(const Picture& got, std::vector<std::uint8_t> reference, const StartImage& start,
                        const std::string& name) {
    start.restoreKept(reference);
    EXPECT_GE(equalShare(got.rgb, reference), kEqualShare) << name;
}

TEST_F(StartImageTest, MaskedPicturesAreThoseOfTheReference) {
    const TemporaryFolder folder;
    auto recipe = tinyRecipe(folder.path() / "inpaint.safetensors");
    recipe.shape.unet.inChannels = 9;
    ASSERT_TRUE(testing::makeCheckpoint(recipe).ok());
    const weights::Checkpoint painterFile = openCheckpoint(recipe.out);
    EXPECT_EQ(painterFile.variant(), "SDXL (small) inpainting");
    ImageGenerator painter = loaded(painterFile);
    const auto start = loadStartImage({"picture", 1, "mask"}, storedInputs().files, 96, 64).value();
    for (const char* sampler : {"euler", "euler_a", "dpmpp_2m"})
        for (const auto& [strength, text] : {std::pair(0.7, "0.7"), std::pair(1.0, "1.0")}) {
            ImageSpec spec = storedSpec();
            spec.sampler = sampler;
            spec.start = StartSpec{"picture", strength, "mask"};
            const std::string end = std::string(".") + sampler + "." + text;
            for (const auto& [name, model] :
                 {std::pair("inpaint", &model_), std::pair("painter", &painter)}) {
                const auto got = model->draw(spec, storedInputs(), {}, {});
                ASSERT_TRUE(got.ok()) << got.error().debugText();
                expectStoredInside(*got, stored_.values<std::uint8_t>(name + end), start, name + end);
            }
        }
    ImageSpec whole = storedSpec();
    whole.start.reset();
    EXPECT_TRUE(painter.draw(whole, {}, {}, {}).error().is(kNeedsMask));
}

TEST_F(StartImageTest, WhatTheMaskKeepsIsKeptToTheByte) {
    ImageSpec spec = storedSpec();
    spec.bundle = "studio";
    spec.start = StartSpec{"picture", 0.9, "mask"};
    const auto start = loadStartImage(*spec.start, storedInputs().files, 96, 64).value();
    const Picture drawn = draw(spec).value();
    std::size_t changed = 0;
    for (std::size_t i = 0; i < start.mask.size(); ++i) {
        const bool same = std::equal(drawn.rgb.begin() + static_cast<std::ptrdiff_t>(3 * i),
                                     drawn.rgb.begin() + static_cast<std::ptrdiff_t>(3 * i + 3),
                                     start.rgb.begin() + static_cast<std::ptrdiff_t>(3 * i));
        EXPECT_TRUE(same || start.mask[i] == 1) << i;
        changed += same ? 0 : 1;
    }
    EXPECT_GT(changed, 1000U);
}

TEST_F(StartImageTest, ASecondPassDrawsTheLargerPicture) {
    ImageSpec spec = storedSpec();
    spec.start.reset();
    spec.bundle = "studio";
    spec.hires = HiresSpec{144, 96, 0.5, "", 0};
    std::vector<std::string> stages;
    const auto note = [&](std::string_view stage, int, int) {
        if (stages.empty() || stages.back() != stage) stages.emplace_back(stage);
    };
    const auto got = model_.draw(spec, {}, note, {});
    ASSERT_TRUE(got.ok()) << got.error().debugText();
    EXPECT_EQ(got->width, 144);
    EXPECT_EQ(got->height, 96);
    EXPECT_EQ(got->rgb.size(), 144U * 96 * 3);
    EXPECT_EQ(got->facts.timesteps.size(), 8U);
    EXPECT_EQ(got->facts.hiresTimesteps.size(), 4U);
    EXPECT_EQ(stages, (std::vector<std::string>{"stage.text", "stage.model", "stage.sample", "stage.enlarge",
                                                "stage.hires", "stage.decode"}));
    // The second pass is the picture of the first, enlarged, as a start picture.
    spec.hires.reset();
    const Picture first = draw(spec).value();
    const TemporaryFolder folder;
    const auto file = folder.path() / "first.png";
    ASSERT_TRUE(png::writePng(file, {first.width, first.height, first.rgb, {}}).ok());
    spec.width = 144;
    spec.height = 96;
    spec.start = StartSpec{"first", 0.5, ""};
    const Picture second = model_.draw(spec, {{{"first", file.string()}}, ""}, {}, {}).value();
    EXPECT_EQ(second.rgb, got->rgb);
}

TEST_F(StartImageTest, ANetworkCanEnlargeForTheSecondPassOrInsteadOfIt) {
    ImageSpec spec = storedSpec();
    spec.start.reset();
    spec.bundle = "studio";
    const Picture plain = draw(spec).value();
    spec.hires = HiresSpec{192, 128, 0, "net", 0};
    DrawInputs inputs;
    inputs.files["net"] = MANJU_SOURCE_DIR "/tests/fixtures/upscale/rrdb_x2.safetensors";
    const auto enlarged = model_.draw(spec, inputs, {}, {});
    ASSERT_TRUE(enlarged.ok()) << enlarged.error().debugText();
    const auto net = Upscaler::load(inputs.files["net"]);
    const Pixels expected = net->enlarge({96, 64, 3, plain.rgb}, {}, {}, {}).value();
    EXPECT_EQ(enlarged->rgb, expected.bytes);
    EXPECT_TRUE(enlarged->facts.hiresTimesteps.empty());
    spec.hires->strength = 0.5;
    EXPECT_NE(model_.draw(spec, inputs, {}, {}).value().rgb, expected.bytes);
    spec.hires->upscaler = "gone";
    EXPECT_TRUE(model_.draw(spec, inputs, {}, {}).error().is(kInputMissing));
}

TEST(PartialRun, FollowsTheThreeRules) {
    const auto run = [](StrengthRule rule, int steps, double strength) {
        const PartialRun got = partialRun(rule, steps, strength);
        return std::pair(got.steps, got.steps - got.skipped);
    };
    EXPECT_EQ(run(StrengthRule::Share, 20, 0.75), std::pair(20, 15));
    EXPECT_EQ(run(StrengthRule::ShareAndOne, 20, 0.75), std::pair(20, 16));
    EXPECT_EQ(run(StrengthRule::Tail, 20, 0.75), std::pair(26, 20));
    EXPECT_EQ(run(StrengthRule::Share, 50, 0.29), std::pair(50, 14));  // 14.499... in binary
    EXPECT_EQ(run(StrengthRule::ShareAndOne, 20, 1), std::pair(20, 20));
    EXPECT_EQ(run(StrengthRule::Tail, 20, 1), std::pair(20, 20));
}

TEST(StartSpec, WhatCannotRunIsRefused) {
    const auto with = [](double strength, const char* bundle, auto change) {
        ImageSpec spec = storedSpec();
        spec.bundle = bundle;
        spec.start->strength = strength;
        change(spec);
        return checkSpec(spec);
    };
    const auto as = [](ImageSpec&) {};
    EXPECT_TRUE(with(0.6, "diffusers", as).ok());
    EXPECT_TRUE(with(0.1, "diffusers", as).error().is(kStrengthInvalid));  // 0.8 steps
    EXPECT_TRUE(with(0.1, "a1111", as).ok());
    EXPECT_TRUE(with(0.001, "comfy", as).error().is(kStrengthInvalid));  // 8000 steps
    EXPECT_TRUE(with(0, "comfy", as).error().is(kStrengthInvalid));
    EXPECT_TRUE(with(1.1, "studio", as).error().is(kStrengthInvalid));
    EXPECT_TRUE(with(0.008, "comfy", as).error().is(kStrengthInvalid));  // 1000 steps
    EXPECT_TRUE(
        with(0.6, "studio", [](ImageSpec& s) { s.prompt.assign(20'000, 'x'); }).error().is(kPromptTooLong));
    const auto secondPassOfLcm = [](ImageSpec& s) {
        s.sampler = "lcm";
        s.hires = HiresSpec{s.width, s.height, 0.5, "", 51};
        s.start.reset();
    };
    EXPECT_TRUE(with(0.6, "studio", secondPassOfLcm).error().is(kTooManyLcmSteps));
    const auto masked = [](ImageSpec& s) { s.start->mask = "mask"; };
    EXPECT_TRUE(with(1, "comfy", masked).ok());
    EXPECT_TRUE(with(1.5, "studio", masked).error().is(kStrengthInvalid));
    EXPECT_TRUE(with(NAN, "studio", masked).error().is(kStrengthInvalid));
    EXPECT_TRUE(with(NAN, "studio", as).error().is(kStrengthInvalid));
    EXPECT_TRUE(with(0.5, "studio",
                     [](ImageSpec& s) {
                         s.hires = HiresSpec{100, 96, 0.5, "", 0};
                     })
                    .error()
                    .is(kSizeInvalid));
    EXPECT_TRUE(with(0.5, "studio",
                     [](ImageSpec& s) {
                         s.hires = HiresSpec{96, 96, 0.5, "", 151};
                     })
                    .error()
                    .is(kStepsInvalid));
    EXPECT_TRUE(with(0.5, "studio",
                     [](ImageSpec& s) {
                         s.hires = HiresSpec{96, 96, 0.05, "", 0};
                     })
                    .error()
                    .is(kStrengthInvalid));
    EXPECT_TRUE(with(0.5, "studio",
                     [](ImageSpec& s) {
                         s.start->mask = "mask";
                         s.hires = HiresSpec{96, 96, 0.5, "", 0};
                     })
                    .error()
                    .is(kMaskWithHires));
}

TEST(StartImageFiles, BrokenOnesAreNamed) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "a.png";
    ASSERT_TRUE(os::writeFile(file, "no picture").ok());
    const InputFiles files{{"picture", kPicture.string()}, {"bad", file.string()}};
    EXPECT_TRUE(loadStartImage({"bad", 1, ""}, files, 96, 64).error().is(kStartUnreadable));
    EXPECT_TRUE(loadStartImage({"gone", 1, ""}, files, 96, 64).error().is(kInputMissing));
    ASSERT_TRUE(png::writePng(file, {8, 8, std::vector<std::uint8_t>(192, 90), {}}).ok());
    EXPECT_TRUE(loadStartImage({"picture", 1, "bad"}, files, 96, 64).error().is(kMaskEmpty));
}

}  // namespace
}  // namespace manju::diffusion
