// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/start_image.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/from_blob.h>

#include <algorithm>

#include "core/diffusion/errors.h"
#include "core/diffusion/resample.h"
#include "core/png/errors.h"
#include "core/png/png_file.h"

namespace manju::diffusion {
namespace {

constexpr std::int64_t kLatentFactor = 8;
constexpr std::uint8_t kHalf = 128;  // the least byte that is at least one half of 255

Result<png::PngPicture> readInput(const InputFiles& files, const std::string& sha) {
    MANJU_TRY(const std::string file, inputFile(files, sha));
    auto picture = png::readPng(file);
    if (picture.ok() || !picture.error().is(png::kPngUnreadable)) return picture;
    return Error(kStartUnreadable, {{"file", file}}).because(picture.error());
}

/// ITU-R 601 luma in 16-bit fixed point.
std::vector<std::uint8_t> greyOf(const std::vector<std::uint8_t>& rgb) {
    std::vector<std::uint8_t> grey(rgb.size() / 3);
    for (std::size_t i = 0; i < grey.size(); ++i)
        grey[i] = static_cast<std::uint8_t>(
            (rgb[3 * i] * 19595U + rgb[3 * i + 1] * 38470U + rgb[3 * i + 2] * 7471U + 0x8000U) >> 16);
    return grey;
}

/// [1, channels, H, W] of interleaved bytes.
at::Tensor floatsOf(const std::vector<std::uint8_t>& bytes, int height, int width) {
    const auto pixels = static_cast<std::int64_t>(height) * width;
    // from_blob takes a mutable pointer; the bytes are only read.
    return at::from_blob(const_cast<std::uint8_t*>(bytes.data()),
                         {1, height, width, static_cast<std::int64_t>(bytes.size()) / pixels}, at::kByte)
        .permute({0, 3, 1, 2})
        .to(at::kFloat);
}

}  // namespace

Result<std::string> inputFile(const InputFiles& files, const std::string& sha) {
    const auto file = files.find(sha);
    if (file == files.end()) return Error(kInputMissing, {{"sha", sha}});
    return file->second;
}

at::Tensor StartImage::picture() const {
    return floatsOf(rgb, height, width).div_(255).mul_(2).sub_(1);
}

at::Tensor StartImage::pixelMask() const {
    return floatsOf(mask, height, width);
}

at::Tensor StartImage::latentMask() const {
    return pixelMask()
        .slice(2, 0, c10::nullopt, kLatentFactor)
        .slice(3, 0, c10::nullopt, kLatentFactor)
        .contiguous();
}

void StartImage::restoreKept(std::vector<std::uint8_t>& drawn) const {
    for (std::size_t i = 0; i < mask.size(); ++i)
        if (mask[i] == 0)
            std::copy_n(rgb.begin() + static_cast<std::ptrdiff_t>(3 * i), 3,
                        drawn.begin() + static_cast<std::ptrdiff_t>(3 * i));
}

Result<StartImage> loadStartImage(const StartSpec& spec, const InputFiles& files, int width, int height) {
    StartImage start{width, height, {}, {}};
    MANJU_TRY(const png::PngPicture picture, readInput(files, spec.picture));
    start.rgb = resized({picture.width, picture.height, 3, picture.rgb}, width, height).bytes;
    if (spec.mask.empty()) return start;
    MANJU_TRY(const png::PngPicture mask, readInput(files, spec.mask));
    start.mask = resized({mask.width, mask.height, 1, greyOf(mask.rgb)}, width, height).bytes;
    for (std::uint8_t& value : start.mask) value = value >= kHalf ? 1 : 0;
    if (std::ranges::count(start.mask, 1) == 0) return Error(kMaskEmpty, {{"file", files.at(spec.mask)}});
    return start;
}

PartialRun partialRun(StrengthRule rule, int steps, double strength) {
    switch (rule) {
        case StrengthRule::Share:
            return {steps, steps - std::min(static_cast<int>(steps * strength), steps)};
        case StrengthRule::ShareAndOne:
            return {steps, steps - static_cast<int>(std::min(strength, 0.999) * steps) - 1};
        case StrengthRule::Tail: {
            if (strength > 0.9999) return {steps, 0};
            const int whole = static_cast<int>(steps / strength);
            return {whole, whole - steps};
        }
    }
    return {steps, 0};
}

}  // namespace manju::diffusion
