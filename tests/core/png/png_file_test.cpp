// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/png_file.h"

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/diffusion/errors.h"
#include "fixture.h"

namespace manju::diffusion {
namespace {

PngPicture gradient(int width, int height) {
    PngPicture picture{width, height, {}, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int value : {x * 7 + y, x + y * 5, x * y})
                picture.rgb.push_back(static_cast<std::uint8_t>(value % 256));
    return picture;
}

TEST(PngFile, KeepsEveryPixelAndText) {
    const TemporaryFolder folder;
    PngPicture picture = gradient(67, 35);
    picture.texts = {
        {"Software", "Manju Studio"}, {"parameters", "a cat\nSteps: 4"}, {"manju", "{\"p\":\"红衣女孩\"}"}};
    const auto file = folder.path() / "picture.png";
    ASSERT_TRUE(writePng(file, picture).ok());
    const auto read = readPng(file);
    ASSERT_TRUE(read.ok()) << read.error().debugText();
    EXPECT_EQ(read.value().width, 67);
    EXPECT_EQ(read.value().height, 35);
    EXPECT_EQ(read.value().rgb, picture.rgb);
    EXPECT_EQ(read.value().texts, picture.texts);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "picture.png.part"));
}

TEST(PngFile, IsMarkedAsSrgbAndUsesUnicodeChunksOnlyWhereNeeded) {
    const TemporaryFolder folder;
    PngPicture picture = gradient(8, 8);
    picture.texts = {{"plain", "text"}, {"other", "文字"}};
    const auto file = folder.path() / "picture.png";
    ASSERT_TRUE(writePng(file, picture).ok());
    const std::string bytes = os::readFile(file).value();
    EXPECT_NE(bytes.find("sRGB"), std::string::npos);
    EXPECT_NE(bytes.find("tEXtplain"), std::string::npos);
    EXPECT_NE(bytes.find("iTXtother"), std::string::npos);
}

TEST(PngFile, RefusesDamagedFiles) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "picture.png";
    ASSERT_TRUE(writePng(file, gradient(40, 40)).ok());
    std::string bytes = os::readFile(file).value();
    for (const std::string& damaged :
         {std::string("not a picture"), std::string(), bytes.substr(0, bytes.size() / 2)}) {
        ASSERT_TRUE(os::writeFile(file, damaged).ok());
        const auto read = readPng(file);
        ASSERT_FALSE(read.ok());
        EXPECT_TRUE(read.error().is(kPngUnreadable)) << read.error().debugText();
    }
    EXPECT_TRUE(readPng(folder.path() / "missing.png").error().is(kFileNotFound));
}

TEST(PngFile, ReportsAFolderThatIsNotThere) {
    const TemporaryFolder folder;
    EXPECT_FALSE(writePng(folder.path() / "no/such/picture.png", gradient(8, 8)).ok());
}

TEST(PictureTexts, HoldEverythingThatWasApplied) {
    ImageSpec spec;
    spec.checkpoint = "0123456789abcdef";
    spec.prompt = "红衣女孩";
    spec.seed = 12;
    spec.width = 64;
    spec.height = 96;
    spec.steps = 2;
    spec.cfg = 6.5;
    spec.sampler = "euler";
    spec.bundle = "studio";
    PictureFacts facts;
    facts.noise = "cpu_f32";
    facts.sigmas = {2.5, 1.25, 0};
    facts.cutPrompt = "the rest";
    const PngTexts texts = pictureTexts(spec, facts);
    const auto json = parseJson(texts.at("manju"), "manju");
    ASSERT_TRUE(json.ok());
    EXPECT_EQ(json.value().at("spec").get<ImageSpec>(), spec);
    EXPECT_EQ(json.value().at("facts").at("sigmas"), Json({2.5, 1.25, 0.0}));
    EXPECT_EQ(json.value().at("facts").at("cutPrompt"), "the rest");
    EXPECT_EQ(
        texts.at("parameters"),
        "红衣女孩\nSteps: 2, Sampler: euler, CFG scale: 6.5, Seed: 12, Size: 64x96, Model hash: 0123456789");
}

}  // namespace
}  // namespace manju::diffusion
