// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/progress_gate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace manju::link {

std::optional<StepProgress> ProgressGate::offer(StepProgress progress, std::int64_t now) {
    if (!std::isnan(progress.fraction)) reached_ = std::clamp(progress.fraction, reached_, 1.0);
    progress.fraction = reached_;
    progress.index = std::max(progress.index, 0);
    progress.count = std::max(progress.count, 0);
    held_ = std::move(progress);
    return due(now);
}

std::optional<StepProgress> ProgressGate::due(std::int64_t now) {
    if (!held_ || (sentAt_ && now < *sentAt_ + kIntervalMillis)) return std::nullopt;
    sentAt_ = now;
    return flush();
}

std::optional<StepProgress> ProgressGate::flush() {
    return std::exchange(held_, std::nullopt);
}

std::optional<std::int64_t> ProgressGate::dueAt() const {
    if (!held_) return std::nullopt;
    return sentAt_.value_or(0) + kIntervalMillis;
}

}  // namespace manju::link
