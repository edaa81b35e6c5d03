// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/link_core.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "core/base/log.h"
#include "core/link/build_id.h"

namespace manju::link {
namespace {

constexpr Millis kShortestTick{10};
constexpr Millis kLongestTick{500};
constexpr Millis kEndOfFileGrace{500};  // a process closes its socket a moment before it can be reaped
constexpr Millis kKillLimit{5000};      // a process in an uninterruptible driver call dies late
constexpr std::size_t kLongestLine = 4096;

std::int64_t nowMillis() {
    return systemClock().steadyMillis();
}

std::string seconds(Millis time) {
    return std::to_string((time.count() + 999) / 1000);
}

}  // namespace

Result<std::unique_ptr<WorkerLink>> LinkCore::open(std::unique_ptr<Peer> peer, std::string name,
                                                   WorkerOptions options, WorkerSink sink) {
    std::unique_ptr<LinkCore> core(
        new LinkCore(std::move(peer), std::move(name), std::move(options), std::move(sink)));
    MANJU_TRY(core->wake_, wakeFlag());
    std::promise<Status> opened;
    core->thread_ = std::thread([raw = core.get(), &opened] { raw->run(opened); });
    MANJU_CHECK(opened.get_future().get());
    return std::unique_ptr<WorkerLink>(std::move(core));
}

LinkCore::LinkCore(std::unique_ptr<Peer> peer, std::string name, WorkerOptions options, WorkerSink sink)
    : peer_(std::move(peer)), name_(std::move(name)), options_(std::move(options)), sink_(std::move(sink)) {}

LinkCore::~LinkCore() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
    }
    ring(wake_);
    if (thread_.joinable()) thread_.join();
}

Status LinkCore::start(const StepJob& job, Millis stallLimit) {
    if (job.epoch != options_.epoch)
        return Error(kStaleEpoch,
                     {{"epoch", std::to_string(options_.epoch)}, {"job", std::to_string(job.epoch)}});
    MANJU_TRY(const std::string request, encode(StartStep{job}));
    {
        const std::scoped_lock lock(mutex_);
        if (gone_ || closing_) return named(kWorkerNotThere);
        if (current_) return named(kWorkerBusy);
        current_ = Current{job.step, job.epoch, stallLimit, false};
        requests_ += request;
    }
    ring(wake_);
    return Done{};
}

void LinkCore::cancel(StepId step) {
    const Result<std::string> request = encode(CancelStep{step});
    {
        const std::scoped_lock lock(mutex_);
        if (!current_ || current_->step != step || current_->cancelled || !request.ok()) return;
        current_->cancelled = true;
        requests_ += *request;
    }
    ring(wake_);
}

void LinkCore::kill() {
    {
        const std::scoped_lock lock(mutex_);
        killWanted_ = true;
    }
    ring(wake_);
}

void LinkCore::run(std::promise<Status>& opened) {
    auto ends = peer_->open();
    if (!ends.ok()) {
        opened.set_value(ends.error());
        return;
    }
    ends_ = std::move(ends).value();
    pid_ = ends_.pid;
    const Hello hello{kProtocolVersion, std::string(buildId()), options_.epoch, ::getpid(),
                      options_.heartbeat.count()};
    sending_ = encode(hello).value();
    opened.set_value(Done{});
    converse();
    readOutput(true);
}

void LinkCore::converse() {
    std::int64_t before = nowMillis();
    while (!over_) {
        wait(tick());
        readOutput(false);
        if (!over_) readSocket();
        // While this process itself was stopped or the machine slept, the worker could not answer either:
        // each round counts for little more than the time it meant to wait.
        const std::int64_t now = nowMillis();
        if (!over_) watch(std::min(Millis(now - before), 2 * tick()));
        before = now;
        if (!over_) obeyOwner();
        if (!over_) flush();
    }
}

Millis LinkCore::tick() const {
    return std::clamp(std::min({options_.heartbeat, options_.lostAfter, options_.cancelGrace}) / 2,
                      kShortestTick, kLongestTick);
}

void LinkCore::wait(Millis timeout) {
    std::array<pollfd, 3> watched{};
    watched[0] = {wake_.get(), POLLIN, 0};
    watched[1] = {ends_.socket.get(), static_cast<short>(sending_.empty() ? POLLIN : POLLIN | POLLOUT), 0};
    watched[2] = {ends_.output.get(), POLLIN, 0};  // a descriptor below 0 is skipped
    ::poll(watched.data(), watched.size(), static_cast<int>(timeout.count()));
    unring(wake_);
}

void LinkCore::readOutput(bool all) {
    while (ends_.output.open()) {
        std::string bytes;
        const Received got = readSome(ends_.output.get(), bytes);
        for (const char byte : bytes) {
            if (byte != '\n') outputLine_.push_back(byte);
            if (byte == '\n' || outputLine_.size() >= kLongestLine) {
                logLine(outputLine_);
                outputLine_.clear();
            }
        }
        if (got == Received::End) ends_.output.reset();
        if (got != Received::Bytes || !all) break;
    }
    if (!outputLine_.empty() && (all || !ends_.output.open())) {
        logLine(outputLine_);
        outputLine_.clear();
    }
}

void LinkCore::logLine(std::string_view line) const {
    log::info("worker", name_ + "[" + std::to_string(ends_.pid) + "] " + std::string(line));
}

void LinkCore::readSocket() {
    std::string bytes;
    const Received got = receive(ends_.socket.get(), bytes, false);
    if (!bytes.empty()) silence_ = Millis(0);
    reader_.add(bytes);
    while (!over_) {
        auto payload = reader_.next();
        if (!payload.ok()) return endPeer({named(kWorkerGarbage, payload.error().args()), true});
        if (!payload->has_value()) break;
        take(**payload);
    }
    if (got == Received::End && !over_) leave();
}

void LinkCore::take(std::string_view payload) {
    auto message = decode(payload);
    if (!message.ok()) return endPeer({named(kWorkerGarbage, message.error().args()), true});
    if (const auto* hello = std::get_if<Hello>(&*message); hello && !ready_) return take(*hello);
    if (!ready_) return endPeer({named(kWorkerGarbage, {{"detail", "no greeting"}}), true});
    if (const auto* moved = std::get_if<StepMoved>(&*message)) return take(*moved);
    if (auto* done = std::get_if<StepDone>(&*message)) return take(*done);
    if (const auto* refused = std::get_if<StepRefused>(&*message)) return take(*refused);
    if (!std::holds_alternative<Heartbeat>(*message))
        endPeer({named(kWorkerGarbage, {{"detail", "a message that only engines send"}}), true});
}

void LinkCore::take(const Hello& hello) {
    if (hello.protocol != kProtocolVersion || hello.build != buildId())
        return endPeer(
            {named(kBuildMismatch, {{"engine", std::string(buildId())}, {"build", hello.build}}), false});
    if (hello.epoch != options_.epoch)
        return endPeer({named(kWorkerGarbage, {{"detail", "greeting of another epoch"}}), true});
    ready_ = true;
    emit(WorkerReady{ends_.pid});
}

void LinkCore::take(const StepMoved& moved) {
    {
        const std::scoped_lock lock(mutex_);
        if (!current_ || current_->step != moved.progress.step || current_->epoch != moved.epoch) return;
    }
    StepProgress progress = moved.progress;
    if (lastProgress_) progress.fraction = std::max(progress.fraction, lastProgress_->fraction);
    if (progress == lastProgress_) return;
    lastProgress_ = progress;
    stalled_ = Millis(0);
    emit(std::move(progress));
}

void LinkCore::take(StepDone& done) {
    if (closeStep(done.step, done.epoch)) emit(StepFinished{done.step, std::move(done.result)});
}

void LinkCore::take(const StepRefused& refused) {
    if (closeStep(refused.step, refused.epoch)) emit(StepFailed{refused.step, errorFromJson(refused.error)});
}

bool LinkCore::closeStep(StepId step, std::int64_t epoch) {
    const std::scoped_lock lock(mutex_);
    if (!current_ || current_->step != step || current_->epoch != epoch) {
        log::warning("link", name_ + ": result of a step that is not the current one is ignored");
        return false;
    }
    current_.reset();
    lastProgress_.reset();
    stalled_ = deaf_ = Millis(0);
    return true;
}

void LinkCore::flush() {
    if (ready_) {
        const std::scoped_lock lock(mutex_);
        sending_ += requests_;
        requests_.clear();
    }
    // If the other side is gone, the next read tells it.
    if (!sending_.empty()) sendSome(ends_.socket.get(), sending_);
}

void LinkCore::watch(Millis elapsed) {
    silence_ += elapsed;
    const Millis limit = ready_ ? options_.lostAfter : options_.startLimit;
    if (silence_ > limit)
        return endPeer({named(ready_ ? kWorkerLost : kWorkerSlowStart, {{"seconds", seconds(limit)}}), true});
    std::optional<Current> current;
    {
        const std::scoped_lock lock(mutex_);
        current = current_;
    }
    if (!current || !ready_) return;
    stalled_ += elapsed;
    if (current->cancelled) deaf_ += elapsed;
    if (deaf_ > options_.cancelGrace)
        return endPeer({named(kWorkerDeaf, {{"seconds", seconds(options_.cancelGrace)}}), true});
    if (stalled_ > current->stallLimit)
        endPeer({named(kWorkerStalled, {{"seconds", seconds(current->stallLimit)}}), true});
}

void LinkCore::obeyOwner() {
    bool kill = false;
    bool close = false;
    {
        const std::scoped_lock lock(mutex_);
        kill = killWanted_;
        close = closing_;
    }
    if (close) {
        sending_ += encode(StopWorker{}).value();
        flush();
        if (!waitForEnd(options_.stopGrace)) peer_->kill();
        if (!waitForEnd(kKillLimit)) log::error("link", name_ + " does not end although it was killed");
        over_ = true;
    } else if (kill) {
        endPeer({named(kWorkerStopped), false});
    }
}

void LinkCore::leave() {
    const auto end = waitForEnd(kEndOfFileGrace);
    if (!end) return endPeer({named(kWorkerGarbage, {{"detail", "it closed its socket"}}), true});
    finish({*end, true});
}

std::optional<Error> LinkCore::waitForEnd(Millis limit) {
    const std::int64_t until = nowMillis() + limit.count();
    for (;;) {
        if (auto end = peer_->end()) return end;
        if (nowMillis() >= until) return std::nullopt;
        readOutput(false);  // a worker whose output nobody takes cannot end
        std::this_thread::sleep_for(kShortestTick / 2);
    }
}

void LinkCore::endPeer(Ending ending) {
    peer_->kill();
    if (!waitForEnd(kKillLimit)) log::error("link", name_ + " does not end although it was killed");
    finish(std::move(ending));
}

void LinkCore::finish(Ending ending) {
    readOutput(true);
    {
        const std::scoped_lock lock(mutex_);
        gone_ = true;
        current_.reset();
    }
    over_ = true;
    emit(WorkerGone{std::move(ending.error), ending.crashed});
}

void LinkCore::emit(WorkerEvent event) {
    {
        const std::scoped_lock lock(mutex_);
        if (closing_) return;
    }
    sink_(std::move(event));
}

Error LinkCore::named(const ErrorCode& code, MessageArgs args) const {
    args["worker"] = name_;
    return Error(code, std::move(args));
}

}  // namespace manju::link
