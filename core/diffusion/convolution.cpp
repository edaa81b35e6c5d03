// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/convolution.h"

#include <ATen/Parallel.h>
#include <ATen/ops/baddbmm.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>

namespace manju::diffusion {
namespace {

/// oneDNN rearranges the weights in every call, which takes longer than the convolution itself where there
/// are few pixels to share it. Up to so many a matrix product with the weights as they lie is faster: 1280
/// channels of two pictures of 8 x 8 take 0.5 of the time on two cores with AVX2. With weights larger than a
/// processor's cache it still is at 16 x 16: 1280 and 1920 channels to 1280 take 0.8 of the time there.
constexpr std::int64_t kFewPixels = 256;
constexpr std::int64_t kFewPixelsOfLargeWeights = 512;
constexpr std::size_t kLargeWeights = 32 << 20;  // bytes

struct Window {
    std::int64_t kernel;
    std::int64_t stride;
    std::int64_t padding;
};

struct Source {
    const float* pixels;  ///< [height, width, channels] of one picture
    std::int64_t height;
    std::int64_t width;
    std::int64_t channels;
};

/// One row of patches(): `top` and `left` are of the window's first pixel, which may lie outside.
void copyPatch(const Source& source, std::int64_t top, std::int64_t left, std::int64_t kernel, float* row) {
    const std::int64_t area = kernel * kernel;
    for (std::int64_t k = 0; k < area; ++k) {
        const std::int64_t y = top + k / kernel;
        const std::int64_t x = left + k % kernel;
        const bool outside = y < 0 || x < 0 || y >= source.height || x >= source.width;
        const float* pixel = source.pixels + (y * source.width + x) * source.channels;
        for (std::int64_t c = 0; c < source.channels; ++c) row[c * area + k] = outside ? 0.0F : pixel[c];
    }
}

/// What the window sees at each of its places, as rows in the order of a filter: [N*h*w, in*k*k].
at::Tensor patches(const at::Tensor& x, const Window& window, std::int64_t h, std::int64_t w) {
    const at::Tensor dense = x.contiguous(at::MemoryFormat::ChannelsLast);
    const std::int64_t channels = x.size(1);
    const std::int64_t length = channels * window.kernel * window.kernel;
    at::Tensor rows = at::empty({x.size(0) * h * w, length}, x.options());
    const float* pixels = dense.data_ptr<float>();
    float* out = rows.data_ptr<float>();
    at::parallel_for(0, rows.size(0), 8, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const std::int64_t place = row % (h * w);
            const Source source{pixels + row / (h * w) * x.size(2) * x.size(3) * channels, x.size(2),
                                x.size(3), channels};
            copyPatch(source, place / w * window.stride - window.padding,
                      place % w * window.stride - window.padding, window.kernel, out + row * length);
        }
    });
    return rows;
}

at::Tensor asPicture(const at::Tensor& rows, std::int64_t batch, std::int64_t h, std::int64_t w) {
    return rows.view({batch, h, w, rows.size(-1)}).permute({0, 3, 1, 2});
}

/// A window of one pixel, as matrix products over the pixels as they lie.
at::Tensor projected(const at::Tensor& x, const at::Tensor& filters, const at::Tensor& bias) {
    const std::int64_t batch = x.size(0);
    const std::int64_t h = x.size(2);
    const std::int64_t w = x.size(3);
    if (!x.is_contiguous())
        return asPicture(at::linear(x.permute({0, 2, 3, 1}).reshape({-1, x.size(1)}), filters, bias), batch,
                         h, w);
    return at::baddbmm(bias.view({1, -1, 1}), filters.unsqueeze(0).expand({batch, -1, -1}),
                       x.view({batch, x.size(1), h * w}))
        .view({batch, -1, h, w});
}

}  // namespace

at::Tensor convolve(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                    std::int64_t stride, std::int64_t padding) {
    const Window window{weight.size(2), stride, padding};
    const auto places = [&](std::int64_t side) { return (side + 2 * padding - window.kernel) / stride + 1; };
    const std::int64_t h = places(x.size(2));
    const std::int64_t w = places(x.size(3));
    const at::Tensor filters = weight.view({weight.size(0), -1});
    if (window.kernel == 1 && stride == 1 && padding == 0) return projected(x, filters, bias);
    const bool large = weight.nbytes() >= kLargeWeights;
    if (x.size(0) * h * w <= (large ? kFewPixelsOfLargeWeights : kFewPixels))
        return asPicture(at::linear(patches(x, window, h, w), filters, bias), x.size(0), h, w);
    // Plane by plane: oneDNN takes 0.6 to 0.9 of the time that it takes for channels-last memory (512
    // channels of 128 x 128: 124 against 70 GFLOP/s on two cores with AVX2).
    return at::conv2d(x.contiguous(), weight, bias, stride, padding);
}

}  // namespace manju::diffusion
