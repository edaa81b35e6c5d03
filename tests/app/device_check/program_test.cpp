// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "tests/support/run_program/run_program.h"
#include "tests/support/temporary_folder.h"

namespace manju::device_check {
namespace {

using ::testing::HasSubstr;
using testing::runProgram;

const std::filesystem::path kProgram = std::filesystem::path(MANJU_BIN_DIR) / "manju-device-check";
const std::string kFake = "MANJU_FAKECUDA=" MANJU_FAKECUDA;

TEST(DeviceCheckProgram, ReportsAndKeepsItsFigures) {
    const testing::TemporaryFolder folder;
    const std::string json = (folder.path() / "report.json").string();
    const auto outcome = runProgram(kProgram,
                                    {"--memory", "128", "--repetitions", "3", "--remaps", "20", "--pictures",
                                     "1", "--json", json, "--lang", "en"},
                                    {kFake});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Fake Card"));
    EXPECT_THAT(outcome.out, HasSubstr("Recommended chunk size"));
    EXPECT_THAT(outcome.out, HasSubstr("Everything held"));
    const auto text = os::readFile(json);
    ASSERT_TRUE(text);
    EXPECT_EQ(parseJson(*text, json).value().at("held"), true);
}

TEST(DeviceCheckProgram, SaysInOneSentenceWhyItCannotStart) {
    const auto expect = [](const std::vector<std::string>& arguments, const std::string& library, int code,
                           const char* id) {
        const auto outcome = runProgram(kProgram, arguments, {library});
        EXPECT_EQ(outcome.exitCode, code) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(id));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    };
    expect({}, "MANJU_FAKECUDA=/absent/libcuda.so", 4, "[MJ-GPU-01]");
    expect({"--device", "5"}, kFake, 2, "[MJ-GPU-05]");
    expect({"--fast"}, kFake, 2, "[MJ-CHECK-01]");
    expect({"--minutes", "0", "--lang", "zh"}, kFake, 2, "可用范围");
    expect({"--json", "/absent/report.json"}, kFake, 4, "/absent");
}

}  // namespace
}  // namespace manju::device_check
