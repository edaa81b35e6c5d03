// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/link/worker_loop.h"

namespace manju::link::test {

/// Does what the job's spec says: {"do": "sleep" ...}; test_executor.cpp lists the words.
class TestExecutor final : public StepExecutor {
public:
    Result<StepResult> run(const StepJob& job, ProgressSink& progress, std::stop_token stop) override;
};

}  // namespace manju::link::test
