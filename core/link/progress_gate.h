// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/domain/step_job.h"

namespace manju::link {

/// Thins a job's progress to at most ten messages a second. The first report passes at once and the last one
/// is never lost; between them the newest wins. Fractions are clamped to 0..1 and never fall.
/// Times are steady milliseconds. Thread: owner only.
class ProgressGate {
public:
    static constexpr std::int64_t kIntervalMillis = 100;

    /// Takes a report; returns what is to be sent now.
    std::optional<StepProgress> offer(StepProgress progress, std::int64_t now);
    /// What was held back and may be sent by now.
    std::optional<StepProgress> due(std::int64_t now);
    /// What was held back, for the end of the job.
    std::optional<StepProgress> flush();
    /// When due() will have something; none: nothing is held back.
    [[nodiscard]] std::optional<std::int64_t> dueAt() const;

private:
    std::optional<StepProgress> held_;
    std::optional<std::int64_t> sentAt_;
    double reached_ = 0;
};

}  // namespace manju::link
