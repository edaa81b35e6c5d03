// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/video/camera.h"
#include "core/video/still.h"

namespace manju::video {

/// A plane of 16-bit samples in 1/64 steps, with its border repeated kPadding times on each side, so
/// that a resampler's taps never leave it.
class MasterPlane {
public:
    static constexpr int kPadding = 4;

    MasterPlane() = default;
    MasterPlane(int width, int height);

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    /// Sample (0, y); indices -kPadding .. width + kPadding - 1 are readable, for y likewise.
    [[nodiscard]] const std::int16_t* row(int y) const { return samples_.data() + offset(y); }
    [[nodiscard]] std::int16_t* row(int y) { return samples_.data() + offset(y); }
    /// Repeats the border after the inner samples are written.
    void pad();

private:
    [[nodiscard]] std::size_t offset(int y) const {
        return static_cast<std::size_t>(y + kPadding) * static_cast<std::size_t>(stride_) + kPadding;
    }
    int width_ = 0;
    int height_ = 0;
    int stride_ = 0;
    std::vector<std::int16_t> samples_;
};

/// The part of a still that one shot shows, enlarged once for the whole shot and held as limited-range
/// BT.709 with chroma at half size, sited in the middle of 2x2 luma samples. The scale between master
/// and output stays fixed inside a shot up to its zoom, so nothing pops. Immutable once built.
struct Master {
    MasterPlane y, cb, cr;
    Rect source;        ///< what it covers, in still pixels
    double scaleX = 1;  ///< master pixels per still pixel
    double scaleY = 1;
};

/// Builds the master for `path` with a separable Lanczos filter of three lobes (widened when reducing).
/// At the widest window it has up to kMaxReduction master pixels per output pixel, which a 4-tap filter
/// still samples without visible aliasing.
inline constexpr double kMaxReduction = 1.25;
Master buildMaster(const Still& still, const CameraPath& path, Size output);

}  // namespace manju::video
