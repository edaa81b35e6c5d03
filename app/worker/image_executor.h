// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/worker/file_marks.h"
#include "core/domain/step_spec.h"
#include "core/link/worker_loop.h"

namespace manju::worker {

/// Draws image steps. The checkpoint stays loaded while its files and its identity stay the same.
class ImageExecutor final : public link::StepExecutor {
public:
    /// `threads` of the CPU kernels, >= 1.
    explicit ImageExecutor(int threads);
    ~ImageExecutor() override;

    Result<StepResult> run(const StepJob& job, link::ProgressSink& progress, std::stop_token stop) override;

private:
    struct Model;

    Result<Model*> modelFor(const StepJob& job, const ImageSpec& spec);
    static Status selectLoras(Model& model, const StepJob& job, const ImageSpec& spec, std::stop_token stop);

    const int threads_;
    std::unique_ptr<Model> model_;
    FileMarks marks_;
};

}  // namespace manju::worker
