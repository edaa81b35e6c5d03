// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/pool_memory.h"

#include <ATen/ops/conv2d.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/group_norm.h>
#include <ATen/ops/linspace.h>
#include <ATen/ops/matmul.h>
#include <gtest/gtest.h>

#include "core/gpu/host/host_memory.h"
#include "core/gpu/host/immediate_streams.h"
#include "core/tensor/guard.h"
#include "core/vram/errors.h"

namespace manju::tensor {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

class PoolMemoryTest : public ::testing::Test {
protected:
    gpu::SimStreams rules_;
    gpu::ImmediateStreams streams_;
    std::unique_ptr<gpu::HostMemory> memory_ =
        gpu::HostMemory::create({.device = "test card", .totalBytes = 256 * kMiB}, rules_).value();
    std::unique_ptr<vram::VramPool> pool_ = vram::VramPool::open(*memory_, streams_).value();
};

/// Convolution, normalisation and product as in the model's layers.
at::Tensor computed() {
    const at::Tensor image = at::linspace(-1, 1, 2 * 16 * 64 * 64).view({2, 16, 64, 64});
    const at::Tensor weight = at::linspace(-0.2, 0.3, 32 * 16 * 9).view({32, 16, 3, 3});
    const at::Tensor bias = at::linspace(0, 1, 32);
    at::Tensor x = at::conv2d(image, weight, bias, 1, 1);
    x = at::group_norm(x, 8, bias, bias).flatten(2);
    return at::matmul(x, x.transpose(1, 2));
}

TEST_F(PoolMemoryTest, OperatorsGiveTheSameBytesInAndOutsideThePool) {
    const at::Tensor outside = computed();
    EXPECT_EQ(pool_->stats().counters.allocations, 0u);
    {
        const CpuTensorsInPool inPool(*pool_);
        const at::Tensor inside = computed();
        EXPECT_GT(pool_->stats().counters.allocations, 3u);
        EXPECT_TRUE(outside.equal(inside));
        pool_->validate();
    }
    EXPECT_EQ(pool_->stats().bands.requested, 0u);
}

TEST_F(PoolMemoryTest, TensorsCountForWhomTheyAreMade) {
    const CpuTensorsInPool inPool(*pool_);
    at::Tensor weights;
    {
        const TensorsFor purpose(*pool_, vram::Region::Resident, "unet");
        weights = at::empty({1024, 1024});
    }
    const at::Tensor other = at::empty({512, 1024}), small = at::empty({10});
    const auto holdings = pool_->holdings();
    ASSERT_EQ(holdings.size(), 2u);
    EXPECT_EQ(holdings[0].owner, "unet");
    EXPECT_EQ(holdings[0].bytes, 4 * kMiB);
    EXPECT_EQ(holdings[1].owner, "tensors");
    EXPECT_EQ(holdings[1].bytes, 2 * kMiB);
    EXPECT_EQ(pool_->stats().grantedByRegion[static_cast<std::size_t>(vram::Region::Resident)], 4 * kMiB);
}

TEST_F(PoolMemoryTest, ATensorOutlivesTheSwitchBack) {
    at::Tensor tensor;
    {
        const CpuTensorsInPool inPool(*pool_);
        tensor = at::linspace(0, 1, 100000);
    }
    EXPECT_EQ(pool_->holdings().size(), 1u);
    EXPECT_EQ(at::empty({1 << 20}).numel(), 1 << 20) << "from libtorch's own memory again";
    EXPECT_EQ(pool_->holdings().size(), 1u);
    EXPECT_EQ(tensor[99999].item<float>(), 1.0F);
    tensor.reset();
    EXPECT_TRUE(pool_->holdings().empty());
}

TEST_F(PoolMemoryTest, WhatThePoolRefusesIsItsError) {
    const CpuTensorsInPool inPool(*pool_);
    const auto tensor = guarded([]() -> Result<at::Tensor> { return at::empty({300 << 20}, at::kByte); });
    ASSERT_FALSE(tensor);
    EXPECT_TRUE(tensor.error().is(vram::kOutOfVram)) << tensor.error().debugText();
}

TEST_F(PoolMemoryTest, AnOwnedTensorHoldsItsBlock) {
    const c10::InferenceMode inference;
    vram::Request request;
    request.region = vram::Region::Resident;
    request.owner = pool_->owner("latent");
    auto tensor = tensorInPool(*pool_, {4, 36, 20}, at::kFloat, request);
    ASSERT_TRUE(tensor) << tensor.error().debugText();
    tensor->fill_(3);
    EXPECT_EQ(tensor->sum().item<float>(), 3 * 4 * 36 * 20);
    EXPECT_EQ(pool_->stats().bands.requested, 4u * 36 * 20 * 4);
    const at::Tensor view = tensor->select(0, 1);
    tensor->reset();
    EXPECT_EQ(pool_->holdings().size(), 1u) << "a view holds it as well";
}

}  // namespace
}  // namespace manju::tensor
