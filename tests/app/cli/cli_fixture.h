// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "core/base/json.h"
#include "tests/support/run_program/run_program.h"

namespace manju::cli {

/// A folder with a tiny checkpoint, a short script, and the built `manju`. The folder's name has every
/// character that has broken such programs before.
class CliFixture : public ::testing::Test {
protected:
    static void SetUpTestSuite();
    static void TearDownTestSuite();
    void SetUp() override;
    void TearDown() override;

    static testing::ProgramOutcome manju(const std::vector<std::string>& arguments);
    /// Arguments of a production that takes a few seconds: three shots, two voices, small pictures.
    [[nodiscard]] std::vector<std::string> produceArguments(const std::filesystem::path& project) const;
    [[nodiscard]] std::string write(const std::string& name, const std::string& bytes) const;
    [[nodiscard]] static std::filesystem::path program();
    [[nodiscard]] static std::filesystem::path checkpoint();
    /// The document of `manju status`.
    static Json status(const std::filesystem::path& project);
    /// One sentence on one line that contains `part`, the right exit code, nothing on stdout.
    static void expectSentence(const testing::ProgramOutcome& outcome, int exitCode, const std::string& part);

    static std::filesystem::path shared_;
    std::filesystem::path folder_;
};

}  // namespace manju::cli
