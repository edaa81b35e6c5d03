// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/link/worker_link.h"

namespace manju::link {
namespace {

Millis limitOf(int width, int height, std::optional<HiresSpec> hires = {}) {
    ImageSpec spec;
    spec.width = width;
    spec.height = height;
    spec.hires = std::move(hires);
    StepJob job;
    job.kind = StepKind::Image;
    job.spec = spec;
    return stallLimitOf(job);
}

TEST(StallLimit, GrowsWithThePicture) {
    EXPECT_EQ(limitOf(256, 256), Millis(300'000));
    EXPECT_EQ(limitOf(1024, 1024), Millis(900'000));
    EXPECT_EQ(limitOf(256, 256, HiresSpec{1024, 1024, 0.35, "", 0}), Millis(900'000));
    // Sizes that no worker accepts do not make it endless.
    EXPECT_EQ(limitOf(1 << 30, 1 << 30), limitOf(4096, 4096));
    StepJob speech;
    speech.kind = StepKind::Voice;
    EXPECT_EQ(stallLimitOf(speech), Millis(300'000));
    StepJob broken;
    broken.kind = StepKind::Image;
    EXPECT_EQ(stallLimitOf(broken), Millis(300'000));
}

}  // namespace
}  // namespace manju::link
