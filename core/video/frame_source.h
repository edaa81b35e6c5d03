// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/video/camera.h"
#include "core/video/caption_layer.h"
#include "core/video/master.h"
#include "core/video/sampler.h"

namespace manju::video {

/// Brings the captions of a moment into `layer`, which still holds those of the call before.
/// `milliseconds` lies in the middle of a frame, so rounded cue times never flip a frame.
using CaptionSource = std::function<Status(std::int64_t milliseconds, CaptionLayer& layer)>;

/// One clip with the file of its still.
struct FrameClip {
    TimelineClip clip;
    std::filesystem::path still;
};

/// Draws the frames of a timeline. Holds the master of one clip at a time. Thread: owner only.
class FrameSource {
public:
    /// `clips` are contiguous from frame 0; `captions` may be empty.
    FrameSource(std::vector<FrameClip> clips, Size output, CaptionSource captions);

    /// Draws `frame` into `out`. Cheap when frames are asked for in order.
    Status draw(std::int64_t frame, const Picture& out);

private:
    Status enter(std::size_t clip);

    std::vector<FrameClip> clips_;
    Size output_;
    CaptionSource captions_;
    CaptionLayer layer_;
    Sampler sampler_;
    std::size_t current_;  ///< clips_.size(): none yet
    std::optional<CameraPath> path_;
    Master master_;
};

}  // namespace manju::video
