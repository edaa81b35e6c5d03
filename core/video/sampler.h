// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/video/master.h"
#include "core/video/picture.h"

namespace manju::video {

/// Reads a window of a master into a picture at sub-pixel positions: a separable 4-tap cubic
/// (Catmull-Rom) with 14-bit weights, chroma sampled at its own sites. Integer arithmetic after the
/// weights, so equal windows give equal pictures on every machine. Thread: owner only.
class Sampler {
public:
    /// `window` is in still pixels and lies inside `master.source`.
    void sample(const Master& master, const Rect& window, const Picture& out);

    /// Where an output line reads: four taps from `first`, weights that sum to 16384.
    struct Tap {
        std::int32_t first = 0;
        std::array<std::int16_t, 4> weights{};
    };

private:
    struct Axis {
        double origin = 0;  ///< position in the source plane of output sample 0's centre
        double step = 1;    ///< source samples per output sample
    };
    void samplePlane(const MasterPlane& source, const Axis& x, const Axis& y, const Plane& out);

    std::vector<Tap> columns_;
    std::vector<Tap> rows_;
    std::vector<std::int16_t> line_;
};

}  // namespace manju::video
