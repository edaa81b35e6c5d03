// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/timeline.h"

#include <gtest/gtest.h>

#include <random>

#include "core/base/text.h"

namespace manju {
namespace {

std::vector<TimelineShot> randomShots(std::mt19937& random, int count) {
    std::vector<TimelineShot> shots;
    for (int i = 0; i < count; ++i) {
        TimelineShot shot;
        shot.image = "image" + std::to_string(i);
        const int lines = 1 + static_cast<int>(random() % 3);
        for (int j = 0; j < lines; ++j) {
            std::string text;
            const int points = 1 + static_cast<int>(random() % 60);
            for (int k = 0; k < points; ++k) text += k % 9 == 8 ? "，" : "字";
            const bool spoken = random() % 5 != 0;
            shot.lines.push_back(
                {spoken ? "audio" : "", 16000 + static_cast<std::int64_t>(random() % 200000), text, "甲"});
        }
        shots.push_back(std::move(shot));
    }
    return shots;
}

TEST(Timeline, ClipsAreContiguousAndVoicesFitTheirShots) {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        const auto shots = randomShots(random, 1 + static_cast<int>(random() % 12));
        const Timeline timeline = layOut(shots, static_cast<int>(random() % 500), 1);
        std::int64_t frame = 0;
        for (const TimelineClip& clip : timeline.clips) {
            EXPECT_EQ(clip.startFrame, frame);
            EXPECT_GE(clip.frames, kFramesPerSecond);
            frame += clip.frames;
        }
        EXPECT_EQ(frame, timeline.frames);
        std::int64_t sample = 0;
        for (const TimelineVoice& voice : timeline.voices) {
            EXPECT_GE(voice.startSample, sample);  // no two lines at once
            EXPECT_EQ(voice.startSample % kSamplesPerFrame, 0);
            sample = voice.startSample + voice.samples;
        }
        EXPECT_LE(sample, timeline.frames * kSamplesPerFrame);
    }
}

TEST(Timeline, EveryCharacterIsCaptionedOnceAndInOrder) {
    std::mt19937 random(8);
    for (int round = 0; round < 200; ++round) {
        const auto shots = randomShots(random, 5);
        const Timeline timeline = layOut(shots, 250, 3);
        std::string expected;
        for (const auto& shot : shots)
            for (const auto& line : shot.lines) expected += line.text;
        std::string captions;
        std::int64_t end = 0;
        for (const SubtitleCue& cue : timeline.cues) {
            captions += cue.text;
            EXPECT_GE(cue.startFrame, end);
            EXPECT_GT(cue.endFrame, cue.startFrame);
            end = cue.endFrame;
            EXPECT_LE(decodeUtf8(cue.text).size(), 24U);
        }
        EXPECT_EQ(captions, expected);
        EXPECT_LE(end, timeline.frames);
    }
}

TEST(Timeline, TheSameMoveNeverComesTwiceInARow) {
    std::mt19937 random(9);
    const Timeline timeline = layOut(randomShots(random, 200), 250, 5);
    for (std::size_t i = 1; i < timeline.clips.size(); ++i)
        EXPECT_FALSE(timeline.clips[i].from == timeline.clips[i - 1].from &&
                     timeline.clips[i].to == timeline.clips[i - 1].to);
}

TEST(Timeline, EnglishCuesAreCutBetweenWords) {
    const std::string text =
        "The old lighthouse keeper had not spoken to a living soul in seven long and bitter years";
    const Timeline timeline = layOut({{"i", {{"a", 480000, text, ""}}}}, 0, 1);
    ASSERT_GT(timeline.cues.size(), 1U);
    for (std::size_t i = 0; i + 1 < timeline.cues.size(); ++i) EXPECT_EQ(timeline.cues[i].text.back(), ' ');
}

}  // namespace
}  // namespace manju
