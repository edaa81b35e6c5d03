// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/video/camera.h"
#include "core/video/picture.h"

namespace manju::video {

struct Mp4Spec {
    std::filesystem::path file;
    Size size;  ///< even
    std::string title;
    std::string comment;
};

/// H.264 level (as level_idc) that holds `size` at 30 frames a second, at least 4.0: Rec. ITU-T H.264,
/// table A-1, frame size and macroblock rate. 0: none.
int h264Level(Size size);

/// Encodes one continuous H.264 (high profile, yuv420p, BT.709 limited) and AAC-LC stream into a
/// fast-start MP4. Equal input gives equal bytes: fixed thread count, no dates, no version strings.
/// Errors of the file system name the file. Thread: owner only; the encoder runs threads of its own.
class Mp4Writer {
public:
    static Result<Mp4Writer> create(const Mp4Spec& spec);
    Mp4Writer(Mp4Writer&&) noexcept;
    Mp4Writer& operator=(Mp4Writer&&) noexcept;
    /// Closes the file; without finish() it is not playable.
    ~Mp4Writer();

    /// The picture to draw the next frame into, valid until the next call.
    Result<Picture> nextPicture();
    /// Encodes what was drawn.
    Status writePicture();
    /// Encodes interleaved stereo samples at 48 kHz, any count.
    Status writeSound(std::span<const float> samples);
    /// Drains both encoders, writes the index and moves it to the front.
    Status finish();

private:
    struct State;
    explicit Mp4Writer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace manju::video
