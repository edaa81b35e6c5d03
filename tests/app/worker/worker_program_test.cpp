// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>

#include "core/link/build_id.h"
#include "core/link/worker_link.h"
#include "tests/app/worker/job_folder.h"

namespace manju::worker::test {
namespace {

struct Outcome {
    std::string text;
    int status = 0;
};

Outcome runProgram(const std::string& arguments, const std::string& program = "manju-worker-media") {
    const std::string command =
        "LC_ALL=C \"" + std::string(MANJU_BIN_DIR) + "/" + program + "\" " + arguments + " 2>&1 </dev/null";
    Outcome outcome;
    FILE* pipe = ::popen(command.c_str(), "r");
    std::array<char, 512> line{};
    while (std::fgets(line.data(), static_cast<int>(line.size()), pipe)) outcome.text += line.data();
    const int status = ::pclose(pipe);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

TEST(WorkerProgram, TellsItsBuild) {
    const Outcome outcome = runProgram("--version");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.text.find("(build " + std::string(link::buildId()) + ")"), std::string::npos);
}

TEST(WorkerProgram, TheCommandLineReachesItsBenchmark) {
    const Outcome outcome = runProgram("bench compose --smoke --json", "manju");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    const Json document = Json::parse(outcome.text);
    EXPECT_EQ(document.at("bench"), "compose");
    EXPECT_GE(document.at("figures").size(), 5U);
}

TEST(WorkerProgram, RefusesToBeStartedByHand) {
    for (const char* arguments : {"", "--fd", "--fd x", "--fd -1", "--fd 3 4", "--help"}) {
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_NE(outcome.text.find("is started by manju itself"), std::string::npos) << outcome.text;
    }
}

TEST(WorkerProgram, DoesAJobForTheEngine) {
    JobFolder folder;
    SubtitleSpec spec;
    spec.width = 1080;
    spec.height = 1920;
    spec.language = "zh";
    spec.frames = 60;
    spec.cues = {{0, 60, "你好", ""}};
    const StepJob job = folder.job(StepKind::Subtitles, spec);
    link::WorkerOptions options;
    options.executable = std::filesystem::path(MANJU_BIN_DIR) / "manju-worker-media";
    std::promise<link::WorkerEvent> ended;
    std::once_flag once;
    auto worker = link::spawnWorker(options, [&](const link::WorkerEvent& event) {
        if (std::holds_alternative<link::WorkerReady>(event) || std::holds_alternative<StepProgress>(event))
            return;
        std::call_once(once, [&] { ended.set_value(event); });
    });
    ASSERT_TRUE(worker.ok()) << worker.error().debugText();
    ASSERT_TRUE((*worker)->start(job).ok());
    const link::WorkerEvent event = ended.get_future().get();
    const auto* finished = std::get_if<link::StepFinished>(&event);
    ASSERT_NE(finished, nullptr);
    ASSERT_EQ(finished->result.files.size(), 2U);
    for (const OutputFile& file : finished->result.files) JobFolder::verified(job, file);
}

}  // namespace
}  // namespace manju::worker::test
