// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>

#include <algorithm>
#include <thread>

#include "core/base/os/file.h"
#include "tests/app/cli/cli_fixture.h"
#include "tests/support/project_files/project_files.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;
using testing::leftovers;
using testing::products;
using testing::Program;

class ProduceTest : public CliFixture {
protected:
    /// Finished image and voice steps by key, from the stored attempts.
    static std::map<std::string, int> finishedSteps(const fs::path& project) {
        std::map<std::string, int> runs;
        for (const Json& attempt : status(project).at("attempts"))
            if (attempt.at("outcome") == "done" &&
                (attempt.at("kind") == "image" || attempt.at("kind") == "voice"))
                ++runs[attempt.at("key").get<std::string>()];
        return runs;
    }

    static void expectAllGone(const std::vector<pid_t>& workers) {
        for (int waited = 0; waited < 40; ++waited) {
            if (std::none_of(workers.begin(), workers.end(), testing::isAlive)) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        ADD_FAILURE() << "a worker lives 2 s after the engine's death";
    }
};

TEST_F(ProduceTest, MakesAVerifiedVideo) {
    const fs::path project = folder_ / "project";
    const auto outcome = manju(produceArguments(project));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const Json document = status(project);
    EXPECT_EQ(document.at("schema_version"), 1);
    const Json& episode = document.at("episodes").at(0);
    EXPECT_EQ(episode.at("state"), "done");
    EXPECT_EQ(episode.at("fraction"), 1.0);
    EXPECT_GE(episode.at("shots").size(), 2U);
    EXPECT_TRUE(fs::exists(episode.at("video").get<std::string>()));
    EXPECT_NE(outcome.out.find(episode.at("video").get<std::string>()), std::string::npos);
    EXPECT_EQ(leftovers(project), std::vector<std::string>());
}

/// Killed by SIGKILL at 20 moments spread over the whole production, resumed each time.
TEST_F(ProduceTest, KilledAtTwentyMomentsEndsWithTheSameFiles) {
    const fs::path reference = folder_ / "reference";
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(manju(produceArguments(reference)).exitCode, 0);
    const auto whole =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    const auto expected = products(reference);

    int kills = 0;
    for (int round = 0; kills < 20; ++round) {
        const fs::path project = folder_ / ("killed-" + std::to_string(round));
        bool done = false;
        for (int step = 0; !done; ++step) {
            std::vector<std::string> arguments = produceArguments(project);
            if (step > 0 && fs::exists(project / "project.db") && step % 2 == 0)
                arguments = {"resume", "--project", project.string()};
            Program engine(program(), arguments, {"LC_ALL=C.UTF-8"});
            // Each run gets a little further than it needs to start, at a moment that differs each time.
            const auto until = whole / 6 + whole * ((kills * 7) % 20) / 40;
            const auto end = std::chrono::steady_clock::now() + until;
            while (engine.running() && std::chrono::steady_clock::now() < end && kills < 20)
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            if (kills < 20 && engine.running()) {
                const std::vector<pid_t> workers = testing::childrenOf(engine.pid());
                engine.signal(SIGKILL);
                EXPECT_EQ(engine.wait().signal, SIGKILL);
                ++kills;
                expectAllGone(workers);
                if (fs::exists(project / "videos"))
                    for (const auto& entry : fs::directory_iterator(project / "videos"))
                        if (entry.path().extension() == ".mp4") {
                            EXPECT_EQ(os::digestFile(entry.path())->sha256, expected.at("videos/短剧.mp4"));
                        }
                continue;
            }
            const auto outcome = engine.wait();
            ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
            done = status(project).at("episodes").at(0).at("state") == "done";
        }
        EXPECT_EQ(products(project), expected);
        EXPECT_EQ(leftovers(project), std::vector<std::string>());
        for (const auto& [key, runs] : finishedSteps(project)) EXPECT_EQ(runs, 1) << key;
        fs::remove_all(project);
    }
    EXPECT_EQ(kills, 20);
}

TEST_F(ProduceTest, AMovedProjectResumesAndASecondEngineIsRefused) {
    const fs::path project = folder_ / "project";
    {
        Program engine(program(), produceArguments(project), {"LC_ALL=C.UTF-8"});
        while (engine.running() && !fs::exists(project / "results" / "voice"))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        ASSERT_TRUE(engine.running());
        const auto second = manju(produceArguments(project));
        expectSentence(second, 1, std::to_string(engine.pid()));
        EXPECT_EQ(manju({"status", "--project", project.string(), "--json"}).exitCode, 0);
        engine.signal(SIGTERM);  // stops in order: nothing is lost
        EXPECT_EQ(engine.wait().exitCode, 1);
    }
    const fs::path moved = folder_ / "moved 到这里";
    fs::rename(project, moved);
    const auto outcome = manju({"resume", "--project", moved.string()});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const Json episode = status(moved).at("episodes").at(0);
    EXPECT_EQ(episode.at("state"), "done");
    EXPECT_TRUE(episode.at("video").get<std::string>().starts_with(moved.string()));
    for (const auto& [key, runs] : finishedSteps(moved)) EXPECT_EQ(runs, 1) << key;
}

}  // namespace
}  // namespace manju::cli
