// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "core/domain/step_job.h"
#include "core/png/picture_texts.h"

namespace manju::worker {

/// Describes the files of an image step for the picture's own texts. Remembers the hashes that it has to
/// read files for. Thread: owner only.
class FileMarks {
public:
    /// Precondition: the job's inputs hold every file that `spec` names.
    Result<png::DrawnWith> of(const StepJob& job, const ImageSpec& spec);

private:
    Result<png::FileMark> loraMark(const StepJob& job, const std::string& sha256);

    std::map<std::string, std::string> tensors_;  ///< SHA-256 of a file -> of its tensors
};

}  // namespace manju::worker
