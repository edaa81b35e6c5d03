// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/video/picture.h"
#include "core/video/still.h"

namespace manju::video {

/// A folder of its own for one test, removed with it.
class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    /// Names of what it holds.
    [[nodiscard]] std::vector<std::string> names() const;

private:
    std::filesystem::path path_;
};

/// A 4:2:0 picture that owns its planes.
struct OwnPicture {
    OwnPicture(int width, int height);
    [[nodiscard]] Picture view();
    int width, height;
    std::vector<std::uint8_t> y, cb, cr;
};

/// All frames of a video.
std::vector<OwnPicture> decodeFrames(const std::filesystem::path& video);

/// One flat colour.
Still flatStill(int width, int height, std::uint8_t r, std::uint8_t g, std::uint8_t b);

/// A sine at `amplitude`.
std::vector<float> tone(double seconds, double hertz, double amplitude);

/// RMS in dBFS of interleaved stereo between two sample positions.
double rmsDb(const std::vector<float>& stereo, std::int64_t from, std::int64_t to);

std::string fileBytes(const std::filesystem::path& file);

#define MANJU_ASSERT_OK(expression)                                           \
    do {                                                                      \
        const auto& manju_result_ = (expression);                             \
        ASSERT_TRUE(manju_result_.ok()) << manju_result_.error().debugText(); \
    } while (false)

}  // namespace manju::video
