// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json.h"

namespace manju {

/// 30 frames a second and 48 kHz: one frame is exactly 1600 samples, so boundaries are integers and
/// picture and sound cannot drift apart.
inline constexpr int kFramesPerSecond = 30;
inline constexpr int kSampleRate = 48000;
inline constexpr int kSamplesPerFrame = kSampleRate / kFramesPerSecond;

/// A window of the still, as fractions of its width and height; x, y is the window's centre and
/// `zoom` >= 1 its magnification (1: the largest window of the output's aspect).
struct CameraWindow {
    double x = 0.5;
    double y = 0.5;
    double zoom = 1.0;
    friend bool operator==(const CameraWindow&, const CameraWindow&) = default;
};

/// One still on screen, from `startFrame` for `frames` frames, moved with smooth-step easing.
struct TimelineClip {
    std::string image;  ///< SHA-256 of the PNG
    std::int64_t startFrame = 0;
    std::int64_t frames = 0;
    CameraWindow from;
    CameraWindow to;
    friend bool operator==(const TimelineClip&, const TimelineClip&) = default;
};

/// One spoken line.
struct TimelineVoice {
    std::string audio;             ///< SHA-256 of the WAV
    std::int64_t startSample = 0;  ///< at 48 kHz
    std::int64_t samples = 0;      ///< at 48 kHz
    friend bool operator==(const TimelineVoice&, const TimelineVoice&) = default;
};

/// One subtitle.
struct SubtitleCue {
    std::int64_t startFrame = 0;
    std::int64_t endFrame = 0;  ///< exclusive
    std::string text;
    std::string speaker;
    friend bool operator==(const SubtitleCue&, const SubtitleCue&) = default;
};

/// Picture, speech and captions of one episode. Clips are contiguous from frame 0.
struct Timeline {
    std::int64_t frames = 0;
    std::vector<TimelineClip> clips;
    std::vector<TimelineVoice> voices;
    std::vector<SubtitleCue> cues;
    friend bool operator==(const Timeline&, const Timeline&) = default;
};

/// What the timeline is made of: one shot after another.
struct TimelineShotLine {
    std::string audio;         ///< SHA-256; empty for on-screen text
    std::int64_t samples = 0;  ///< at 48 kHz; for on-screen text the time it stays
    std::string text;
    std::string speaker;
};
struct TimelineShot {
    std::string image;  ///< SHA-256
    std::vector<TimelineShotLine> lines;
};

/// Lays shots out one after another: each line starts on a frame, lasts its samples rounded up to whole
/// frames plus `pauseMillis`; a shot lasts at least one second. Camera moves come from a fixed table by
/// `seed` and the shot's index, never the same move twice in a row. The caption of a long line is cut
/// at punctuation into several cues that share the line's time by their length.
Timeline layOut(const std::vector<TimelineShot>& shots, int pauseMillis, std::uint32_t seed);

MANJU_JSON_TYPE(CameraWindow)
MANJU_JSON_TYPE(TimelineClip)
MANJU_JSON_TYPE(TimelineVoice)
MANJU_JSON_TYPE(SubtitleCue)
MANJU_JSON_TYPE(Timeline)

}  // namespace manju
