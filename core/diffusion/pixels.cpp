// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/pixels.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/round.h>

#include <algorithm>
#include <string>

#include "core/diffusion/errors.h"
#include "core/tensor/convert.h"

namespace manju::diffusion {
namespace {

constexpr int kBlackLevel = 8;  // the brightest byte of a picture that counts as black
constexpr int kFlatRange = 4;   // the largest difference within a channel of a picture of one colour

bool isFlat(const std::vector<std::uint8_t>& rgb) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
        std::uint8_t low = 255;
        std::uint8_t high = 0;
        for (std::size_t i = channel; i < rgb.size(); i += 3) {
            low = std::min(low, rgb[i]);
            high = std::max(high, rgb[i]);
        }
        if (high - low > kFlatRange) return false;
    }
    return true;
}

}  // namespace

Result<std::vector<std::uint8_t>> toPixels(const at::Tensor& image, std::uint32_t seed) {
    const MessageArgs args{{"seed", std::to_string(seed)}, {"stage", "decode"}};
    const at::Tensor rows = image.squeeze(0).permute({1, 2, 0}).contiguous();
    const auto count = static_cast<std::size_t>(rows.numel());
    if (!tensor::allFinite({rows.data_ptr<float>(), count})) return Error(kPictureNotFinite, args);
    const at::Tensor bytes = (rows / 2).add_(0.5).clamp_(0, 1).mul_(255).round_().to(at::kByte).contiguous();
    const auto* data = bytes.data_ptr<std::uint8_t>();
    std::vector<std::uint8_t> rgb(data, data + count);
    if (*std::ranges::max_element(rgb) <= kBlackLevel) return Error(kPictureBlack, args);
    if (isFlat(rgb)) return Error(kPictureFlat, args);
    return rgb;
}

}  // namespace manju::diffusion
