// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

#include "core/base/log.h"
#include "core/link/build_id.h"
#include "core/link/message.h"
#include "core/link/socket.h"
#include "core/link/spawn.h"
#include "core/link/worker_link.h"
#include "tests/contract/worker/event_log.h"

// What only a worker in a process can suffer.
namespace manju::link::test {
namespace {

constexpr auto kGoneWithin = std::chrono::seconds(2);  // the product's promise

class WorkerProcess : public testing::Test {
protected:
    std::unique_ptr<WorkerLink> make(const WorkerOptions& options = testOptions()) {
        auto made = spawnWorker(options, log.sink());
        if (!made.ok()) throw std::runtime_error(made.error().debugText());
        return std::move(made).value();
    }
    std::unique_ptr<WorkerLink> makeWith(const char* argument) {
        WorkerOptions options = testOptions();
        options.arguments = {argument};
        return make(options);
    }
    /// How the worker ended after the job.
    WorkerGone goneAfter(const Json& spec) {
        const auto link = make();
        if (!link->start(testJob(1, spec)).ok()) throw std::runtime_error("not started");
        WorkerGone gone = log.await<WorkerGone>();
        EXPECT_EQ(log.count<StepFinished>() + log.count<StepFailed>(), 0);
        return gone;
    }
    static bool goneInTime(std::int64_t pid) {
        const auto until = std::chrono::steady_clock::now() + kGoneWithin;
        while (std::chrono::steady_clock::now() < until) {
            const std::string state = processState(pid);
            if (state.empty() || state == "Z") return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }
    static bool hasNoChildren() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

    EventLog log;
};

TEST_F(WorkerProcess, CrashIsReportedWithItsSignal) {
    for (const auto& [number, name] : {std::pair(SIGSEGV, "SIGSEGV"), std::pair(SIGABRT, "SIGABRT")}) {
        const WorkerGone gone = goneAfter({{"do", "signal"}, {"number", number}});
        EXPECT_TRUE(gone.error.is(kWorkerCrashed));
        EXPECT_EQ(gone.error.args().at("signal"), name);
        EXPECT_TRUE(gone.crashed);
    }
    EXPECT_TRUE(hasNoChildren());
}

TEST_F(WorkerProcess, ExitIsReportedWithItsCode) {
    const WorkerGone gone = goneAfter({{"do", "exit"}, {"code", 9}});
    EXPECT_TRUE(gone.error.is(kWorkerExited));
    EXPECT_EQ(gone.error.args().at("code"), "9");
    EXPECT_TRUE(gone.crashed);
}

TEST_F(WorkerProcess, AKillFromOutsideIsToldFromACrash) {
    const WorkerGone gone = goneAfter({{"do", "signal"}, {"number", SIGKILL}});
    EXPECT_TRUE(gone.error.is(kWorkerEndedBySystem));
    EXPECT_TRUE(gone.crashed);
}

TEST_F(WorkerProcess, AStoppedWorkerIsLost) {
    WorkerOptions options = testOptions();
    options.heartbeat = Millis(100);
    options.lostAfter = Millis(800);
    const auto link = make(options);
    log.await<WorkerReady>();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "sleep"}})).ok());
    log.await<StepProgress>();
    ::kill(static_cast<pid_t>(link->pid()), SIGSTOP);
    const WorkerGone gone = log.await<WorkerGone>();
    EXPECT_TRUE(gone.error.is(kWorkerLost));
    EXPECT_TRUE(gone.crashed);
    EXPECT_TRUE(hasNoChildren());
}

TEST_F(WorkerProcess, HeartbeatsKeepASilentJobAlive) {
    WorkerOptions options = testOptions();
    options.heartbeat = Millis(100);
    options.lostAfter = Millis(600);
    const auto link = make(options);
    ASSERT_TRUE(link->start(testJob(1, {{"do", "deaf"}, {"millis", 1500}})).ok());
    log.await<StepFinished>();
    EXPECT_EQ(log.count<WorkerGone>(), 0);
}

TEST_F(WorkerProcess, AnotherBuildIsRefused) {
    const auto link = makeWith("--wrong-build");
    ASSERT_TRUE(link->start(testJob(1, {{"do", "succeed"}})).ok());
    const WorkerGone gone = log.await<WorkerGone>();
    EXPECT_TRUE(gone.error.is(kBuildMismatch));
    EXPECT_EQ(gone.error.args().at("engine"), buildId());
    EXPECT_EQ(gone.error.args().at("build"), "0123456789abcdef");
    EXPECT_FALSE(gone.crashed);
    EXPECT_EQ(log.count<WorkerReady>(), 0);
}

TEST_F(WorkerProcess, AWorkerThatDoesNotGreetIsEnded) {
    {
        const auto link = makeWith("--impatient");
        EXPECT_TRUE(log.await<WorkerGone>().error.is(kWorkerGarbage));
    }
    WorkerOptions options = testOptions();
    options.arguments = {"--mute"};
    options.startLimit = Millis(300);
    const auto link = make(options);
    EXPECT_TRUE(log.await<WorkerGone>().error.is(kWorkerSlowStart));
    EXPECT_TRUE(hasNoChildren());
}

TEST_F(WorkerProcess, GarbageEndsTheWorker) {
    const std::vector<int> cases[] = {{0xFF, 0xFF, 0xFF, 0x7F, 'x'},  // 2 GiB announced
                                      {0, 0, 0, 0},                   // an empty frame
                                      {5, 0, 0, 0, 'j', 'u', 'n', 'k', '!'},
                                      {1, 0, 0, 0, 0xF6}};  // CBOR, but no message
    for (const std::vector<int>& bytes : cases) {
        const WorkerGone gone = goneAfter({{"do", "garbage"}, {"bytes", bytes}});
        EXPECT_TRUE(gone.error.is(kWorkerGarbage)) << gone.error.debugText();
        EXPECT_TRUE(gone.crashed);
    }
}

TEST_F(WorkerProcess, ResultsOfAnotherEpochOrStepAreIgnored) {
    const auto link = make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "wrong-answers"}})).ok());
    EXPECT_EQ(log.await<StepFinished>().result.meta.at("wrong"), false);
    EXPECT_EQ(log.count<StepProgress>(), 0);
}

TEST_F(WorkerProcess, AMissingExecutableIsAnErrorAtOnce) {
    WorkerOptions options = testOptions();
    options.executable = "/nonexistent/worker";
    const auto made = spawnWorker(options, log.sink());
    ASSERT_FALSE(made.ok());
    EXPECT_TRUE(made.error().is(kWorkerStart));
    EXPECT_EQ(made.error().args().at("worker"), "/nonexistent/worker");
    EXPECT_TRUE(hasNoChildren());
}

TEST_F(WorkerProcess, GetsNoDescriptorButItsOwn) {
    const int leak = ::open("/dev/null", O_RDONLY);  // on purpose without close-on-exec
    const int high = ::fcntl(leak, F_DUPFD, 200);
    const auto first = make();
    log.await<WorkerReady>();
    const auto second = make();
    log.await<WorkerReady>();
    for (const auto* link : {first.get(), second.get()})
        EXPECT_EQ(openDescriptors(std::to_string(link->pid())), (std::vector<int>{0, 1, 2, 3}));
    ::close(leak);
    ::close(high);
}

TEST_F(WorkerProcess, GetsItsEnvironmentAndNiceness) {
    WorkerOptions options = testOptions();
    options.cpuThreads = 3;
    options.niceness = 7;
    options.environment = {{"MANJU_TEST", "好"}, {"MALLOC_ARENA_MAX", "1"}};
    const auto link = make(options);
    const Json names{"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                     "OMP_WAIT_POLICY", "MANJU_TEST",           "MALLOC_ARENA_MAX"};
    ASSERT_TRUE(link->start(testJob(1, {{"do", "environment"}, {"names", names}})).ok());
    const int own = ::getpriority(PRIO_PROCESS, 0);
    EXPECT_EQ(log.await<StepFinished>().result.meta, (Json{{"OMP_NUM_THREADS", "3"},
                                                           {"OPENBLAS_NUM_THREADS", "3"},
                                                           {"MKL_NUM_THREADS", "3"},
                                                           {"OMP_WAIT_POLICY", "PASSIVE"},
                                                           {"MANJU_TEST", "好"},
                                                           {"MALLOC_ARENA_MAX", "1"},
                                                           {"nice", std::max(own, 7)}}));
}

TEST_F(WorkerProcess, ItsOutputGoesToTheLogLineByLine) {
    const auto file = std::filesystem::temp_directory_path() / ("manju_output_" + std::to_string(::getpid()));
    ASSERT_TRUE(log::open(file, log::Level::Error).ok());
    std::int64_t pid = 0;
    {
        const auto link = make();
        pid = link->pid();
        ASSERT_TRUE(link->start(testJob(1, {{"do", "say"}})).ok());
        log.await<StepFinished>();
    }
    ASSERT_TRUE(log::open({}, log::Level::Warning).ok());
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    std::filesystem::remove(file);
    for (const char* line : {"a line on standard output", "and one on standard error", "without an end"})
        EXPECT_NE(text.str().find("worker: manju-test-worker[" + std::to_string(pid) + "] " + line + "\n"),
                  std::string::npos)
            << text.str();
}

TEST_F(WorkerProcess, TheDestructorEndsAWorkerThatDoesNotObey) {
    auto link = make();
    const std::int64_t pid = link->pid();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "deaf"}, {"millis", 60'000}})).ok());
    log.await<StepProgress>();
    link.reset();
    EXPECT_EQ(processState(pid), "");
    EXPECT_TRUE(hasNoChildren());
}

TEST_F(WorkerProcess, TheDestructorEndsAStoppedWorker) {
    auto link = make();
    log.await<WorkerReady>();
    const std::int64_t pid = link->pid();
    ::kill(static_cast<pid_t>(pid), SIGSTOP);
    link.reset();
    EXPECT_EQ(processState(pid), "");
    EXPECT_TRUE(hasNoChildren());
}

TEST_F(WorkerProcess, DiesWithItsEngine) {
    const std::string command = std::string("\"") + MANJU_TEST_BIN_DIR + "/manju-test-parent\" \"" +
                                MANJU_TEST_BIN_DIR + "/manju-test-worker\" & echo $!; wait";
    std::unique_ptr<FILE, int (*)(FILE*)> shell(::popen(command.c_str(), "r"), &::pclose);
    long long parent = 0;
    long long worker = 0;
    ASSERT_EQ(std::fscanf(shell.get(), "%lld %lld", &parent, &worker), 2);
    ASSERT_NE(processState(worker), "");
    ::kill(static_cast<pid_t>(parent), SIGKILL);
    EXPECT_TRUE(goneInTime(worker));
}

TEST_F(WorkerProcess, LeavesAJobWhenItsSocketCloses) {
    SpawnSpec spec;
    spec.executable = testOptions().executable;
    spec.arguments = {"--fd", std::to_string(kWorkerSocket)};
    auto process = spawnProcess(spec);
    ASSERT_TRUE(process.ok());
    const Hello hello{kProtocolVersion, std::string(buildId()), 5, ::getpid(), 1000};
    ASSERT_TRUE(sendAll(process->socket.get(), *encode(hello)));
    const Json deaf{{"do", "deaf"}, {"millis", 60'000}};
    ASSERT_TRUE(sendAll(process->socket.get(), *encode(StartStep{testJob(1, deaf)})));
    std::string answer;  // until its first progress: the job runs
    while (answer.find("stage.first") == std::string::npos)
        ASSERT_NE(receive(process->socket.get(), answer, true), Received::End);
    process->socket.reset();
    EXPECT_TRUE(goneInTime(process->pid));
    killHard(process->pid);
    while (!reap(process->pid)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace
}  // namespace manju::link::test
