// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/video/camera.h"
#include "core/video/signature.h"

namespace manju::video {

/// What a finished video is.
struct VideoFacts {
    int width = 0;
    int height = 0;
    std::int64_t frames = 0;
    std::int64_t audioSamples = 0;  ///< played length of the sound at 48 kHz
    double integratedLufs = 0;      ///< of the decoded sound; -200: silent
    double truePeakDb = 0;          ///< of the decoded sound
    std::int64_t bytes = 0;
    int pictureDistance = 0;  ///< largest tile error of the checked pictures
};

/// What it should be.
struct VideoPlan {
    Size size;
    std::int64_t frames = 0;
    std::optional<double> integratedLufs;  ///< empty: not checked
    /// Frames of the first and the last group of pictures with what was drawn there.
    std::vector<std::pair<std::int64_t, FrameSignature>> pictures;
};

/// Opens the finished file as a player would and compares it with the plan: index in front of the
/// content, one H.264 and one AAC stream, profile, level, pixel format, colour tags, rates, frame count,
/// length of both streams within one frame, the first and last group of pictures decoded and showing
/// what was drawn, loudness within 0.5 LU. The first difference is a kVideoWrong that names it.
Result<VideoFacts> verifyVideo(const std::filesystem::path& file, const VideoPlan& plan,
                               const std::stop_token& stop = {});

}  // namespace manju::video
