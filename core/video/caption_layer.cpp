// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/caption_layer.h"

#include <algorithm>
#include <cmath>

namespace manju::video {
namespace {

constexpr std::uint32_t kOpaque = 255;
// The chroma filter for left siting: (1 2 1) across around the even column, (1 1) down.
constexpr std::uint32_t kChromaOpaque = 8 * kOpaque;

}  // namespace

void CaptionLayer::convert(const CaptionImage& image, Box& box) {
    box.alpha.resize(box.luma.count());
    box.lumaTimes.resize(box.luma.count());
    box.weight.assign(box.chroma.count(), 0);
    box.cbTimes.assign(box.chroma.count(), 0);
    box.crTimes.assign(box.chroma.count(), 0);
    std::size_t at = 0;
    for (int y = box.luma.y; y < box.luma.y + box.luma.height; ++y) {
        for (int x = box.luma.x; x < box.luma.x + box.luma.width; ++x, ++at) {
            const std::uint8_t* p =
                image.rgba + (static_cast<std::size_t>(y - image.y) * static_cast<std::size_t>(image.width) +
                              static_cast<std::size_t>(x - image.x)) *
                                 4;
            const std::uint32_t alpha = p[3];
            if (alpha == 0) continue;
            const Ycc value = toYcc(p[0], p[1], p[2]);
            box.alpha[at] = static_cast<std::uint8_t>(alpha);
            box.lumaTimes[at] =
                static_cast<std::uint16_t>(alpha * static_cast<std::uint32_t>(std::lrint(value.y)));
            const auto cb = static_cast<std::uint32_t>(std::lrint(value.cb));
            const auto cr = static_cast<std::uint32_t>(std::lrint(value.cr));
            const auto add = [&](int column, std::uint32_t filter) {
                const int i = column - box.chroma.x;
                if (i < 0 || i >= box.chroma.width) return;
                const std::size_t c = static_cast<std::size_t>(y / 2 - box.chroma.y) *
                                          static_cast<std::size_t>(box.chroma.width) +
                                      static_cast<std::size_t>(i);
                box.weight[c] = static_cast<std::uint16_t>(box.weight[c] + filter * alpha);
                box.cbTimes[c] += filter * alpha * cb;
                box.crTimes[c] += filter * alpha * cr;
            };
            if (x % 2 == 0) {
                add(x / 2, 2);
            } else {
                add(x / 2, 1);
                add(x / 2 + 1, 1);
            }
        }
    }
}

void CaptionLayer::set(std::span<const CaptionImage> images, int width, int height) {
    boxes_.clear();
    for (const CaptionImage& image : images) {
        const int left = std::max(image.x, 0);
        const int top = std::max(image.y, 0);
        const int right = std::min(image.x + image.width, width);
        const int bottom = std::min(image.y + image.height, height);
        if (left >= right || top >= bottom) continue;
        Box& box = boxes_.emplace_back();
        box.luma = {left, top, right - left, bottom - top};
        const int chromaRight = std::min(right / 2, width / 2 - 1);
        box.chroma = {left / 2, top / 2, chromaRight - left / 2 + 1, (bottom - 1) / 2 - top / 2 + 1};
        convert(image, box);
    }
}

void CaptionLayer::blend(const Picture& out) const {
    for (const Box& box : boxes_) {
        for (int y = 0; y < box.luma.height; ++y) {
            const std::size_t from = static_cast<std::size_t>(y) * static_cast<std::size_t>(box.luma.width);
            const std::uint8_t* alpha = box.alpha.data() + from;
            const std::uint16_t* times = box.lumaTimes.data() + from;
            std::uint8_t* row = out.y.row(box.luma.y + y) + box.luma.x;
            for (int x = 0; x < box.luma.width; ++x)
                row[x] = static_cast<std::uint8_t>((row[x] * (kOpaque - alpha[x]) + times[x] + kOpaque / 2) /
                                                   kOpaque);
        }
        for (int y = 0; y < box.chroma.height; ++y) {
            const std::size_t from = static_cast<std::size_t>(y) * static_cast<std::size_t>(box.chroma.width);
            std::uint8_t* cb = out.cb.row(box.chroma.y + y) + box.chroma.x;
            std::uint8_t* cr = out.cr.row(box.chroma.y + y) + box.chroma.x;
            for (int x = 0; x < box.chroma.width; ++x) {
                const std::size_t c = from + static_cast<std::size_t>(x);
                const std::uint32_t under = kChromaOpaque - box.weight[c];
                cb[x] = static_cast<std::uint8_t>((cb[x] * under + box.cbTimes[c] + kChromaOpaque / 2) /
                                                  kChromaOpaque);
                cr[x] = static_cast<std::uint8_t>((cr[x] * under + box.crTimes[c] + kChromaOpaque / 2) /
                                                  kChromaOpaque);
            }
        }
    }
}

}  // namespace manju::video
