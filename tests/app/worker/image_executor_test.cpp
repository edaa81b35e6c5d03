// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/image_executor.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "core/link/errors.h"
#include "core/png/png_file.h"
#include "tests/app/worker/job_folder.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::worker::test {
namespace {

class ImageExecutorTest : public ::testing::Test {
protected:
    StepJob drawing(const std::string& checkpoint, std::uint32_t seed = 7) {
        ImageSpec spec;
        spec.checkpoint = checkpoint;
        spec.prompt = "a lighthouse in the rain";
        spec.seed = seed;
        spec.width = 64;
        spec.height = 64;
        spec.steps = 2;
        spec.cfg = 5;
        spec.sampler = "euler";
        spec.bundle = "studio";
        StepJob job = folder.job(StepKind::Image, spec);
        job.inputs["checkpoint"] = model.string();
        return job;
    }
    void writeModel(std::uint64_t seed) {
        testing::CheckpointRecipe recipe;
        recipe.shape = testing::tinySdxlShape();
        recipe.seed = seed;
        recipe.out = model;
        ASSERT_TRUE(testing::makeCheckpoint(recipe).ok());
    }
    Result<StepResult> run(const StepJob& job, const std::stop_token& stop = {}) {
        return executor.run(job, progress, stop);
    }
    std::string digest(const StepJob& job) {
        auto result = run(job);
        if (!result.ok()) throw std::runtime_error(result.error().debugText());
        JobFolder::verified(job, result->files.at(0));
        JobFolder::expectNothingElse(job, *result);
        return result->files.at(0).sha256;
    }

    JobFolder folder;
    std::filesystem::path model = folder.path() / "model.safetensors";
    ImageExecutor executor{2};
    ProgressLog progress;
};

TEST_F(ImageExecutorTest, DrawsAPictureWithItsSpecInside) {
    writeModel(1);
    const StepJob job = drawing("a");
    const auto result = run(job);
    ASSERT_TRUE(result.ok()) << result.error().debugText();
    ASSERT_EQ(result->files.size(), 1U);
    EXPECT_EQ(result->files[0].role, "image");
    const auto png = png::readPng(JobFolder::verified(job, result->files[0]));
    ASSERT_TRUE(png.ok());
    EXPECT_EQ(png->width, 64);
    EXPECT_EQ(png->height, 64);
    EXPECT_NE(png->texts.at("manju").find("a lighthouse in the rain"), std::string::npos);
    for (std::size_t i = 1; i < progress.reports().size(); ++i)
        EXPECT_GE(progress.reports()[i].fraction, progress.reports()[i - 1].fraction);
    EXPECT_EQ(progress.reports().back().fraction, 1);
}

TEST_F(ImageExecutorTest, ALoraChangesThePictureAndLeavesNothingBehind) {
    writeModel(1);
    const auto with = [&](double unet, double text, const std::string& blocks = "") {
        StepJob job = drawing("a");
        auto spec = job.spec.get<ImageSpec>();
        spec.loras = {{"lora", unet, text, blocks, 0}};
        job.spec = spec;
        job.inputs["lora"] = MANJU_SOURCE_DIR "/tests/fixtures/lora/kohya.safetensors";
        return job;
    };
    const std::string without = digest(drawing("a"));
    const std::string drawn = digest(with(0.8, 0.8));
    EXPECT_NE(drawn, without);
    const auto result = run(with(0.8, 0.8));
    ASSERT_TRUE(result.ok());
    EXPECT_GT(result->meta.at("loras").at(0).at("matched"), 0);
    // The text encoders' part alone: an encoded prompt is remembered with the weights it was encoded with.
    EXPECT_NE(digest(with(0, 0.8)), digest(with(0, 0)));
    EXPECT_NE(digest(with(0.8, 0.8, "middle")), drawn);
    EXPECT_EQ(digest(drawing("a")), without);
    EXPECT_EQ(digest(with(0.8, 0.8)), drawn);

    StepJob gone = with(0.8, 0.8);
    gone.inputs.erase("lora");
    EXPECT_FALSE(run(gone).ok());
    StepJob wrong = with(0.8, 0.8);
    wrong.inputs["lora"] = model.string();
    EXPECT_EQ(run(wrong).error().kind(), ErrorKind::Environment);
    EXPECT_EQ(digest(drawing("a")), without);
}

// AUTOMATIC1111/stable-diffusion-webui#13516, AUTOMATIC1111/stable-diffusion-webui#13178,
// AUTOMATIC1111/stable-diffusion-webui#12619: a LoRA leaves nothing in a model that is loaded after it,
// biases and norms included (report 36).
TEST_F(ImageExecutorTest, NothingOfALoraIsLeftInTheNextModel) {
    writeModel(1);
    const std::filesystem::path first = model;
    model = folder.path() / "other.safetensors";
    writeModel(2);
    const std::filesystem::path other = model;
    const auto drawn = [&](const std::filesystem::path& file, const std::vector<std::string>& loras) {
        model = file;
        StepJob job = drawing(file.stem().string());
        auto spec = job.spec.get<ImageSpec>();
        for (const std::string& lora : loras) {
            spec.loras.push_back({lora, 1, 1, "", 0});
            job.inputs[lora] = MANJU_SOURCE_DIR "/tests/fixtures/lora/" + lora + ".safetensors";
        }
        job.spec = spec;
        return digest(job);
    };
    const std::string untouched = drawn(other, {});
    const std::string before = drawn(first, {"kohya", "full", "norm"});
    EXPECT_EQ(drawn(other, {}), untouched);
    EXPECT_EQ(drawn(first, {"kohya", "full", "norm"}), before);
    EXPECT_NE(drawn(first, {}), before);
}

TEST_F(ImageExecutorTest, AVaeAndTextEncodersOfAnotherModelAreUsedAndLeftAgain) {
    const std::filesystem::path base = model;
    const std::filesystem::path other = folder.path() / "other.safetensors";
    writeModel(1);
    model = other;
    writeModel(2);
    model = base;
    const auto with = [&](const std::string& input) {
        StepJob job = drawing("a");
        if (!input.empty()) job.inputs[input] = other.string();
        return digest(job);
    };
    const std::string own = with("");
    const std::string vae = with("vae");
    const std::string text = with("text_encoder.0");
    EXPECT_NE(vae, own);
    EXPECT_NE(text, own);
    EXPECT_NE(text, vae);
    EXPECT_EQ(with(""), own);
    EXPECT_EQ(with("vae"), vae);
}

TEST_F(ImageExecutorTest, TheSameJobGivesTheSameFile) {
    writeModel(1);
    const std::string first = digest(drawing("a"));
    EXPECT_EQ(digest(drawing("a")), first);
    EXPECT_NE(digest(drawing("a", 8)), first);
}

TEST_F(ImageExecutorTest, LoadsTheModelAgainWhenItsFileChanged) {
    writeModel(1);
    const std::string first = digest(drawing("a"));
    std::filesystem::remove(model);
    writeModel(2);
    EXPECT_NE(digest(drawing("a")), first);
}

TEST_F(ImageExecutorTest, RefusesWhatItCannotDo) {
    StepJob missing = drawing("a");
    EXPECT_TRUE(run(missing).error().is(kFileNotFound));
    missing.inputs.erase("checkpoint");
    EXPECT_TRUE(run(missing).error().is(link::kInputMissing));
    EXPECT_TRUE(run(folder.job(StepKind::Voice, VoiceSpec{})).error().is(link::kStepKindUnknown));
    EXPECT_TRUE(run(folder.job(StepKind::Image, Json{{"seed", 1}})).error().is(kJsonInvalid));
}

TEST_F(ImageExecutorTest, ACancelledJobEndsAsCancelled) {
    writeModel(1);
    std::stop_source stopped;
    stopped.request_stop();
    const StepJob job = drawing("a");
    const auto result = run(job, stopped.get_token());
    ASSERT_FALSE(result.ok());
    EXPECT_TRUE(result.error().is(kCancelled));
    EXPECT_TRUE(std::filesystem::is_empty(job.outputFolder));
}

}  // namespace
}  // namespace manju::worker::test
