// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/output_file.h"

#include <filesystem>

#include "core/base/os/file.h"
#include "core/link/errors.h"

namespace manju::link {

Result<OutputFile> collectOutput(const StepJob& job, const std::string& role, const std::string& name) {
    const auto path = std::filesystem::path(job.outputFolder) / name;
    MANJU_CHECK(os::syncFile(path));
    MANJU_TRY(const auto digest, os::digestFile(path));
    return OutputFile{role, name, digest.size.count, digest.sha256};
}

Result<std::string> inputPath(const StepJob& job, const std::string& id) {
    const auto found = job.inputs.find(id);
    if (found == job.inputs.end()) return Error(kInputMissing, {{"input", id}});
    return found->second;
}

}  // namespace manju::link
