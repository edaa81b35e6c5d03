// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "core/video/bench_scene.h"
#include "core/video/camera.h"
#include "core/video/caption_layer.h"
#include "core/video/frame_source.h"
#include "core/video/master.h"
#include "core/video/sampler.h"
#include "tests/core/video/support.h"

namespace manju::video {
namespace {

constexpr Size kOutput{360, 640};

OwnPicture drawn(const Still& still, const TimelineClip& clip, std::int64_t frame, Size output) {
    const CameraPath path(clip, {still.width, still.height}, output);
    const Master master = buildMaster(still, path, output);
    OwnPicture picture(output.width, output.height);
    Sampler().sample(master, path.at(frame), picture.view());
    return picture;
}

TEST(Camera, WindowsStayInsideThePictureAndKeepTheAspect) {
    const Size still{832, 1216};
    const TimelineClip clip{"", 0, 50, {0.0, 1.0, 1.0}, {1.0, 0.0, 1.7}};
    const CameraPath path(clip, still, {1080, 1920});
    for (std::int64_t frame = 0; frame < clip.frames; ++frame) {
        const Rect window = path.at(frame);
        EXPECT_GE(window.x, -1e-9);
        EXPECT_GE(window.y, -1e-9);
        EXPECT_LE(window.x + window.width, still.width + 1e-9);
        EXPECT_LE(window.y + window.height, still.height + 1e-9);
        EXPECT_NEAR(window.width / window.height, 1080.0 / 1920.0, 1e-12);
    }
    EXPECT_NEAR(path.at(0).height, 1216, 1e-9);  // the largest window of the aspect
}

TEST(Camera, AOneFrameClipShowsItsFirstWindow) {
    const CameraPath path({"", 0, 1, {0.5, 0.5, 1.0}, {0.5, 0.5, 2.0}}, {900, 1600}, {1080, 1920});
    EXPECT_NEAR(path.at(0).width, 900, 1e-9);
}

TEST(Motion, RunsEvenlyAndNeverBackwards) {
    const TempFolder folder;
    const TimelineClip push{"", 0, 60, {0.5, 0.5, 1.0}, {0.5, 0.5, 1.03}};
    const TimelineClip pan{"", 0, 90, {0.48, 0.5, 1.1}, {0.52, 0.5, 1.1}};
    for (const TimelineClip& clip : {push, pan}) {
        const auto motion = measureMotion(clip, {1080, 1920}, folder.path());
        MANJU_ASSERT_OK(motion);
        EXPECT_GT(motion->travelled, 5.0);
        EXPECT_LE(motion->rmsAcceleration, 0.03);
        EXPECT_LE(motion->maxAcceleration, 0.12);
        EXPECT_EQ(motion->backwardSteps, 0);
    }
}

struct Bar {
    const char* name;
    std::uint8_t r, g, b;
    int y, cb, cr;
};
// Rec. ITU-R BT.709-6, 8-bit quantisation.
constexpr Bar kBars[] = {{"red", 255, 0, 0, 63, 102, 240},
                         {"green", 0, 255, 0, 173, 42, 26},
                         {"blue", 0, 0, 255, 32, 240, 118},
                         {"white", 255, 255, 255, 235, 128, 128},
                         {"black", 0, 0, 0, 16, 128, 128}};

TEST(Colour, FlatBarsHaveTheExactLimitedRangeValues) {
    for (const Bar& bar : kBars) {
        OwnPicture picture = drawn(flatStill(90, 160, bar.r, bar.g, bar.b),
                                   {"", 0, 10, {0.5, 0.5, 1.0}, {0.5, 0.4, 1.2}}, 5, kOutput);
        for (const std::uint8_t value : picture.y) ASSERT_NEAR(value, bar.y, 1) << bar.name;
        for (const std::uint8_t value : picture.cb) ASSERT_NEAR(value, bar.cb, 1) << bar.name;
        for (const std::uint8_t value : picture.cr) ASSERT_NEAR(value, bar.cr, 1) << bar.name;
    }
}

TEST(Colour, ChromaIsSitedLeft) {
    // A ramp from blue to red across: luma column x and chroma column x / 2 must show the same place.
    Still still{360, 640, {}};
    for (int y = 0; y < 640; ++y)
        for (int x = 0; x < 360; ++x) {
            const auto red = static_cast<std::uint8_t>(40 + x / 2);
            still.rgb.insert(still.rgb.end(), {red, 60, static_cast<std::uint8_t>(255 - red)});
        }
    const TimelineClip clip{"", 0, 1, {0.5, 0.5, 1.0}, {0.5, 0.5, 1.0}};
    OwnPicture picture = drawn(still, clip, 0, kOutput);
    double sum = 0;
    for (int i = 20; i < 160; ++i) {
        const float x = static_cast<float>(2 * i);  // what the ramp is at luma column 2i, without its steps
        const float red = 40.0F + (x - 0.5F) / 2;
        sum += picture.view().cr.row(100)[i] - toYcc(red, 60, 255 - red).cr;
    }
    // Siting in the middle would be off by half a column: 0.25 red levels = 0.15 chroma steps.
    EXPECT_NEAR(sum / 140, 0.0, 0.05);
}

TEST(Sampler, AStillOfTheSameSizeComesThroughSharp) {
    Still still = noiseStill(kOutput, 3);
    OwnPicture picture = drawn(still, {"", 0, 1, {}, {}}, 0, kOutput);
    int worst = 0;
    for (std::size_t i = 0; i < picture.y.size(); ++i) {
        const Ycc exact = toYcc(still.rgb[i * 3], still.rgb[i * 3 + 1], still.rgb[i * 3 + 2]);
        worst = std::max(worst, std::abs(picture.y[i] - static_cast<int>(exact.y + 0.5F)));
    }
    EXPECT_LE(worst, 1);
}

TEST(Sampler, EveryWidthUsesTheSameArithmetic) {
    // The last columns of a width that is no multiple of 8 go through the plain loop: they must equal
    // what the same window gives inside a wider picture.
    const Still still = noiseStill({64, 96}, 5);
    const CameraPath path({"", 0, 1, {0.5, 0.5, 1.3}, {0.5, 0.5, 1.3}}, {64, 96}, {64, 96});
    const Master master = buildMaster(still, path, {64, 96});
    const Rect window = path.at(0);
    OwnPicture wide(48, 96), narrow(46, 96);
    Rect narrower = window;
    narrower.width = window.width * 46 / 48;
    Sampler().sample(master, window, wide.view());
    Sampler().sample(master, narrower, narrow.view());
    for (int y = 0; y < 96; ++y)
        for (int x = 0; x < 46; ++x)
            ASSERT_EQ(wide.view().y.row(y)[x], narrow.view().y.row(y)[x]) << x << "," << y;
}

TEST(Captions, CoverOnlyTheirBox) {
    OwnPicture picture(64, 64);
    std::fill(picture.y.begin(), picture.y.end(), std::uint8_t{90});
    std::fill(picture.cb.begin(), picture.cb.end(), std::uint8_t{100});
    std::fill(picture.cr.begin(), picture.cr.end(), std::uint8_t{150});
    std::vector<std::uint8_t> white;
    for (int i = 0; i < 11 * 7; ++i) white.insert(white.end(), {255, 255, 255, 255});
    CaptionLayer layer;
    const CaptionImage image{9, 5, 11, 7, white.data()};  // columns 9..19, rows 5..11
    layer.set({&image, 1}, 64, 64);
    layer.blend(picture.view());
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
            const bool inside = x >= 9 && x < 20 && y >= 5 && y < 12;
            ASSERT_EQ(picture.view().y.row(y)[x], inside ? 235 : 90) << x << "," << y;
        }
    EXPECT_EQ(picture.view().cb.row(4)[6], 128);  // wholly covered: columns 11..13, rows 8..9
    EXPECT_EQ(picture.view().cr.row(4)[6], 128);
    EXPECT_EQ(picture.view().cb.row(4)[3], 100);  // untouched
    EXPECT_EQ(picture.view().cb.row(4)[11], 100);
    EXPECT_EQ(picture.view().cb.row(4)[4], 107);  // columns 7..9: a quarter covered
}

TEST(Captions, HalfTransparentMixesAndTheEdgeOfTheFrameCuts) {
    OwnPicture picture(32, 32);
    std::fill(picture.y.begin(), picture.y.end(), std::uint8_t{235});
    std::fill(picture.cb.begin(), picture.cb.end(), std::uint8_t{128});
    std::fill(picture.cr.begin(), picture.cr.end(), std::uint8_t{128});
    std::vector<std::uint8_t> black;
    for (int i = 0; i < 20 * 20; ++i) black.insert(black.end(), {0, 0, 0, 128});
    CaptionLayer layer;
    const CaptionImage images[] = {
        {-10, -10, 20, 20, black.data()}, {25, 25, 20, 20, black.data()}, {40, 40, 20, 20, black.data()}};
    layer.set(images, 32, 32);
    layer.blend(picture.view());
    EXPECT_NEAR(picture.view().y.row(0)[0], 125, 1);
    EXPECT_NEAR(picture.view().y.row(31)[31], 125, 1);
    EXPECT_EQ(picture.view().y.row(15)[15], 235);
    EXPECT_EQ(picture.view().cb.row(0)[0], 128);
}

TEST(Still, OddPngKindsAreReadAndBrokenOnesNamed) {
    const TempFolder folder;
    MANJU_ASSERT_OK(writeStill(noiseStill({33, 21}, 1), folder / "a.png"));
    const auto good = readStill(folder / "a.png");
    MANJU_ASSERT_OK(good);
    EXPECT_EQ(good->rgb, noiseStill({33, 21}, 1).rgb);

    const std::string bytes = fileBytes(folder / "a.png");
    std::ofstream(folder / "cut.png", std::ios::binary) << bytes.substr(0, bytes.size() / 2);
    std::ofstream(folder / "foreign.png", std::ios::binary) << "\xff\xd8\xff\xe0 this is no PNG at all";
    std::ofstream(folder / "empty.png", std::ios::binary) << "";
    for (const char* name : {"cut.png", "foreign.png", "empty.png"}) {
        const auto broken = readStill(folder / name);
        ASSERT_FALSE(broken.ok()) << name;
        EXPECT_EQ(broken.error().id(), "MJ-VIDEO-03") << name;
        EXPECT_EQ(broken.error().args().at("file"), (folder / name).string());
        EXPECT_FALSE(broken.error().args().at("detail").empty());
    }
    EXPECT_EQ(readStill(folder / "none.png").error().id(), "MJ-FILE-01");
}

}  // namespace
}  // namespace manju::video
