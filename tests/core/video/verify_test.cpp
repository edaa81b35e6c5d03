// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include "core/video/bench_scene.h"
#include "core/video/compose.h"
#include "core/video/mp4_writer.h"
#include "core/video/verify.h"
#include "tests/core/video/support.h"

namespace manju::video {
namespace {

/// Writes a video frame by frame without the composer.
void writeVideo(const std::filesystem::path& file, Size size, std::int64_t frames, std::int64_t samples) {
    auto writer = Mp4Writer::create({file, size, "t", "c"});
    MANJU_ASSERT_OK(writer);
    for (std::int64_t frame = 0; frame < frames; ++frame) {
        auto picture = writer->nextPicture();
        MANJU_ASSERT_OK(picture);
        for (const Plane& plane : {picture->y, picture->cb, picture->cr})
            for (int y = 0; y < plane.height; ++y)
                for (int x = 0; x < plane.width; ++x)
                    plane.row(y)[x] = static_cast<std::uint8_t>(60 + (x + y + frame * 3) % 100);
        MANJU_ASSERT_OK(writer->writePicture());
    }
    std::vector<float> sound;
    for (const float sample : tone(static_cast<double>(samples) / kSampleRate, 440, 0.2))
        sound.insert(sound.end(), {sample, sample});
    MANJU_ASSERT_OK(writer->writeSound(sound));
    MANJU_ASSERT_OK(writer->finish());
}

class Verify : public ::testing::Test {
protected:
    void SetUp() override { writeVideo(file_, size_, 70, 70 * kSamplesPerFrame); }
    void expectWrong(const VideoPlan& plan, const std::string& what) {
        const auto facts = verifyVideo(file_, plan);
        ASSERT_FALSE(facts.ok()) << what;
        EXPECT_EQ(facts.error().id(), "MJ-VIDEO-09");
        EXPECT_NE(facts.error().args().at("what").find(what), std::string::npos) << facts.error().debugText();
    }
    TempFolder folder_;
    Size size_{128, 224};
    std::filesystem::path file_ = folder_ / "v.mp4";
    VideoPlan plan_{size_, 70, {}, {}};
};

TEST_F(Verify, AcceptsWhatIsRight) {
    const auto facts = verifyVideo(file_, plan_);
    MANJU_ASSERT_OK(facts);
    EXPECT_EQ(facts->frames, 70);
    EXPECT_EQ(facts->audioSamples, 70 * kSamplesPerFrame);
}

TEST_F(Verify, NamesTheFrameCount) {
    plan_.frames = 71;
    expectWrong(plan_, "frames");
}

TEST_F(Verify, NamesTheSize) {
    plan_.size = {224, 128};
    expectWrong(plan_, "width");
}

TEST_F(Verify, NamesTheLoudness) {
    plan_.integratedLufs = -30;
    expectWrong(plan_, "loudness");
}

TEST_F(Verify, NamesAPictureThatIsNotWhatWasDrawn) {
    auto frames = decodeFrames(file_);
    ASSERT_EQ(frames.size(), 70U);
    plan_.pictures = {{0, signatureOf(frames[0].view())}, {69, signatureOf(frames[69].view())}};
    MANJU_ASSERT_OK(verifyVideo(file_, plan_));
    OwnPicture black(size_.width, size_.height);
    plan_.pictures[1].second = signatureOf(black.view());
    expectWrong(plan_, "picture of frame 69");
}

TEST_F(Verify, NamesAShortSound) {
    writeVideo(file_, size_, 70, 60 * kSamplesPerFrame);
    expectWrong(plan_, "sound length");
}

TEST_F(Verify, RefusesACutFile) {
    const std::string bytes = fileBytes(file_);
    std::ofstream(file_, std::ios::binary) << bytes.substr(0, bytes.size() / 3);
    EXPECT_FALSE(verifyVideo(file_, plan_).ok());
    std::ofstream(file_, std::ios::binary) << "";
    EXPECT_EQ(verifyVideo(file_, plan_).error().id(), "MJ-VIDEO-10");
}

TEST_F(Verify, DamageInTheLastGroupIsFound) {
    std::string bytes = fileBytes(file_);
    // The picture data of the last third of the content.
    for (std::size_t i = bytes.size() * 3 / 4; i < bytes.size() * 3 / 4 + 400; ++i) bytes[i] = '\0';
    std::ofstream(file_, std::ios::binary) << bytes;
    EXPECT_FALSE(verifyVideo(file_, plan_).ok());
}

TEST(H264Level, FollowsTheTable) {
    EXPECT_EQ(h264Level({1080, 1920}), 40);
    EXPECT_EQ(h264Level({1440, 2560}), 50);
    EXPECT_EQ(h264Level({2160, 3840}), 51);
    EXPECT_EQ(h264Level({8192, 8192}), 0);
}

}  // namespace
}  // namespace manju::video
