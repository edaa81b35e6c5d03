// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/domain/timeline.h"

namespace manju::subs {

/// A picture to be laid over the frame with its top left pixel at (x, y). It lies within the frame.
struct Overlay {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  ///< width * height * 4 bytes; straight alpha, sRGB
};

/// Milliseconds at which a frame is to be rendered: its middle, so that rounding of the cues' times to
/// hundredths of a second cannot move a cue by a frame.
constexpr std::int64_t frameMillis(std::int64_t frame) {
    return (2 * frame + 1) * 1000 / (2 * kFramesPerSecond);
}

/// Draws an ASS script with libass. Thread: owner only.
class Renderer {
public:
    /// `fonts` are font files offered to the script by their family names, beside the installed fonts.
    /// `width` and `height` are those of the frame. Fails with kFontUnreadable or kRenderFailed.
    static Result<Renderer> open(std::string_view ass, const std::vector<std::filesystem::path>& fonts,
                                 int width, int height);

    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    struct Frame {
        bool changed = false;                            ///< since the last call
        const std::vector<Overlay>* overlays = nullptr;  ///< disjoint; valid until the next call
    };
    /// What is seen at a time. Fails with kGlyphsMissing if no font has a character that is due.
    Result<Frame> render(std::int64_t milliseconds);

private:
    struct State;
    explicit Renderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace manju::subs
