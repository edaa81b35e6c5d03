// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/camera.h"

#include <algorithm>
#include <cmath>

namespace manju::video {

CameraPath::CameraPath(const TimelineClip& clip, Size still, Size output) : frames_(clip.frames) {
    const double aspect = static_cast<double>(output.width) / output.height;
    baseWidth_ = std::min<double>(still.width, still.height * aspect);
    baseHeight_ = baseWidth_ / aspect;
    const auto end = [&](const CameraWindow& w) {
        const double zoom = std::max(1.0, w.zoom);
        const double halfWidth = baseWidth_ / zoom / 2;
        const double halfHeight = baseHeight_ / zoom / 2;
        return End{
            std::clamp(w.x * still.width, halfWidth, std::max(halfWidth, still.width - halfWidth)),
            std::clamp(w.y * still.height, halfHeight, std::max(halfHeight, still.height - halfHeight)),
            zoom};
    };
    from_ = end(clip.from);
    to_ = end(clip.to);
}

Rect CameraPath::window(double x, double y, double zoom) const {
    const double width = baseWidth_ / zoom;
    const double height = baseHeight_ / zoom;
    return {x - width / 2, y - height / 2, width, height};
}

Rect CameraPath::at(std::int64_t frame) const {
    const double t = frames_ > 1 ? static_cast<double>(frame) / static_cast<double>(frames_ - 1) : 0.0;
    const double eased = t * t * (3.0 - 2.0 * t);
    return window(from_.x + (to_.x - from_.x) * eased, from_.y + (to_.y - from_.y) * eased,
                  from_.zoom * std::pow(to_.zoom / from_.zoom, eased));
}

Rect CameraPath::bounds() const {
    const Rect a = window(from_.x, from_.y, from_.zoom);
    const Rect b = window(to_.x, to_.y, to_.zoom);
    const double left = std::min(a.x, b.x);
    const double top = std::min(a.y, b.y);
    return {left, top, std::max(a.x + a.width, b.x + b.width) - left,
            std::max(a.y + a.height, b.y + b.height) - top};
}

double CameraPath::minZoom() const {
    return std::min(from_.zoom, to_.zoom);
}

double CameraPath::maxZoom() const {
    return std::max(from_.zoom, to_.zoom);
}

}  // namespace manju::video
