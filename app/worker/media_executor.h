// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/link/worker_loop.h"

namespace manju::worker {

/// Does voice, subtitle and video steps; never touches a GPU.
class MediaExecutor final : public link::StepExecutor {
public:
    Result<StepResult> run(const StepJob& job, link::ProgressSink& progress, std::stop_token stop) override;
};

}  // namespace manju::worker
