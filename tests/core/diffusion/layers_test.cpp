// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/layers.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/softmax.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/diffusion/convolution.h"
#include "tensors.h"

namespace manju::diffusion {
namespace {

struct ConvolutionCase {
    std::int64_t batch, in, out, height, width, kernel, stride, padding;
};

class Convolution : public ::testing::TestWithParam<ConvolutionCase> {};

/// Small pictures are computed as a matrix product, large ones by the library: both are the convolution.
TEST_P(Convolution, IsThatOfTheLibraryAtEverySize) {
    const auto [batch, in, out, height, width, kernel, stride, padding] = GetParam();
    const at::Tensor planes = at::randn({batch, in, height, width});
    const at::Tensor weight =
        at::randn({out, in, kernel, kernel}) / std::sqrt(static_cast<double>(in * kernel * kernel));
    const at::Tensor bias = at::randn({out});
    const at::Tensor expected = at::conv2d(planes, weight, bias, stride, padding);
    for (const at::Tensor& x : {planes, planes.contiguous(at::MemoryFormat::ChannelsLast)}) {
        const at::Tensor ours = convolve(x, weight, bias, stride, padding);
        ASSERT_EQ(ours.sizes(), expected.sizes());
        EXPECT_TRUE(ours.is_contiguous() || ours.is_contiguous(at::MemoryFormat::ChannelsLast));
        EXPECT_LT(difference(ours, expected), 5e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, Convolution,
    ::testing::Values(ConvolutionCase{2, 24, 40, 8, 6, 3, 1, 1},       // few pixels
                      ConvolutionCase{2, 24, 40, 9, 7, 3, 2, 1},       // odd sides, every second
                      ConvolutionCase{1, 24, 40, 17, 15, 3, 2, 0},     // of the VAE's encoder
                      ConvolutionCase{1, 8, 8, 1, 1, 3, 1, 1},         // smaller than the window
                      ConvolutionCase{2, 24, 40, 20, 16, 3, 1, 1},     // many pixels
                      ConvolutionCase{2, 960, 1000, 16, 16, 3, 1, 1},  // but more weights
                      ConvolutionCase{2, 24, 40, 20, 16, 1, 1, 0}));

/// However little memory a slice may take, down to one query at a time, nothing changes but the rounding.
TEST(Attention, SlicedToALimitIsTheWhole) {
    const at::Tensor q = at::randn({2, 50, 48});
    const at::Tensor k = at::randn({2, 33, 48});
    const at::Tensor v = at::randn({2, 33, 48});
    at::Tensor whole = at::empty_like(q);
    for (std::int64_t head = 0; head < 3; ++head) {
        const auto part = [&](const at::Tensor& x) { return x.narrow(2, 16 * head, 16); };
        const at::Tensor scores = at::bmm(part(q), part(k).transpose(1, 2)) / 4;  // 4 = sqrt(16)
        part(whole).copy_(at::bmm(at::softmax(scores, -1), part(v)));
    }
    for (const std::int64_t limit : {1, 6 * 33 * 4 * 7, 6 * 33 * 4 * 49, 1 << 30})
        EXPECT_LT(difference(attention(q, k, v, {3, limit}), whole), 1e-5) << limit;
}

}  // namespace
}  // namespace manju::diffusion
