// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace manju::arch {

/// A file of the repository: path from the root with '/', and its bytes.
struct SourceFile {
    std::string path;
    std::string text;
};

/// A broken rule. line is 1-based, 0 where a whole file or name is meant.
struct Violation {
    std::string path;
    std::size_t line = 0;
    std::string what;
};
using Violations = std::vector<Violation>;

/// "path:line: what", one violation a line; empty if there is none.
std::string listed(const Violations& violations);

/// Names of all files that belong to the repository below `root`: what git tracks, or, outside a git
/// checkout, every file except those of build folders and of the version control.
std::vector<std::string> repositoryFiles(const std::string& root);

/// The named files' contents. Binary files (with a NUL byte) are left out.
std::vector<SourceFile> readAll(const std::string& root, const std::vector<std::string>& names);

}  // namespace manju::arch
