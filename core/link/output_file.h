// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/domain/step_job.h"

namespace manju::link {

/// Describes the finished file `name` in the job's output folder: fsyncs it and reads its size and SHA-256.
Result<OutputFile> collectOutput(const StepJob& job, const std::string& role, const std::string& name);

/// Absolute path of the job's input `id` (a SHA-256, "checkpoint", "resources"), or kInputMissing.
Result<std::string> inputPath(const StepJob& job, const std::string& id);

}  // namespace manju::link
