// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "core/video/bench.h"
#include "core/video/bench_scene.h"
#include "core/video/compose.h"
#include "core/video/sound_file.h"
#include "tests/core/video/support.h"

namespace manju::video {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A small scene to change, and where to put its video.
class Compose : public ::testing::Test {
protected:
    void SetUp() override { make({{180, 320}, {180, 320}, 3, 15, false}); }
    void make(const BenchScenePlan& plan) {
        auto made = makeBenchScene(plan, folder_ / "in");
        MANJU_ASSERT_OK(made);
        scene_ = std::move(*made);
        std::filesystem::create_directories(folder_ / "out");
        output_ = folder_ / "out/video.mp4";
    }
    Result<VideoFacts> compose(const Progress& progress = {}, std::stop_token stop = {}) {
        return composeVideo(scene_.spec, scene_.inputs, output_, {}, progress, stop);
    }
    void replace(const std::string& name, const std::string& bytes) {
        std::ofstream(scene_.inputs.at(name), std::ios::binary) << bytes;
    }
    [[nodiscard]] std::vector<std::string> left() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_ / "out"))
            names.push_back(entry.path().filename().string());
        return names;
    }

    TempFolder folder_;
    BenchScene scene_;
    std::filesystem::path output_;
};

TEST_F(Compose, MakesAVerifiedVideoAndReportsEachFrame) {
    std::vector<double> fractions;
    std::int64_t lastIndex = 0;
    const auto facts = compose([&](const ComposeProgress& progress) {
        fractions.push_back(progress.fraction);
        if (progress.stage != "stage.compose") return;
        EXPECT_EQ(progress.index, ++lastIndex);
    });
    MANJU_ASSERT_OK(facts);
    EXPECT_EQ(facts->frames, 45);
    EXPECT_EQ(facts->width, 180);
    EXPECT_EQ(facts->height, 320);
    EXPECT_EQ(facts->audioSamples, 45 * kSamplesPerFrame);
    EXPECT_NEAR(facts->integratedLufs, -14.0, 0.5);
    EXPECT_LE(facts->truePeakDb, -1.0 + 0.3);
    EXPECT_EQ(facts->bytes, static_cast<std::int64_t>(std::filesystem::file_size(output_)));
    EXPECT_EQ(lastIndex, 45);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.back(), 1.0);
    EXPECT_THAT(left(), ElementsAre("video.mp4"));
}

TEST_F(Compose, EqualInputGivesEqualBytes) {
    MANJU_ASSERT_OK(compose());
    const std::string first = fileBytes(output_);
    std::filesystem::remove(output_);
    MANJU_ASSERT_OK(compose());
    EXPECT_EQ(fileBytes(output_), first);
    EXPECT_THAT(first, HasSubstr("AI generated"));
    EXPECT_THAT(first, HasSubstr("Bench"));
}

TEST_F(Compose, ColoursSurviveTheEncoder) {
    const struct {
        std::uint8_t r, g, b;
        int y, cb, cr;
    } bars[] = {{255, 0, 0, 63, 102, 240}, {0, 255, 0, 173, 42, 26}, {255, 255, 255, 235, 128, 128}};
    for (int i = 0; i < 3; ++i)
        MANJU_ASSERT_OK(writeStill(flatStill(90, 160, bars[i].r, bars[i].g, bars[i].b),
                                   scene_.inputs.at("still" + std::to_string(i) + ".png")));
    MANJU_ASSERT_OK(compose());
    auto frames = decodeFrames(output_);
    ASSERT_EQ(frames.size(), 45U);
    for (std::size_t i = 0; i < 3; ++i) {
        const Picture picture = frames[i * 15 + 7].view();
        EXPECT_NEAR(picture.y.row(160)[90], bars[i].y, 1);
        EXPECT_NEAR(picture.cb.row(80)[45], bars[i].cb, 1);
        EXPECT_NEAR(picture.cr.row(80)[45], bars[i].cr, 1);
    }
    EXPECT_NEAR(frames[14].view().y.row(160)[90], bars[0].y, 2);  // the cut falls between 14 and 15
    EXPECT_NEAR(frames[15].view().y.row(160)[90], bars[1].y, 2);
}

TEST_F(Compose, ClicksAreHeardOnTheirFrame) {
    // 10 ms of 2 kHz, which the codec keeps, at the start of each line.
    std::vector<float> click = tone(0.01, 2000, 0.8);
    click.resize(static_cast<std::size_t>(scene_.spec.timeline.voices[0].samples), 0.0F);
    MANJU_ASSERT_OK(writeWav(click, scene_.inputs.at("voice0.wav")));
    MANJU_ASSERT_OK(writeWav(click, scene_.inputs.at("voice1.wav")));
    scene_.spec.music.clear();
    MANJU_ASSERT_OK(compose());
    const auto sound = readSound(output_, 1, 1'000'000);
    MANJU_ASSERT_OK(sound);
    const auto size = [&](std::int64_t i) { return std::abs(sound->at(static_cast<std::size_t>(i))); };
    for (const TimelineVoice& voice : scene_.spec.timeline.voices) {
        double peak = 0;
        for (std::int64_t i = voice.startSample; i < voice.startSample + 480; ++i)
            peak = std::max<double>(peak, size(i));
        std::int64_t onset = std::max<std::int64_t>(0, voice.startSample - 4000);
        while (size(onset) < 0.4 * peak) ++onset;
        EXPECT_NEAR(static_cast<double>(onset), static_cast<double>(voice.startSample), 144.0);  // 3 ms
    }
}

TEST_F(Compose, MusicNeverChangesThePictureLength) {
    for (const double seconds : {0.2, 1.5, 7.0}) {
        MANJU_ASSERT_OK(writeWav(tone(seconds, 300, 0.2), scene_.inputs.at("music.wav")));
        const auto facts = compose();
        MANJU_ASSERT_OK(facts);
        EXPECT_EQ(facts->frames, 45) << seconds;
        EXPECT_EQ(facts->audioSamples, 45 * kSamplesPerFrame) << seconds;
    }
}

TEST_F(Compose, OddTimelines) {
    for (const std::int64_t frames : {1, 2, 3, 31, 61}) {
        make({{180, 320}, {120, 200}, 1, frames, false});
        if (frames < 3) scene_.spec.timeline.voices.clear();
        const auto facts = compose();
        MANJU_ASSERT_OK(facts);
        EXPECT_EQ(facts->frames, frames);
        EXPECT_EQ(facts->audioSamples, frames * kSamplesPerFrame);
    }
}

TEST_F(Compose, WithoutAnySoundItIsSilentButWhole) {
    scene_.spec.timeline.voices.clear();
    scene_.spec.music.clear();
    const auto facts = compose();
    MANJU_ASSERT_OK(facts);
    EXPECT_EQ(facts->audioSamples, 45 * kSamplesPerFrame);
    EXPECT_LT(facts->integratedLufs, -70.0);
}

TEST_F(Compose, CaptionsAreSeen) {
    make({{360, 640}, {360, 640}, 1, 6, true});
    MANJU_ASSERT_OK(writeStill(flatStill(90, 160, 60, 60, 60), scene_.inputs.at("still0.png")));
    MANJU_ASSERT_OK(compose());
    auto frames = decodeFrames(output_);
    ASSERT_EQ(frames.size(), 6U);
    int bright = 0, brightElsewhere = 0;
    const Picture picture = frames[3].view();
    for (int y = 0; y < 640; ++y)
        for (int x = 0; x < 360; ++x)
            if (picture.y.row(y)[x] > 180) ++(y > 400 && y < 500 ? bright : brightElsewhere);
    EXPECT_GT(bright, 200);
    EXPECT_EQ(brightElsewhere, 0);
}

TEST_F(Compose, CancellingLeavesNothing) {
    std::stop_source stop;
    const auto facts = compose(
        [&](const ComposeProgress& progress) {
            if (progress.index == 20) stop.request_stop();
        },
        stop.get_token());
    ASSERT_FALSE(facts.ok());
    EXPECT_EQ(facts.error().id(), "MJ-BASE-01");
    EXPECT_TRUE(left().empty());
}

TEST_F(Compose, AFailureKeepsTheOldVideo) {
    std::ofstream(output_) << "the old one";
    replace("still2.png", "no picture");
    const auto facts = compose();
    ASSERT_FALSE(facts.ok());
    EXPECT_EQ(facts.error().id(), "MJ-VIDEO-03");
    EXPECT_EQ(fileBytes(output_), "the old one");
    EXPECT_THAT(left(), ElementsAre("video.mp4"));
}

TEST_F(Compose, MissingInputsAreNamed) {
    const auto scene = scene_;
    scene_.inputs.erase("still1.png");
    EXPECT_EQ(compose().error().id(), "MJ-VIDEO-02");
    scene_ = scene;
    std::filesystem::remove(scene_.inputs.at("voice0.wav"));
    const auto gone = compose();
    ASSERT_FALSE(gone.ok());
    EXPECT_EQ(gone.error().id(), "MJ-FILE-01");
    EXPECT_EQ(gone.error().args().at("file"), scene_.inputs.at("voice0.wav"));
    EXPECT_TRUE(left().empty());
}

TEST_F(Compose, ImpossiblePlansAreRefused) {
    const VideoSpec good = scene_.spec;
    const auto refused = [&](auto change) {
        scene_.spec = good;
        change(scene_.spec);
        const auto facts = compose();
        return !facts.ok() && facts.error().id() == "MJ-VIDEO-01" && left().empty();
    };
    EXPECT_TRUE(refused([](VideoSpec& s) { s.width = 181; }));
    EXPECT_TRUE(refused([](VideoSpec& s) { s.height = 0; }));
    EXPECT_TRUE(refused([](VideoSpec& s) { s.timeline = {}; }));
    EXPECT_TRUE(refused([](VideoSpec& s) { ++s.timeline.frames; }));
    EXPECT_TRUE(refused([](VideoSpec& s) { ++s.timeline.clips[1].startFrame; }));
    EXPECT_TRUE(refused([](VideoSpec& s) { s.timeline.voices[2].startSample += 45 * kSamplesPerFrame; }));
}

TEST_F(Compose, NeverWritesOverAnInput) {
    output_ = scene_.inputs.at("still0.png");
    const std::string before = fileBytes(output_);
    EXPECT_EQ(compose().error().id(), "MJ-VIDEO-08");
    EXPECT_EQ(fileBytes(output_), before);
}

TEST_F(Compose, AnUnwritableTargetIsNamed) {
    output_ = folder_ / "out/none/video.mp4";
    const auto facts = compose();
    ASSERT_FALSE(facts.ok());
    EXPECT_EQ(facts.error().args().at("file"), output_.string() + ".part");
    EXPECT_TRUE(facts.error().kind() == ErrorKind::Environment || facts.error().kind() == ErrorKind::Usage);
}

TEST_F(Compose, AnyPathWorks) {
    const std::filesystem::path odd = folder_ / "out/a'b:c[d] 空格%d.mp4";
    output_ = odd;
    MANJU_ASSERT_OK(compose());
    EXPECT_TRUE(std::filesystem::exists(odd));
}

TEST(Bench, SmokeGivesFiguresThatHold) {
    const Json figures = benchCompose(true);
    ASSERT_FALSE(figures.empty());
    for (const Json& figure : figures) EXPECT_TRUE(figure.at("ok").get<bool>()) << figure.dump();
}

}  // namespace
}  // namespace manju::video
