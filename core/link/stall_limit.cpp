// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/link/worker_link.h"

namespace manju::link {
namespace {

constexpr Millis kLeast{300'000};
constexpr std::int64_t kPixelsPerLeast = 1 << 19;
constexpr std::int64_t kMostPixels = std::int64_t{4096} * 4096;  // the largest picture that is drawn

}  // namespace

Millis stallLimitOf(const StepJob& job) {
    if (job.kind != StepKind::Image) return kLeast;
    const auto spec = fromJson<ImageSpec>(job.spec, "image step");
    if (!spec.ok()) return kLeast;
    std::int64_t pixels = std::int64_t{spec->width} * spec->height;
    if (spec->hires) pixels = std::max(pixels, std::int64_t{spec->hires->width} * spec->hires->height);
    return kLeast * (1 + std::clamp<std::int64_t>(pixels, 0, kMostPixels) / kPixelsPerLeast);
}

}  // namespace manju::link
