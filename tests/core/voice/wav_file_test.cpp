// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/wav_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/voice/errors.h"

namespace manju::voice {
namespace {

namespace fs = std::filesystem;

class WavFile : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("manju wav a'b [1] 中文 " + std::to_string(::getpid()));
        fs::create_directories(folder_);
        file_ = folder_ / "语音.wav";
    }
    void TearDown() override { fs::remove_all(folder_); }
    fs::path folder_;
    fs::path file_;
};

TEST_F(WavFile, GivesBackWhatWasWritten) {
    const std::vector<float> samples{0.0F, 0.5F, -0.5F, 1.0F, -1.0F, 2.0F, -2.0F};
    ASSERT_TRUE(writeWav(file_, samples).ok());
    const auto read = readWav(file_);
    ASSERT_TRUE(read.ok()) << read.error().debugText();
    ASSERT_EQ(read->size(), samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i)
        EXPECT_NEAR(read.value()[i], std::clamp(samples[i], -1.0F, 1.0F), 1.0F / 32767) << i;
}

TEST_F(WavFile, HasTheBytesOfTheFormat) {
    ASSERT_TRUE(writeWav(file_, std::vector<float>{1.0F}).ok());
    const std::string bytes = os::readFile(file_).value();
    EXPECT_EQ(bytes, std::string("RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x80\xBB\0\0\0\x77\1\0\2\0\x10\0"
                                 "data\2\0\0\0\xFF\x7F",
                                 46));
}

TEST_F(WavFile, RefusesEverythingElse) {
    ASSERT_TRUE(writeWav(file_, std::vector<float>(100, 0.1F)).ok());
    const std::string good = os::readFile(file_).value();
    std::string stereo = good;
    stereo[22] = 2;
    for (const std::string& bad : {good.substr(0, 200), good.substr(0, 44), good.substr(0, 10), std::string(),
                                   stereo, good + "x", std::string("{\"error\": \"busy\"}")}) {
        ASSERT_TRUE(os::writeFile(file_, bad).ok());
        const auto read = readWav(file_);
        ASSERT_FALSE(read.ok());
        EXPECT_TRUE(read.error().is(kWavInvalid));
    }
    EXPECT_TRUE(readWav(folder_ / "none").error().is(kFileNotFound));
    EXPECT_FALSE(writeWav(file_, std::vector<float>{std::numeric_limits<float>::infinity()}).ok());
}

}  // namespace
}  // namespace manju::voice
