// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "core/gpu/cuda/open_card.h"
#include "core/vram/pool.h"
#include "tests/support/fakecuda/fakecuda.h"

namespace manju::vram::testing {

/// A card of the fake driver, a stream of it and a pool over it; fakecuda::reset comes before.
struct CudaCard : gpu::OpenCard {
    explicit CudaCard(int ordinal = 0) : number(ordinal) {
        EXPECT_TRUE(open(MANJU_FAKECUDA, ordinal));
        stream = streams->open(gpu::StreamPriority::Normal).value();
        pool = VramPool::open(*memory, *streams).value();
        owner = pool->owner("someone");
    }
    Block get(std::uint64_t bytes, Region region = Region::Sampling) {
        auto block = pool->allocate({bytes, region, stream, owner});
        EXPECT_TRUE(block) << block.error().debugText();
        return *block;
    }
    void work(const Block& block, std::chrono::nanoseconds time) {
        fakecuda::launch(number, streams->handle(stream).value(),
                         {{}, {{block.address, block.granted}}, time});
    }

    int number;
    gpu::StreamId stream{};
    std::unique_ptr<VramPool> pool;
    OwnerId owner{};
};

}  // namespace manju::vram::testing
