// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/planner.h"

#include <gtest/gtest.h>

namespace manju::engine {
namespace {

/// One shot with one narrated line and one title card.
store::EpisodeRow episodeOf(const std::string& narration, const std::string& card) {
    store::LineRow spoken;
    spoken.id = LineId{1};
    spoken.line.kind = LineKind::Narration;
    spoken.line.text = narration;
    store::LineRow shown;
    shown.id = LineId{2};
    shown.line.kind = LineKind::OnScreenText;
    shown.line.text = card;
    store::ShotRow shot;
    shot.id = ShotId{1};
    shot.lines = {spoken, shown};
    store::EpisodeRow episode;
    episode.language = "zh";
    episode.shots = {shot};
    return episode;
}

/// The pictures are not drawn yet.
SubtitleSpec subtitlesOf(const store::EpisodeRow& episode) {
    store::ResultRow voice;
    voice.files = {{"audio", "b.wav", 1, "bb"}};
    voice.meta = {{"samples", 48000}};
    return planSubtitles(episode, {}, [&](StepKind kind, ShotId, LineId) {
        return kind == StepKind::Image ? nullptr : &voice;
    });
}

std::string captionOf(const SubtitleSpec& spec) {
    std::string text;
    for (const SubtitleCue& cue : spec.cues) text += cue.text;
    return text;
}

TEST(Planner, CaptionsShowTheWordAndNeverItsReading) {
    const auto spec = subtitlesOf(episodeOf("他走进[银行|yin2 hang2]。", "[重庆|chong2 qing4]"));
    EXPECT_EQ(captionOf(spec), "他走进银行。重庆");
}

TEST(Planner, AReadingTakesNoPlaceWhereACaptionIsCut) {
    // Longer than two caption lines with the reading, shorter without it.
    const auto spec = subtitlesOf(episodeOf("他慢慢地走进了那家[银行|yin2 hang2]的大门，什么也没说。", "x"));
    ASSERT_EQ(spec.cues.size(), 2U);
    EXPECT_EQ(spec.cues[0].text, "他慢慢地走进了那家银行的大门，什么也没说。");
}

TEST(Planner, TheDiskEstimateFollowsTheSizeOfTheVideo) {
    // Measured: 47 s of 1080x1920 leave 27 MB, 36 s of 360x640 leave 6 MB.
    store::EpisodeRow episode = episodeOf(std::string(188, 'x'), "");
    Preset large;
    large.image.width = 192;
    large.image.height = 336;
    Preset small = large;
    small.width = 360;
    small.height = 640;
    EXPECT_GT(estimateDisk(episode, large).count, 27'000'000);
    EXPECT_LT(estimateDisk(episode, large).count, 150'000'000);
    EXPECT_GT(estimateDisk(episode, small).count, 6'000'000);
    EXPECT_LT(estimateDisk(episode, small).count, 25'000'000);
    Preset enlarged = small;
    enlarged.image.hires.width = 1080;
    enlarged.image.hires.height = 1920;
    EXPECT_EQ((estimateDisk(episode, enlarged) - estimateDisk(episode, small)).count,
              3 * (1080 * 1920 - 192 * 336));
}

TEST(Planner, TheVoiceGetsTheReading) {
    const auto wanted = planShots(episodeOf("他走进[银行|yin2 hang2]。", "x"), {}, {"model", {}, {}});
    ASSERT_EQ(wanted.size(), 2U);
    EXPECT_EQ(wanted[1].spec.at("text"), "他走进[银行|yin2 hang2]。");
}

TEST(Planner, AllShotsAreDrawnAsThePresetSays) {
    store::EpisodeRow episode = episodeOf("他走了。", "x");
    episode.shots.push_back(episode.shots[0]);
    ProductionSettings settings;
    settings.preset.image.vaeTile = 512;
    settings.preset.image.clipSkip = 2;
    int pictures = 0;
    for (const WantedStep& step : planShots(episode, settings, {"model", {}, {}})) {
        if (step.kind != StepKind::Image) continue;
        ++pictures;
        EXPECT_EQ(step.spec.at("vaeTile"), 512);
        EXPECT_EQ(step.spec.at("clipSkip"), 2);
        EXPECT_TRUE(step.spec.at("hires").is_null());
    }
    EXPECT_EQ(pictures, 2);
}

TEST(Planner, ASecondPassIsPlannedWithTheContentsOfItsUpscaler) {
    ProductionSettings settings;
    settings.preset.image.hires = {1080, 1920, 0.25, 12, "/models/x4.safetensors"};
    EXPECT_EQ(settings.model().upscaler, "/models/x4.safetensors");
    const auto wanted = planShots(episodeOf("他走了。", "x"), settings, {"model", {}, "digest"});
    const auto spec = wanted.at(0).spec.get<ImageSpec>();
    EXPECT_EQ(spec.hires, (HiresSpec{1080, 1920, 0.25, "digest", 12}));

    settings.preset.image.hires.width = settings.preset.image.hires.height = 0;
    EXPECT_EQ(settings.model().upscaler, "");  // need not exist where it is not used
}

}  // namespace
}  // namespace manju::engine
