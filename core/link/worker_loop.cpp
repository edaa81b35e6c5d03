// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/worker_loop.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "core/base/errors.h"
#include "core/link/build_id.h"
#include "core/link/errors.h"
#include "core/link/worker_session.h"

namespace manju::link {
namespace {

// The process has to be gone 2 s after its engine.
constexpr Millis kStragglerGrace{500};

std::int64_t nowMillis() {
    return systemClock().steadyMillis();
}

}  // namespace

class WorkerSession::Reporter final : public ProgressSink {
public:
    Reporter(WorkerSession& session, const StepJob& job) : session_(session), job_(job) {}

protected:
    void accept(StageProgress progress) override { session_.report(job_, std::move(progress)); }

private:
    WorkerSession& session_;
    const StepJob& job_;
};

WorkerSession::WorkerSession(UniqueFd socket, StepExecutor& executor, Straggler straggler)
    : socket_(std::move(socket)), executor_(executor), straggler_(straggler) {}

WorkerSession::~WorkerSession() = default;

int WorkerSession::run() {
    if (const int code = greet(); code != kExitAsked) return code;
    jobs_ = std::jthread([this](const std::stop_token& over) { doJobs(over); });
    pulse_ = std::jthread([this](const std::stop_token& over) { pulse(over); });
    const int code = converse();
    close();
    return code;
}

std::optional<Message> WorkerSession::nextMessage() {
    for (;;) {
        auto payload = reader_.next();
        if (!payload.ok()) return garbage_ = payload.error().debugText(), std::nullopt;
        if (payload->has_value()) {
            auto message = decode(**payload);
            if (!message.ok()) return garbage_ = message.error().debugText(), std::nullopt;
            return std::move(message).value();
        }
        std::string bytes;
        if (receive(socket_.get(), bytes, true) == Received::End) return std::nullopt;
        reader_.add(bytes);
    }
}

int WorkerSession::greet() {
    const auto message = nextMessage();
    const Hello* hello = message ? std::get_if<Hello>(&*message) : nullptr;
    if (!hello) return kExitGarbage;
    epoch_ = hello->epoch;
    if (hello->heartbeatMillis > 0) heartbeat_ = Millis(hello->heartbeatMillis);
    send(Hello{kProtocolVersion, std::string(buildId()), epoch_, ::getpid(), hello->heartbeatMillis});
    if (hello->protocol == kProtocolVersion && hello->build == buildId()) return kExitAsked;
    std::fprintf(stderr, "build %s was started by an engine of build %s\n", std::string(buildId()).c_str(),
                 hello->build.c_str());
    return kExitMismatch;
}

int WorkerSession::converse() {
    while (auto message = nextMessage()) {
        if (auto* start = std::get_if<StartStep>(&*message))
            begin(std::move(*start));
        else if (const auto* request = std::get_if<CancelStep>(&*message))
            cancel(request->step);
        else if (std::holds_alternative<StopWorker>(*message))
            return kExitAsked;
        else
            return kExitGarbage;
    }
    if (garbage_.empty()) return kExitAsked;
    std::fprintf(stderr, "message from the engine refused: %s\n", garbage_.c_str());
    return kExitGarbage;
}

void WorkerSession::begin(StartStep&& request) {
    StepJob& job = request.job;
    if (job.epoch != epoch_)
        return send(StepRefused{job.epoch, job.step,
                                errorToJson(Error(kStaleEpoch, {{"epoch", std::to_string(epoch_)},
                                                                {"job", std::to_string(job.epoch)}}))});
    const std::scoped_lock lock(jobMutex_);
    if (job_)
        return send(
            StepRefused{job.epoch, job.step, errorToJson(Error(kWorkerBusy, {{"worker", "worker"}}))});
    job_ = std::move(job);
    jobStop_ = std::stop_source();  // before the job can start: a cancel that follows at once is not lost
    jobChanged_.notify_all();
}

void WorkerSession::cancel(StepId step) {
    const std::scoped_lock lock(jobMutex_);
    if (job_ && job_->step == step) jobStop_.request_stop();
}

void WorkerSession::close() {
    jobs_.request_stop();
    pulse_.request_stop();
    std::unique_lock lock(jobMutex_);
    jobStop_.request_stop();
    const bool idle = jobChanged_.wait_for(lock, kStragglerGrace, [this] { return !job_; });
    // Not std::exit: destructors of statics would run below the job that still uses them.
    if (!idle && straggler_ == Straggler::EndProcess) ::_exit(kExitAsked);
}

void WorkerSession::doJobs(const std::stop_token& over) {
    for (;;) {
        std::unique_lock lock(jobMutex_);
        if (!jobChanged_.wait(lock, over, [this] { return job_.has_value(); })) return;
        const StepJob job = *job_;
        const std::stop_token stop = jobStop_.get_token();
        lock.unlock();
        doJob(job, stop);
    }
}

void WorkerSession::doJob(const StepJob& job, const std::stop_token& stop) {
    {
        const std::scoped_lock lock(sendMutex_);
        gate_ = ProgressGate();
        gateEpoch_ = job.epoch;
    }
    Reporter reporter(*this, job);
    Result<StepResult> outcome = Error(kCancelled);
    if (!stop.stop_requested()) outcome = runGuarded(executor_, job, reporter, stop);
    {
        // Once the answer is out the engine may send the next job, so the place is free before that.
        const std::scoped_lock lock(jobMutex_);
        job_.reset();
        if (stop.stop_requested() && (outcome.ok() || !outcome.error().is(kCancelled)))
            outcome = outcome.ok() ? Error(kCancelled) : Error(kCancelled).because(outcome.error());
        jobChanged_.notify_all();
    }
    const std::scoped_lock lock(sendMutex_);
    if (const auto last = gate_.flush())
        sendAll(socket_.get(), encode(StepMoved{job.epoch, *last}).valueOr(""));
    Message answer = outcome.ok() ? Message(StepDone{job.epoch, job.step, std::move(outcome).value()})
                                  : Message(StepRefused{job.epoch, job.step, errorToJson(outcome.error())});
    auto bytes = encode(answer);
    if (!bytes.ok()) bytes = encode(StepRefused{job.epoch, job.step, errorToJson(bytes.error())});
    sendAll(socket_.get(), bytes.valueOr(""));
}

void WorkerSession::report(const StepJob& job, StageProgress progress) {
    const std::scoped_lock lock(sendMutex_);
    const auto now =
        gate_.offer({job.step, progress.fraction, std::move(progress.stage), progress.index, progress.count},
                    nowMillis());
    if (now)
        sendAll(socket_.get(), encode(StepMoved{job.epoch, *now}).valueOr(""));
    else
        pulseChanged_.notify_all();
}

void WorkerSession::pulse(const std::stop_token& over) {
    std::unique_lock lock(sendMutex_);
    std::int64_t nextBeat = nowMillis();
    while (!over.stop_requested()) {
        const std::int64_t now = nowMillis();
        if (now >= nextBeat) {
            sendAll(socket_.get(), encode(Heartbeat{}).valueOr(""));
            nextBeat = now + heartbeat_.count();
        }
        if (const auto held = gate_.due(now))
            sendAll(socket_.get(), encode(StepMoved{gateEpoch_, *held}).valueOr(""));
        const std::int64_t until = std::min(nextBeat, gate_.dueAt().value_or(nextBeat));
        pulseChanged_.wait_for(lock, over, Millis(std::max<std::int64_t>(until - nowMillis(), 1)),
                               [this, until] { return gate_.dueAt().value_or(until) < until; });
    }
}

void WorkerSession::send(const Message& message) {
    const std::scoped_lock lock(sendMutex_);
    sendAll(socket_.get(), encode(message).valueOr(""));
}

Result<StepResult> runGuarded(StepExecutor& executor, const StepJob& job, ProgressSink& progress,
                              std::stop_token stop) {
    try {
        return executor.run(job, progress, std::move(stop));
    } catch (const std::bad_alloc&) {
        return Error(kOutOfMemory);
    } catch (const std::exception& e) {
        return Error(kStepThrew, {{"detail", e.what()}});
    } catch (...) {
        return Error(kStepThrew, {{"detail", "unknown exception"}});
    }
}

int runWorkerLoop(int fd, StepExecutor& executor) {
    ignoreBrokenPipes();
    closeOnExec(fd);
    WorkerSession session(UniqueFd(fd), executor, WorkerSession::Straggler::EndProcess);
    return session.run();
}

}  // namespace manju::link
