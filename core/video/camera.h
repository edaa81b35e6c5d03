// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/domain/timeline.h"

namespace manju::video {

/// A rectangle in pixels of a still, with real-valued edges.
struct Rect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
};

struct Size {
    int width = 0;
    int height = 0;
};

/// The move of one clip over a still: both end windows are shifted to lie inside the picture, so every
/// window between them does too and the path has no kink. Immutable.
class CameraPath {
public:
    /// Precondition: sizes are positive. A zoom below 1 counts as 1.
    CameraPath(const TimelineClip& clip, Size still, Size output);

    /// The window at `frame` of the clip, 0 <= frame < frames: smooth-step (3t^2 - 2t^3) of
    /// t = frame / (frames - 1); the magnification moves geometrically, the centre linearly.
    [[nodiscard]] Rect at(std::int64_t frame) const;

    /// The smallest rectangle that holds every window.
    [[nodiscard]] Rect bounds() const;
    /// Smallest and largest magnification relative to the largest window.
    [[nodiscard]] double minZoom() const;
    [[nodiscard]] double maxZoom() const;
    /// Width in still pixels of the window at zoom 1.
    [[nodiscard]] double baseWidth() const { return baseWidth_; }

private:
    [[nodiscard]] Rect window(double x, double y, double zoom) const;

    struct End {
        double x = 0, y = 0, zoom = 1;  // centre in still pixels
    };
    std::int64_t frames_;
    double baseWidth_;
    double baseHeight_;
    End from_;
    End to_;
};

}  // namespace manju::video
