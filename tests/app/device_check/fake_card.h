// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "app/device_check/block_work.h"
#include "app/device_check/card_work.h"
#include "core/gpu/cuda/cuda_memory.h"
#include "tests/support/fakecuda/fakecuda.h"

namespace manju::device_check {

inline constexpr std::uint64_t kMiB = 1 << 20;

/// A card of the fake driver whose clock moves with every call, opened as the check opens it.
struct FakeCard {
    explicit FakeCard(std::uint64_t totalBytes = 2048 * kMiB) {
        fakecuda::reset({{.totalBytes = totalBytes, .callTakes = std::chrono::nanoseconds(100)}});
        driver = gpu::CudaDriver::open(MANJU_FAKECUDA).value();
        context = gpu::CudaContext::retain(*driver, 0).value();
        memory = gpu::CudaMemory::open(*context).value();
        streams = gpu::CudaStreams::make(*context).value();
        EXPECT_TRUE(openStreams(*streams));
        work = CardWork::make(*context, *streams).value();
    }

    std::unique_ptr<gpu::CudaDriver> driver;
    std::unique_ptr<gpu::CudaContext> context;
    std::unique_ptr<gpu::CudaMemory> memory;
    std::unique_ptr<gpu::CudaStreams> streams;
    std::unique_ptr<CardWork> work;
};

}  // namespace manju::device_check
