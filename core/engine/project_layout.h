// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/domain/ids.h"
#include "core/domain/step_spec.h"

namespace manju::engine {

/// Where things lie inside a project folder. Everything stored in the database is relative to `root`, so
/// that a moved project still opens.
struct ProjectLayout {
    std::filesystem::path root;  ///< absolute

    [[nodiscard]] std::filesystem::path lockFile() const { return root / "project.lock"; }
    [[nodiscard]] std::filesystem::path logFile() const { return root / "logs" / "manju.log"; }
    /// Copies of scripts and music, named by content.
    [[nodiscard]] std::filesystem::path input(const std::string& sha256, const std::string& extension) const {
        return std::filesystem::path("inputs") / (sha256 + extension);
    }
    /// A published result, relative.
    [[nodiscard]] std::filesystem::path result(StepKind kind, const std::string& key,
                                               const std::string& extension) const {
        return std::filesystem::path("results") / toText(kind) / key.substr(0, 2) / (key + extension);
    }
    /// What attempts are writing, by epoch; removed as a whole when a project is opened.
    [[nodiscard]] std::filesystem::path work() const { return root / "work"; }
    [[nodiscard]] std::filesystem::path attempt(std::int64_t epoch, StepId step, int number) const {
        return work() / std::to_string(epoch) / (std::to_string(step.value) + "-" + std::to_string(number));
    }
    /// Finished videos under readable names, unless another folder was chosen.
    [[nodiscard]] std::filesystem::path videos() const { return root / "videos"; }
};

}  // namespace manju::engine
