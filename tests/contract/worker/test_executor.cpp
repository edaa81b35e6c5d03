// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/worker/test_executor.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/link/errors.h"
#include "core/link/message.h"
#include "core/link/output_file.h"
#include "core/link/socket.h"
#include "core/link/spawn.h"

namespace manju::link::test {
namespace {

Result<StepResult> waitForStop(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, stop, [] { return false; });
    return Error(kCancelled);
}

/// Many reports, some of them out of order.
StepResult reportMuch(const Json& spec, ProgressSink& progress) {
    const int count = spec.at("count");
    progress.report(0, "stage.first", 0, count);
    for (int i = 1; i < count; ++i) {
        progress.report(static_cast<double>(i) / count, "stage.middle", i, count);
        if (i % 7 == 0) progress.report(std::nan(""), "stage.middle", i, count);
        if (i % 5 == 0) progress.report(0.01, "stage.middle", i, count);
        if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    progress.report(1, "stage.last", count, count);
    return {};
}

StepResult environment(const Json& names) {
    StepResult result;
    for (const std::string name : names)
        if (const char* value = std::getenv(name.c_str())) result.meta[name] = value;
    result.meta["nice"] = ::getpriority(PRIO_PROCESS, 0);
    return result;
}

Result<StepResult> writeFile(const StepJob& job) {
    const std::string content(job.spec.at("bytes").get<std::size_t>(), 'm');
    MANJU_CHECK(os::writeFile(job.outputFolder + "/out.bin", content));
    MANJU_TRY(OutputFile file, collectOutput(job, "image", "out.bin"));
    return StepResult{{std::move(file)}, Json::object()};
}

[[noreturn]] void raiseSignal(int number) {
    std::signal(number, SIG_DFL);
    std::raise(number);
    std::abort();
}

/// Results that are not for the current job, then the real one by the ordinary way.
StepResult answerWrongly(const StepJob& job) {
    const StepResult wrong{{}, Json{{"wrong", true}}};
    sendAll(kWorkerSocket, *encode(StepDone{job.epoch - 1, job.step, wrong}));
    sendAll(kWorkerSocket, *encode(StepDone{job.epoch, StepId(job.step.value + 1), wrong}));
    sendAll(kWorkerSocket, *encode(StepMoved{job.epoch - 1, {job.step, 0.5, "stage.wrong", 0, 0}}));
    return StepResult{{}, Json{{"wrong", false}}};
}

}  // namespace

Result<StepResult> TestExecutor::run(const StepJob& job, ProgressSink& progress, std::stop_token stop) {
    const std::string what = job.spec.at("do");
    if (what == "succeed") return StepResult{{}, Json{{"key", job.key}}};
    if (what == "sleep") {
        progress.report(0.25, "stage.first");
        progress.report(0.5, "stage.middle");
        return waitForStop(stop);
    }
    if (what == "deaf") {
        progress.report(0.25, "stage.first");
        std::this_thread::sleep_for(std::chrono::milliseconds(job.spec.at("millis").get<int>()));
        return StepResult{};
    }
    if (what == "progress") return reportMuch(job.spec, progress);
    if (what == "fail") return Error(kFileNotFound, {{"file", "口红.png"}}).because(Error(kDiskFull));
    if (what == "fail-badly") return Error(kFileNotFound, {{"file", "\xC4\xE3.txt"}});
    if (what == "throw") throw std::runtime_error("thrown");
    if (what == "throw-number") throw 7;
    if (what == "bad-alloc") throw std::bad_alloc();
    if (what == "meta") return StepResult{{}, Json{{"text", std::string(job.spec.at("bytes"), 'x')}}};
    if (what == "environment") return environment(job.spec.at("names"));
    if (what == "write") return writeFile(job);
    if (what == "say") {
        std::puts("a line on standard output");
        std::fputs("and one on standard error\n", stderr);
        std::fputs("without an end", stdout);
        std::fflush(stdout);
        return StepResult{};
    }
    // For processes only.
    if (what == "signal") raiseSignal(job.spec.at("number"));
    if (what == "exit") ::_exit(job.spec.at("code"));
    if (what == "wrong-answers") return answerWrongly(job);
    if (what == "garbage") {
        const auto bytes = job.spec.at("bytes").get<std::vector<std::uint8_t>>();
        sendAll(kWorkerSocket, std::string(bytes.begin(), bytes.end()));
        return waitForStop(stop);
    }
    throw std::invalid_argument("unknown action " + what);
}

}  // namespace manju::link::test
