// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/video/picture.h"

namespace manju::video {

/// A caption bitmap that somebody else owns: straight-alpha sRGB, 4 bytes a pixel, no row padding.
struct CaptionImage {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    const std::uint8_t* rgba = nullptr;
};

/// Caption bitmaps converted once to premultiplied luma and chroma, then laid over any number of
/// frames. Touches only the pixels of their boxes. Thread: owner only.
class CaptionLayer {
public:
    /// Replaces the content; parts outside a picture of width x height (even) are cut off.
    void set(std::span<const CaptionImage> images, int width, int height);
    void clear() { boxes_.clear(); }

    /// Precondition: `out` has the size given to set().
    void blend(const Picture& out) const;

private:
    struct Area {
        int x = 0, y = 0, width = 0, height = 0;
        [[nodiscard]] std::size_t count() const {
            return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
        }
    };
    struct Box {
        Area luma, chroma;
        std::vector<std::uint8_t> alpha;       // per luma pixel, 0..255
        std::vector<std::uint16_t> lumaTimes;  // luma x alpha
        std::vector<std::uint16_t> weight;     // per chroma sample: sum of filter weight x alpha, 0..2040
        std::vector<std::uint32_t> cbTimes;    // cb x weight
        std::vector<std::uint32_t> crTimes;
    };
    static void convert(const CaptionImage& image, Box& box);
    std::vector<Box> boxes_;
};

}  // namespace manju::video
