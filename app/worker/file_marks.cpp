// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/file_marks.h"

#include <filesystem>

#include "core/base/os/file.h"
#include "core/link/output_file.h"
#include "core/weights/checkpoint_files.h"
#include "core/weights/identity.h"

namespace manju::worker {
namespace {

namespace fs = std::filesystem;

Result<png::FileMark> markOf(fs::path path, const std::string& sha256) {
    // A folder with a slash at its end, or named by the file in it.
    if (path.filename() == "model_index.json" || !path.has_filename()) path = path.parent_path();
    png::FileMark mark;
    mark.name = path.filename().string();
    mark.sha256 = sha256;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return mark;
    MANJU_TRY(const os::FileStamp stamp, os::stampFile(path));
    mark.bytes = stamp.size;
    return mark;
}

Result<png::FileMark> markOf(const StepJob& job, const std::string& input, const std::string& sha256) {
    MANJU_TRY(const std::string file, link::inputPath(job, input));
    return markOf(fs::path(file), sha256);
}

}  // namespace

Result<png::FileMark> FileMarks::loraMark(const StepJob& job, const std::string& sha256) {
    MANJU_TRY(png::FileMark mark, markOf(job, sha256, sha256));
    std::string& tensors = tensors_[sha256];
    if (tensors.empty()) {
        MANJU_TRY(const std::string file, link::inputPath(job, sha256));
        MANJU_TRY(tensors, weights::tensorsHash(file));
    }
    mark.tensors = tensors;
    return mark;
}

Result<png::DrawnWith> FileMarks::of(const StepJob& job, const ImageSpec& spec) {
    png::DrawnWith with;
    with.version = MANJU_VERSION;
    MANJU_TRY(with.checkpoint, markOf(job, "checkpoint", spec.checkpoint));
    const weights::CheckpointFiles files = weights::filesOfInputs(job.inputs);
    if (!files.vae.empty()) {
        MANJU_TRY(with.vae, markOf(files.vae, ""));
    }
    for (const fs::path& file : files.textEncoders) {
        MANJU_TRY(with.textEncoders.emplace_back(), markOf(file, ""));
    }
    with.singleFile = with.checkpoint.bytes > 0 && files.vae.empty() && files.textEncoders.empty();
    for (const LoraSpec& lora : spec.loras) {
        MANJU_TRY(with.files[lora.sha256], loraMark(job, lora.sha256));
    }
    std::vector<std::string> others;
    if (spec.start) others = {spec.start->picture, spec.start->mask};
    if (spec.hires) others.push_back(spec.hires->upscaler);
    for (const std::string& sha256 : others) {
        if (sha256.empty()) continue;
        MANJU_TRY(with.files[sha256], markOf(job, sha256, sha256));
    }
    return with;
}

}  // namespace manju::worker
