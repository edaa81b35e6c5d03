// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Records what a program does to the files below one folder, in the order in which it does it, by standing
/// in front of the C library's calls. Link this library into the test's executable. Memory-mapped writes are
/// not seen (SQLite's shared index is rebuilt from the log by itself and is left out).
namespace manju::testing {

struct FileOperation {
    enum class Kind { Create, Truncate, Write, Rename, Link, Remove, MakeFolder, RemoveFolder };
    Kind kind = Kind::Write;
    std::filesystem::path path;  ///< relative to the recorded folder
    std::filesystem::path to;    ///< of Rename and Link
    std::int64_t offset = 0;     ///< of Write; of Truncate the new size
    std::string bytes;
};

/// Starts with an empty record; `folder` is absolute. Thread: any, one recording at a time.
void startRecording(const std::filesystem::path& folder);
std::vector<FileOperation> stopRecording();

/// Does one recorded operation below another folder. With `share` < 1 only that part of a write's bytes
/// arrives, as when the power fails in the middle of it.
void replay(const FileOperation& operation, const std::filesystem::path& folder, double share = 1.0);

}  // namespace manju::testing
