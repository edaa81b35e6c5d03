// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/png_file.h"

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/png/errors.h"
#include "tests/core/png/fixture.h"

namespace manju::png {
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

}  // namespace
}  // namespace manju::png
