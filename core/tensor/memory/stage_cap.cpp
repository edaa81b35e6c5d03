// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/memory/stage_cap.h"

#include <algorithm>
#include <cmath>

namespace manju::tensor {

Status StageCap::begin(vram::Region stage, std::uint64_t quota) {
    MANJU_CHECK(memory_.emptyCache());
    MANJU_CHECK(memory_.limit(quota));
    MANJU_CHECK(memory_.restartPeak());
    stage_ = stage;
    MANJU_CHECK(report());
    return Done{};
}

Status StageCap::end() {
    MANJU_CHECK(memory_.emptyCache());
    MANJU_CHECK(report());
    return Done{};
}

Result<OwnFigures> StageCap::report() {
    MANJU_TRY(const OwnFigures figures, memory_.figures());
    pool_.setBeside({owner_, stage_, figures.allocated, figures.reserved, figures.segments});
    return figures;
}

double fractionOf(std::uint64_t bytes, std::uint64_t total) {
    if (bytes >= total) return 1.0;
    double fraction = static_cast<double>(bytes) / static_cast<double>(total);
    while (static_cast<std::uint64_t>(fraction * static_cast<double>(total)) < bytes)
        fraction = std::nextafter(fraction, 1.0);
    return std::min(fraction, 1.0);
}

}  // namespace manju::tensor
