// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <set>

#include "core/base/json.h"
#include "tests/support/run_program/run_program.h"

namespace manju::cli {
namespace {

using testing::runProgram;

const std::filesystem::path kProgram = std::filesystem::path(MANJU_BIN_DIR) / "manju";

TEST(BenchVram, SmokeReachesItsLevelsAndSaysWhatItMeasured) {
    const auto outcome = runProgram(kProgram, {"bench", "vram", "--smoke", "--json"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    const auto document = parseJson(outcome.out, "stdout");
    ASSERT_TRUE(document) << document.error().debugText();
    EXPECT_EQ(document->at("schema_version"), 1);
    EXPECT_EQ(document->at("bench"), "vram");
    for (const Json& figure : document->at("figures")) EXPECT_EQ(figure.at("ok"), true) << figure.dump();
    std::set<std::string> allocators, workloads;
    for (const Json& run : document->at("runs")) {
        allocators.insert(run.at("allocator"));
        workloads.insert(run.at("workload"));
        EXPECT_FALSE(run.contains("ns_p50")) << "times differ from run to run";
    }
    EXPECT_EQ(allocators, (std::set<std::string>{"pool", "tlsf", "torch_expandable", "torch_plain"}));
    EXPECT_TRUE(workloads.contains("picture_day"));
    EXPECT_TRUE(workloads.contains("pytorch_35901.csv"));
    EXPECT_EQ(runProgram(kProgram, {"bench", "vram", "--smoke", "--json"}).out, outcome.out);
}

TEST(BenchVram, SpeaksBothLanguages) {
    EXPECT_NE(runProgram(kProgram, {"bench", "vram", "--smoke", "--lang", "zh"}).out.find("漫剧显存池"),
              std::string::npos);
    EXPECT_NE(runProgram(kProgram, {"bench", "vram", "--smoke", "--lang", "en"}).out.find("Manju pool"),
              std::string::npos);
}

TEST(BenchSched, SmokeLosesNothingAndDoublesNothing) {
    const auto outcome = runProgram(kProgram, {"bench", "sched", "--smoke", "--json"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    const auto document = parseJson(outcome.out, "stdout");
    ASSERT_TRUE(document) << document.error().debugText();
    EXPECT_EQ(document->at("bench"), "sched");
    EXPECT_EQ(document->at("figures").at(0).at("name"), "deadlocked_lost_doubled");
    EXPECT_EQ(runProgram(kProgram, {"bench", "sched", "--smoke", "--json"}).out, outcome.out);
}

TEST(BenchSched, ShowsEveryPolicyOnAWorkloadOfTheUsers) {
    const std::string example = MANJU_SOURCE_DIR "/resources/examples/workload.json";
    const auto table =
        runProgram(kProgram, {"bench", "sched", "--smoke", "--lang", "en", "--workload", example});
    EXPECT_EQ(table.exitCode, 0) << table.err;
    for (const char* word : {"fifo_exclusive", "ours", "The workload of the file"})
        EXPECT_NE(table.out.find(word), std::string::npos) << word;
    const auto json = runProgram(kProgram, {"bench", "sched", "--smoke", "--json", "--workload", example});
    EXPECT_EQ(parseJson(json.out, "stdout").value().at("runs").at(0).at("scenario"), "workload");
    EXPECT_EQ(runProgram(kProgram, {"bench", "sched", "--workload", "/none.json"}).exitCode, 2);
    const auto wrong = runProgram(kProgram, {"bench", "vram", "--lang", "en", "--workload", example});
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_NE(wrong.err.find("--workload works only together with sched"), std::string::npos) << wrong.err;
}

}  // namespace
}  // namespace manju::cli
