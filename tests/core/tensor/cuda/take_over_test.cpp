// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// libtorch's own allocator over a pool of the fake driver: what it does around the pool's answers. Needs no
// card.
#include "core/tensor/cuda/take_over.h"

#include <gtest/gtest.h>
#include <torch/csrc/cuda/CUDAPluggableAllocator.h>

#include "core/gpu/errors.h"
#include "core/tensor/cuda/torch_memory.h"
#include "core/tensor/errors.h"
#include "core/tensor/guard.h"
#include "core/tensor/memory/purpose.h"
#include "core/vram/errors.h"
#include "tests/core/tensor/memory/fake_card_pool.h"
#include "tests/support/result_matchers.h"

namespace manju::tensor {
namespace {

using manju::testing::FailsWith;
using manju::testing::Succeeds;
using testing::FakeCardPool;
using testing::kMiB;
using torch::cuda::CUDAPluggableAllocator::CUDAPluggableAllocator;

class TakeOverTest : public ::testing::Test {
protected:
    void SetUp() override {
        auto begun = CudaTensorsInPool::begin(*card_.pool, *card_.streams, 0);
        ASSERT_THAT(begun, Succeeds());
        taken_ = std::move(*begun);
    }
    static CUDAPluggableAllocator& torch() {
        auto* const plugged = dynamic_cast<CUDAPluggableAllocator*>(c10::cuda::CUDACachingAllocator::get());
        if (plugged == nullptr) throw std::runtime_error("libtorch has another allocator");
        return *plugged;
    }
    static Result<void*> get(std::size_t bytes, c10::DeviceIndex device = 0) {
        return guarded([&]() -> Result<void*> { return torch().malloc(bytes, device, nullptr); });
    }

    FakeCardPool card_;
    std::unique_ptr<CudaTensorsInPool> taken_;
};

TEST_F(TakeOverTest, MemoryComesFromThePoolAndGoesBack) {
    const TensorsFor purpose(*card_.pool, vram::Region::Sampling, "unet");
    const auto start = get(100 * kMiB);
    ASSERT_THAT(start, Succeeds());
    ASSERT_EQ(card_.pool->holdings().size(), 1u);
    EXPECT_EQ(card_.pool->holdings()[0].owner, "unet");
    torch().raw_delete(*start);
    EXPECT_TRUE(card_.pool->holdings().empty());
}

TEST_F(TakeOverTest, WhatThePoolRefusesIsItsErrorOutOfGuarded) {
    EXPECT_THAT(get(2048 * kMiB), FailsWith(vram::kOutOfVram));
    EXPECT_THROW(torch().malloc(2048 * kMiB, 0, nullptr), c10::OutOfMemoryError)
        << "which lets a kernel try with less";
    const auto start = get(900 * kMiB);
    ASSERT_THAT(start, Succeeds()) << "and its bookkeeping goes on";
    torch().raw_delete(*start);
}

TEST_F(TakeOverTest, AnotherCardIsRefused) {
    EXPECT_THAT(get(kMiB, 1), FailsWith(gpu::kNoSuchDevice));
}

TEST_F(TakeOverTest, AfterTheEndNothingIsServedUntilTheNext) {
    const auto kept = get(kMiB);
    ASSERT_THAT(kept, Succeeds());
    taken_.reset();
    EXPECT_TRUE(card_.pool->holdings().empty());
    torch().raw_delete(*kept);  // of a workspace, say
    EXPECT_THAT(get(kMiB), FailsWith(kOutOfMemory));
    SetUp();
    const auto start = get(kMiB);
    ASSERT_THAT(start, Succeeds());
    torch().raw_delete(*start);
}

TEST_F(TakeOverTest, LibtorchsOwnMemoryIsNotToBeHadMeanwhile) {
    EXPECT_FALSE(TorchMemory::open(0));
    EXPECT_THAT(TorchMemory::open(-1), FailsWith(gpu::kNoSuchDevice));
}

}  // namespace
}  // namespace manju::tensor
