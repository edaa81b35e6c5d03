// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/os/file.h"
#include "core/domain/step_job.h"
#include "core/link/worker_loop.h"
#include "tests/support/temporary_folder.h"

namespace manju::worker::test {

/// A temporary folder for the inputs and outputs of jobs.
class JobFolder : public testing::TemporaryFolder {
public:
    /// A job with an output folder of its own and the product's resources.
    template <class Spec>
    StepJob job(StepKind kind, const Spec& spec) {
        StepJob job;
        job.step = StepId(++jobs_);
        job.kind = kind;
        job.spec = spec;
        job.key = stepKey(kind, job.spec);
        job.outputFolder = (path() / ("out" + std::to_string(jobs_))).string();
        job.inputs["resources"] = MANJU_SOURCE_DIR "/resources";
        std::filesystem::create_directories(job.outputFolder);
        return job;
    }

    /// Path of an output of a job, after checking its size and digest.
    static std::string verified(const StepJob& job, const OutputFile& file) {
        const std::string path = job.outputFolder + "/" + file.name;
        const auto digest = os::digestFile(path);
        EXPECT_TRUE(digest.ok());
        if (digest.ok()) {
            EXPECT_EQ(digest->size.count, file.bytes);
            EXPECT_EQ(digest->sha256, file.sha256);
        }
        return path;
    }

    /// Every file in the job's output folder is one of the result's.
    static void expectNothingElse(const StepJob& job, const StepResult& result) {
        std::size_t files = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(job.outputFolder))
            ++files;
        EXPECT_EQ(files, result.files.size());
    }

private:
    int jobs_ = 0;
};

/// Keeps the reports.
class ProgressLog final : public link::ProgressSink {
public:
    [[nodiscard]] const std::vector<link::StageProgress>& reports() const { return reports_; }

protected:
    void accept(link::StageProgress progress) override { reports_.push_back(std::move(progress)); }

private:
    std::vector<link::StageProgress> reports_;
};

}  // namespace manju::worker::test
