// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diffusion/image_generator.h"
#include "fixture.h"

namespace manju::diffusion {

/// Share of bytes within one of the reference's that counts as equal.
inline constexpr double kEqualShare = 0.999;

/// The job that the reference scripts draw.
inline ImageSpec referenceSpec(int steps) {
    ImageSpec spec;
    spec.prompt = "an astronaut riding a horse on mars";
    spec.negative = "hello world";
    spec.seed = 7;
    spec.width = 96;
    spec.height = 64;
    spec.steps = steps;
    spec.cfg = 5;
    spec.sampler = "euler";
    spec.bundle = "diffusers";
    return spec;
}

inline ImageGenerator loaded(const weights::Checkpoint& checkpoint,
                             const Bytes residentLimit = megabytes(12'000)) {
    ImageGeneratorOptions options;
    options.resources = kResources;
    options.residentLimit = residentLimit;
    auto result = ImageGenerator::load(checkpoint, options);
    if (!result.ok()) std::abort();
    return std::move(result).value();
}

/// Share of bytes that differ by at most one.
inline double equalShare(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    EXPECT_EQ(a.size(), b.size());
    std::size_t close = 0;
    for (std::size_t i = 0; i < a.size(); ++i) close += std::abs(int{a[i]} - int{b[i]}) <= 1 ? 1U : 0U;
    return static_cast<double>(close) / static_cast<double>(a.size());
}

}  // namespace manju::diffusion
