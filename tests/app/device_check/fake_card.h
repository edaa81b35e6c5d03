// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "app/device_check/block_work.h"
#include "app/device_check/card_work.h"
#include "core/gpu/cuda/open_card.h"
#include "tests/support/fakecuda/fakecuda.h"

namespace manju::device_check {

inline constexpr std::uint64_t kMiB = 1 << 20;

/// A card of the fake driver whose clock moves with every call, opened as the check opens it.
struct FakeCard : gpu::OpenCard {
    explicit FakeCard(std::uint64_t totalBytes = 2048 * kMiB) {
        fakecuda::reset({{.totalBytes = totalBytes, .callTakes = std::chrono::nanoseconds(100)}});
        EXPECT_TRUE(open(MANJU_FAKECUDA));
        EXPECT_TRUE(openStreams(*streams));
        work = CardWork::make(*context, *streams).value();
    }

    std::unique_ptr<CardWork> work;
};

}  // namespace manju::device_check
