// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/domain/step_spec.h"
#include "core/video/camera.h"
#include "core/video/still.h"

namespace manju::video {

/// A picture of smooth shapes under fractal noise, different for each seed: as hard to encode as a
/// detailed drawing. Equal on every machine.
Still noiseStill(Size size, std::uint32_t seed);

/// One bright round spot (Gaussian, `sigma` pixels) on dark grey.
Still spotStill(Size size, double x, double y, double sigma);

/// An episode made of generated stills, tones in place of speech, and a chord in place of music.
struct BenchScene {
    VideoSpec spec;
    std::map<std::string, std::string> inputs;
};
struct BenchScenePlan {
    Size size;
    Size still;
    int shots = 1;
    std::int64_t framesPerShot = 90;
    bool captions = true;
};
/// Writes the files below `folder`. At most 40 different stills are made; more shots use them again.
Result<BenchScene> makeBenchScene(const BenchScenePlan& plan, const std::filesystem::path& folder);

/// 48 kHz mono 16-bit WAV.
Status writeWav(const std::vector<float>& samples, const std::filesystem::path& file);

/// How evenly a camera move runs: a spot's centre followed over the frames of a move.
struct MotionFigures {
    double rmsAcceleration = 0;  ///< pixels per frame and frame
    double maxAcceleration = 0;
    int backwardSteps = 0;  ///< steps against the direction of the move
    double travelled = 0;   ///< pixels
};
/// Draws `clip` over a spot still without encoding and follows the spot. `clip.image` is not used.
Result<MotionFigures> measureMotion(const TimelineClip& clip, Size output,
                                    const std::filesystem::path& folder);

}  // namespace manju::video
