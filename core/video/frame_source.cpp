// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/frame_source.h"

#include <algorithm>
#include <utility>

#include "core/video/still.h"

namespace manju::video {

FrameSource::FrameSource(std::vector<FrameClip> clips, Size output, CaptionSource captions)
    : clips_(std::move(clips)), output_(output), captions_(std::move(captions)), current_(clips_.size()) {}

Status FrameSource::enter(std::size_t clip) {
    if (clip == current_) return Done{};
    current_ = clips_.size();
    master_ = {};  // released before the next one is built
    MANJU_TRY(const Still still, readStill(clips_[clip].still));
    path_.emplace(clips_[clip].clip, Size{still.width, still.height}, output_);
    master_ = buildMaster(still, *path_, output_);
    current_ = clip;
    return Done{};
}

Status FrameSource::draw(std::int64_t frame, const Picture& out) {
    const auto after = std::upper_bound(
        clips_.begin(), clips_.end(), frame,
        [](std::int64_t wanted, const FrameClip& candidate) { return wanted < candidate.clip.startFrame; });
    const auto index = static_cast<std::size_t>(after - clips_.begin()) - 1;
    MANJU_CHECK(enter(index));
    sampler_.sample(master_, path_->at(frame - clips_[index].clip.startFrame), out);
    if (captions_) {
        MANJU_CHECK(captions_((frame * 1000 + 500) / kFramesPerSecond, layer_));
        layer_.blend(out);
    }
    return Done{};
}

}  // namespace manju::video
