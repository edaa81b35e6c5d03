// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>

#include "core/base/errors.h"
#include "core/base/sha256.h"
#include "core/link/worker_link.h"
#include "tests/contract/worker/event_log.h"
#include "tests/contract/worker/test_executor.h"

// What every WorkerLink promises, for a worker in a thread and for one in a process.
namespace manju::link::test {
namespace {

struct Inline {
    static Result<std::unique_ptr<WorkerLink>> make(const WorkerOptions& options, WorkerSink sink) {
        return inlineWorker([] { return std::make_unique<TestExecutor>(); }, std::move(sink), options);
    }
};
struct Process {
    static Result<std::unique_ptr<WorkerLink>> make(const WorkerOptions& options, WorkerSink sink) {
        return spawnWorker(options, std::move(sink));
    }
};

template <class Kind>
class WorkerContract : public testing::Test {
protected:
    std::unique_ptr<WorkerLink> make(const WorkerOptions& options = testOptions()) {
        auto made = Kind::make(options, log.sink());
        if (!made.ok()) throw std::runtime_error(made.error().debugText());
        return std::move(made).value();
    }

    EventLog log;
};

using Kinds = testing::Types<Inline, Process>;
TYPED_TEST_SUITE(WorkerContract, Kinds);

TYPED_TEST(WorkerContract, ReportsReadyAndTheResult) {
    const auto link = this->make();
    EXPECT_EQ(this->log.template await<WorkerReady>().pid, link->pid());
    ASSERT_TRUE(link->start(testJob(3, {{"do", "succeed"}})).ok());
    const auto finished = this->log.template await<StepFinished>();
    EXPECT_EQ(finished.step, StepId(3));
    EXPECT_EQ(finished.result.meta, (Json{{"key", "key3"}}));
}

TYPED_TEST(WorkerContract, KeepsAJobUntilTheWorkerIsReady) {
    const auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "succeed"}})).ok());
    this->log.template await<StepFinished>();
    EXPECT_TRUE(std::holds_alternative<WorkerReady>(this->log.all().front()));
}

TYPED_TEST(WorkerContract, ProgressNeverFallsIsThinnedAndKeepsBothEnds) {
    const auto link = this->make();
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "progress"}, {"count", 2000}})).ok());
    this->log.template await<StepFinished>();
    const auto took = std::chrono::steady_clock::now() - begin;
    std::vector<StepProgress> reports;
    for (const WorkerEvent& event : this->log.all())
        if (const auto* report = std::get_if<StepProgress>(&event)) reports.push_back(*report);
    ASSERT_GE(reports.size(), 2U);
    EXPECT_EQ(reports.front(), (StepProgress{StepId(1), 0, "stage.first", 0, 2000}));
    EXPECT_EQ(reports.back(), (StepProgress{StepId(1), 1, "stage.last", 2000, 2000}));
    for (std::size_t i = 1; i < reports.size(); ++i) EXPECT_GE(reports[i].fraction, reports[i - 1].fraction);
    EXPECT_LE(reports.size(), static_cast<std::size_t>(took / std::chrono::milliseconds(100)) + 3);
}

TYPED_TEST(WorkerContract, ProgressThatWasHeldBackComesWhileTheJobIsSilent) {
    const auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "sleep"}})).ok());
    EXPECT_EQ(this->log.template await<StepProgress>().stage, "stage.first");
    EXPECT_EQ(this->log.template await<StepProgress>().stage, "stage.middle");
    EXPECT_EQ(this->log.template count<StepFailed>(), 0);
}

TYPED_TEST(WorkerContract, CancelEndsARunningJob) {
    const auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "sleep"}})).ok());
    this->log.template await<StepProgress>();
    link->cancel(StepId(2));  // another step: nothing
    link->cancel(StepId(1));
    const auto failed = this->log.template await<StepFailed>();
    EXPECT_EQ(failed.step, StepId(1));
    EXPECT_TRUE(failed.error.is(kCancelled));
    EXPECT_EQ(failed.error.kind(), ErrorKind::Cancelled);
}

TYPED_TEST(WorkerContract, CancelRightAfterStartIsNotLost) {
    const auto link = this->make();
    for (int step = 1; step <= 30; ++step) {
        ASSERT_TRUE(link->start(testJob(step, {{"do", "sleep"}})).ok());
        link->cancel(StepId(step));
        const auto failed = this->log.template await<StepFailed>();
        EXPECT_EQ(failed.step, StepId(step));
        EXPECT_TRUE(failed.error.is(kCancelled));
    }
}

TYPED_TEST(WorkerContract, CancelBeforeAndAfterAJobDoesNothing) {
    const auto link = this->make();
    link->cancel(StepId(1));
    ASSERT_TRUE(link->start(testJob(1, {{"do", "succeed"}})).ok());
    this->log.template await<StepFinished>();
    link->cancel(StepId(1));
    ASSERT_TRUE(link->start(testJob(2, {{"do", "succeed"}})).ok());
    EXPECT_EQ(this->log.template await<StepFinished>().step, StepId(2));
    EXPECT_EQ(this->log.template count<StepFailed>(), 0);
}

TYPED_TEST(WorkerContract, ACancelledJobThatSucceedsAllTheSameIsCancelled) {
    const auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "deaf"}, {"millis", 300}})).ok());
    this->log.template await<StepProgress>();
    link->cancel(StepId(1));
    EXPECT_TRUE(this->log.template await<StepFailed>().error.is(kCancelled));
}

TYPED_TEST(WorkerContract, FailureKeepsCodeArgumentsAndCause) {
    const auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "fail"}})).ok());
    const auto failed = this->log.template await<StepFailed>();
    EXPECT_TRUE(failed.error.is(kFileNotFound));
    EXPECT_EQ(failed.error.kind(), ErrorKind::Usage);
    EXPECT_EQ(failed.error.args().at("file"), "口红.png");
    ASSERT_NE(failed.error.cause(), nullptr);
    EXPECT_TRUE(failed.error.cause()->is(kDiskFull));
}

TYPED_TEST(WorkerContract, ExceptionsAndOddTextsFailTheJobAndNotTheWorker) {
    const auto link = this->make();
    const std::pair<const char*, ErrorCode> cases[] = {{"throw", kStepThrew},
                                                       {"throw-number", kStepThrew},
                                                       {"bad-alloc", kOutOfMemory},
                                                       {"fail-badly", kFileNotFound},
                                                       {"no such action", kStepThrew}};
    for (const auto& [action, code] : cases) {
        ASSERT_TRUE(link->start(testJob(1, {{"do", action}})).ok());
        EXPECT_TRUE(this->log.template await<StepFailed>().error.is(code)) << action;
    }
    ASSERT_TRUE(link->start(testJob(2, {{"do", "succeed"}})).ok());
    this->log.template await<StepFinished>();
}

TYPED_TEST(WorkerContract, TakesOneJobAtATime) {
    const auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "sleep"}})).ok());
    const Status second = link->start(testJob(2, {{"do", "succeed"}}));
    ASSERT_FALSE(second.ok());
    EXPECT_TRUE(second.error().is(kWorkerBusy));
    link->cancel(StepId(1));
    EXPECT_EQ(this->log.template await<StepFailed>().step, StepId(1));
    EXPECT_EQ(this->log.template count<StepFinished>(), 0);
}

TYPED_TEST(WorkerContract, RefusesAJobOfAnotherEpoch) {
    const auto link = this->make();
    StepJob job = testJob(1, {{"do", "succeed"}});
    job.epoch = 4;
    const Status started = link->start(job);
    ASSERT_FALSE(started.ok());
    EXPECT_TRUE(started.error().is(kStaleEpoch));
    ASSERT_TRUE(link->start(testJob(2, {{"do", "succeed"}})).ok());
    EXPECT_EQ(this->log.template await<StepFinished>().step, StepId(2));
}

TYPED_TEST(WorkerContract, CarriesBigMessagesAndRefusesTooBigOnes) {
    const auto link = this->make();
    const std::size_t big = 3'000'000;
    ASSERT_TRUE(
        link->start(testJob(1, {{"do", "meta"}, {"bytes", big}, {"ballast", std::string(big, 'b')}})).ok());
    EXPECT_EQ(this->log.template await<StepFinished>().result.meta.at("text"), std::string(big, 'x'));

    const std::size_t tooBig = 68'000'000;
    const Status refused = link->start(testJob(2, {{"do", "succeed"}, {"x", std::string(tooBig, 'x')}}));
    ASSERT_FALSE(refused.ok());
    EXPECT_TRUE(refused.error().is(kMessageInvalid));
    ASSERT_TRUE(link->start(testJob(3, {{"do", "meta"}, {"bytes", tooBig}})).ok());
    EXPECT_TRUE(this->log.template await<StepFailed>().error.is(kMessageInvalid));
}

TYPED_TEST(WorkerContract, ANewJobMayBeStartedFromTheSink) {
    std::promise<void> all;
    std::promise<WorkerLink*> self;
    std::shared_future<WorkerLink*> link = self.get_future().share();
    int step = 1;
    auto made = TypeParam::make(testOptions(), [&](const WorkerEvent& event) {
        if (!std::holds_alternative<WorkerReady>(event) && !std::holds_alternative<StepFinished>(event))
            return;
        if (step > 5) return all.set_value();
        ASSERT_TRUE(link.get()->start(testJob(step++, {{"do", "succeed"}})).ok());
    });
    ASSERT_TRUE(made.ok());
    self.set_value(made->get());
    ASSERT_EQ(all.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
}

TYPED_TEST(WorkerContract, KillIsTheLastEventAndNoFailureOfTheWorker) {
    const auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "sleep"}})).ok());
    this->log.template await<StepProgress>();
    link->kill();
    const auto gone = this->log.template await<WorkerGone>();
    EXPECT_TRUE(gone.error.is(kWorkerStopped));
    EXPECT_FALSE(gone.crashed);
    const Status started = link->start(testJob(2, {{"do", "succeed"}}));
    ASSERT_FALSE(started.ok());
    EXPECT_TRUE(started.error().is(kWorkerNotThere));
    link->kill();
    link->cancel(StepId(1));
    EXPECT_TRUE(std::holds_alternative<WorkerGone>(this->log.all().back()));
    EXPECT_EQ(this->log.template count<WorkerGone>(), 1);
}

TYPED_TEST(WorkerContract, NoEventComesAfterTheDestructor) {
    auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "sleep"}})).ok());
    this->log.template await<StepProgress>();
    link.reset();
    EXPECT_EQ(this->log.template count<StepFailed>(), 0);
    EXPECT_EQ(this->log.template count<WorkerGone>(), 0);
}

TYPED_TEST(WorkerContract, AJobWithoutProgressEndsTheWorker) {
    const auto link = this->make();
    ASSERT_TRUE(link->start(testJob(1, {{"do", "sleep"}}), Millis(400)).ok());
    const auto gone = this->log.template await<WorkerGone>();
    EXPECT_TRUE(gone.error.is(kWorkerStalled));
    EXPECT_TRUE(gone.crashed);
}

TYPED_TEST(WorkerContract, AJobThatIgnoresItsCancellationEndsTheWorker) {
    WorkerOptions options = testOptions();
    options.cancelGrace = Millis(200);
    const auto link = this->make(options);
    ASSERT_TRUE(link->start(testJob(1, {{"do", "deaf"}, {"millis", 1500}})).ok());
    this->log.template await<StepProgress>();
    link->cancel(StepId(1));
    EXPECT_TRUE(this->log.template await<WorkerGone>().error.is(kWorkerDeaf));
    EXPECT_EQ(this->log.template count<StepFailed>() + this->log.template count<StepFinished>(), 0);
}

TYPED_TEST(WorkerContract, DescribesTheFilesOfAJob) {
    std::string folder = (std::filesystem::temp_directory_path() / "manju_contract_XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    {
        const auto link = this->make();
        StepJob job = testJob(1, {{"do", "write"}, {"bytes", 100'000}});
        job.outputFolder = folder;
        ASSERT_TRUE(link->start(job).ok());
        const auto finished = this->log.template await<StepFinished>();
        const OutputFile expected{"image", "out.bin", 100'000, sha256Hex(std::string(100'000, 'm'))};
        EXPECT_EQ(finished.result.files, std::vector<OutputFile>{expected});
    }
    std::filesystem::remove_all(folder);
}

/// Resident kilobytes.
long residentKb(std::int64_t pid) {
    std::ifstream file("/proc/" + (pid ? std::to_string(pid) : "self") + "/status");
    for (std::string word; file >> word;)
        if (word == "VmRSS:") return file >> word ? std::stol(word) : 0;
    return 0;
}

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr long kSlackKb = 1'000'000;  // they keep what was freed
#else
constexpr long kSlackKb = 8'000;
#endif

TYPED_TEST(WorkerContract, ManyJobsLeaveNothingBehind) {
    const auto link = this->make();
    std::size_t descriptors = 0;
    std::size_t workerDescriptors = 0;
    long resident = 0;
    const std::string worker = link->pid() ? std::to_string(link->pid()) : "self";
    for (int step = 1; step <= 200; ++step) {
        const Json spec{{"do", "meta"}, {"bytes", 50'000}, {"ballast", std::string(50'000, 'b')}};
        ASSERT_TRUE(link->start(testJob(step, spec)).ok());
        ASSERT_EQ(this->log.template await<StepFinished>().step, StepId(step));
        if (step == 20) {  // all buffers and threads are there
            descriptors = openDescriptors("self").size();
            workerDescriptors = openDescriptors(worker).size();
            resident = residentKb(link->pid());
        }
    }
    EXPECT_EQ(openDescriptors("self").size(), descriptors);
    EXPECT_EQ(openDescriptors(worker).size(), workerDescriptors);
    // The log keeps every result (50 kB each) in this process, where the inline worker lives.
    const long kept = link->pid() ? 0 : 180 * 50;
    EXPECT_LT(residentKb(link->pid()) - resident, kept + kSlackKb);
}

}  // namespace
}  // namespace manju::link::test
