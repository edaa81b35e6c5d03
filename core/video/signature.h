// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/video/picture.h"

namespace manju::video {

/// A picture in miniature: mean luma and chroma of 9 x 16 tiles, enough to tell whether a decoded frame
/// is the picture that was drawn and not black, frozen or of a wrong colour.
struct FrameSignature {
    static constexpr int kColumns = 9;
    static constexpr int kRows = 16;
    std::array<std::uint8_t, kColumns * kRows> y{}, cb{}, cr{};
};

FrameSignature signatureOf(const Picture& picture);

/// Largest difference of any tile.
int signatureDistance(const FrameSignature& a, const FrameSignature& b);

}  // namespace manju::video
