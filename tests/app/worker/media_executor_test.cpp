// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/media_executor.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cstdint>
#include <vector>

#include "core/base/errors.h"
#include "core/link/errors.h"
#include "tests/app/worker/job_folder.h"

namespace manju::worker::test {
namespace {

SubtitleSpec twoCues() {
    SubtitleSpec spec;
    spec.width = 360;
    spec.height = 640;
    spec.language = "zh";
    spec.style.size = 24;
    spec.style.outline = 2;
    spec.style.baseline = 480;
    spec.style.left = 20;
    spec.style.right = 340;
    spec.frames = 45;
    spec.cues = {{0, 30, "雨停了。", ""}, {30, 45, "我们走吧！", "小雅"}};
    return spec;
}

VoiceSpec line(const std::string& text) {
    VoiceSpec spec;
    spec.text = text;
    spec.language = "zh";
    return spec;
}

void writeGradient(const std::string& path, int width, int height) {
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int value : {x * 255 / width, y * 255 / height, (x + y) % 256})
                pixels.push_back(static_cast<std::uint8_t>(value));
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    ASSERT_TRUE(png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr));
}

class MediaExecutorTest : public ::testing::Test {
protected:
    Result<StepResult> run(const StepJob& job, const std::stop_token& stop = {}) {
        return executor.run(job, progress, stop);
    }
    /// Runs a job that must succeed and checks its files.
    StepResult succeed(const StepJob& job) {
        auto result = run(job);
        if (!result.ok()) throw std::runtime_error(result.error().debugText());
        for (const OutputFile& file : result->files) JobFolder::verified(job, file);
        JobFolder::expectNothingElse(job, *result);
        return std::move(result).value();
    }

    JobFolder folder;
    MediaExecutor executor;
    ProgressLog progress;
};

TEST_F(MediaExecutorTest, RefusesPicturesAndBrokenSpecs) {
    const auto picture = run(folder.job(StepKind::Image, ImageSpec{}));
    ASSERT_FALSE(picture.ok());
    EXPECT_TRUE(picture.error().is(link::kStepKindUnknown));
    EXPECT_EQ(picture.error().args().at("kind"), "image");
    for (const StepKind kind : {StepKind::Voice, StepKind::Subtitles, StepKind::Video}) {
        const auto broken = run(folder.job(kind, Json{{"revision", 1}}));
        ASSERT_FALSE(broken.ok());
        EXPECT_TRUE(broken.error().is(kJsonInvalid));
    }
}

TEST_F(MediaExecutorTest, NeedsItsFonts) {
    StepJob job = folder.job(StepKind::Subtitles, twoCues());
    job.inputs["resources"] = folder.path().string();
    const auto without = run(job);
    ASSERT_FALSE(without.ok());
    EXPECT_TRUE(without.error().is(kFileNotFound));
    job.inputs.clear();
    const auto unnamed = run(job);
    ASSERT_FALSE(unnamed.ok());
    EXPECT_TRUE(unnamed.error().is(link::kInputMissing));
    EXPECT_EQ(unnamed.error().args().at("input"), "resources");
}

TEST_F(MediaExecutorTest, WritesBothSubtitleFiles) {
    const StepJob job = folder.job(StepKind::Subtitles, twoCues());
    const StepResult result = succeed(job);
    ASSERT_EQ(result.files.size(), 2U);
    EXPECT_EQ(result.files[0].role, "ass");
    EXPECT_EQ(result.files[1].role, "srt");
    EXPECT_EQ(result.meta.at("left_out"), "");
    const auto srt = os::readFile(job.outputFolder + "/" + result.files[1].name);
    ASSERT_TRUE(srt.ok());
    EXPECT_NE(srt->find("我们走吧！"), std::string::npos);
}

TEST_F(MediaExecutorTest, SpeaksALineTheSameWayTwice) {
    const StepResult first = succeed(folder.job(StepKind::Voice, line("你好，世界。")));
    ASSERT_EQ(first.files.size(), 1U);
    EXPECT_EQ(first.files[0].role, "audio");
    const auto samples = first.meta.at("samples").get<std::int64_t>();
    EXPECT_GT(samples, kSampleRate / 4);
    EXPECT_GE(first.files[0].bytes, 2 * samples);
    EXPECT_EQ(succeed(folder.job(StepKind::Voice, line("你好，世界。"))), first);
    EXPECT_NE(succeed(folder.job(StepKind::Voice, line("再见。"))), first);
}

TEST_F(MediaExecutorTest, CancelledWorkLeavesAtOnce) {
    std::stop_source stopped;
    stopped.request_stop();
    for (const StepJob& job :
         {folder.job(StepKind::Voice, line("你好。")), folder.job(StepKind::Subtitles, twoCues())}) {
        const auto result = run(job, stopped.get_token());
        ASSERT_FALSE(result.ok());
        EXPECT_TRUE(result.error().is(kCancelled));
    }
}

TEST_F(MediaExecutorTest, MakesAVideoOfWhatItMadeBefore) {
    const StepJob speech = folder.job(StepKind::Voice, line("雨停了。"));
    const StepResult spoken = succeed(speech);
    const StepJob captions = folder.job(StepKind::Subtitles, twoCues());
    const StepResult set = succeed(captions);
    const std::string picture = (folder.path() / "picture.png").string();
    writeGradient(picture, 360, 640);
    const std::string pictureSha = os::digestFile(picture)->sha256;

    VideoSpec spec;
    spec.width = 360;
    spec.height = 640;
    spec.timeline.frames = 45;
    spec.timeline.clips = {{pictureSha, 0, 45, {}, {0.5, 0.5, 1.2}}};
    const auto samples = spoken.meta.at("samples").get<std::int64_t>();
    spec.timeline.voices = {{spoken.files[0].sha256, 0, samples}};
    spec.subtitles = set.files[0].sha256;
    spec.title = "雨夜";
    StepJob job = folder.job(StepKind::Video, spec);
    job.inputs[pictureSha] = picture;
    job.inputs[spoken.files[0].sha256] = speech.outputFolder + "/" + spoken.files[0].name;
    job.inputs[set.files[0].sha256] = captions.outputFolder + "/" + set.files[0].name;
    const StepResult result = succeed(job);
    ASSERT_EQ(result.files.size(), 1U);
    EXPECT_EQ(result.files[0].role, "video");
    EXPECT_EQ(result.meta.at("frames"), 45);
    EXPECT_EQ(progress.reports().back().fraction, 1);
}

}  // namespace
}  // namespace manju::worker::test
