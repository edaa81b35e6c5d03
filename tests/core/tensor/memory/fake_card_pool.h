// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "core/gpu/cuda/open_card.h"
#include "core/tensor/memory/card_memory.h"
#include "tests/support/fakecuda/fakecuda.h"

namespace manju::tensor::testing {

inline constexpr std::uint64_t kMiB = 1 << 20;

/// A card of the fake driver with a pool, and its memory as a library beside it sees it.
struct FakeCardPool : gpu::OpenCard {
    explicit FakeCardPool(std::uint64_t totalBytes = 1024 * kMiB) {
        fakecuda::reset({{.name = "Fake Card", .totalBytes = totalBytes}});
        EXPECT_TRUE(open(MANJU_FAKECUDA));
        pool = vram::VramPool::open(*memory, *streams).value();
    }

    /// Work of 10 ms in the stream that writes to all of the memory.
    static void run(gpu::cu::Stream stream, void* start, std::uint64_t bytes) {
        const gpu::AddressSpan range{reinterpret_cast<gpu::Address>(start), bytes};
        fakecuda::launch(0, stream,
                         {.reads = {}, .writes = {range}, .duration = std::chrono::milliseconds(10)});
    }

    std::unique_ptr<vram::VramPool> pool;
};

}  // namespace manju::tensor::testing
