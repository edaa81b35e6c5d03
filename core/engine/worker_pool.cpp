// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/worker_pool.h"

#include <algorithm>
#include <thread>

namespace manju::engine {

Lane laneOf(StepKind kind) {
    return kind == StepKind::Image ? Lane::Image : Lane::Media;
}

WorkerPool::WorkerPool(WorkerFactory factory, PoolSink sink, int imageWorkers, int mediaWorkers)
    : factory_(std::move(factory)), sink_(std::move(sink)) {
    const auto add = [this](Lane lane, int count) {
        for (int i = 0; i < count; ++i) {
            Slot& slot = slots_.emplace_back();
            slot.lane = lane;
            slot.index = i;
        }
    };
    add(Lane::Image, imageWorkers);
    add(Lane::Media, mediaWorkers);
}

WorkerPool::~WorkerPool() {
    stop();
}

Status WorkerPool::send(Slot& slot) {
    if (!slot.link) {
        const WorkerSource source{slot.lane, slot.index, ++slot.generation};
        slot.ready = false;
        slot.pid = 0;
        auto made = factory_(slot.lane, slot.index, [sink = sink_, source](link::WorkerEvent event) {
            sink(source, std::move(event));
        });
        if (!made.ok()) return made.error();
        slot.link = std::move(made).value();
        slot.pid = slot.link->pid();
    }
    MANJU_CHECK(slot.link->start(*slot.job));
    slot.sent = true;
    return Done{};
}

Status WorkerPool::start(const StepJob& job, std::int64_t now) {
    const Lane lane = laneOf(job.kind);
    const auto idle = [&](const Slot& slot) { return slot.lane == lane && !slot.job; };
    auto slot = std::find_if(slots_.begin(), slots_.end(),
                             [&](const Slot& candidate) { return idle(candidate) && candidate.ready; });
    if (slot == slots_.end()) slot = std::find_if(slots_.begin(), slots_.end(), idle);
    slot->job = job;
    slot->sent = false;
    if (!slot->link && slot->restartAt > now) return Done{};
    const Status sent = send(*slot);
    if (!sent.ok()) {
        slot->job.reset();
        slot->link.reset();
    }
    return sent;
}

void WorkerPool::cancel(StepId step) {
    for (Slot& slot : slots_) {
        if (!slot.job || slot.job->step != step) continue;
        if (slot.sent)
            slot.link->cancel(step);
        else
            slot.restartAt = 0;  // starts at once, is cancelled then
    }
}

bool WorkerPool::onEvent(const WorkerSource& source, const link::WorkerEvent& event, std::int64_t now) {
    const auto slot = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& candidate) {
        return candidate.lane == source.lane && candidate.index == source.index;
    });
    if (slot == slots_.end() || slot->generation != source.generation || !slot->link) return false;
    if (const auto* ready = std::get_if<link::WorkerReady>(&event)) {
        slot->ready = true;
        slot->pid = ready->pid;
    } else if (std::holds_alternative<link::StepFinished>(event)) {
        slot->job.reset();
        slot->backoff.reset();
    } else if (std::holds_alternative<link::StepFailed>(event)) {
        slot->job.reset();
    } else if (std::holds_alternative<link::WorkerGone>(event)) {
        slot->job.reset();
        slot->link.reset();
        slot->ready = false;
        slot->pid = 0;
        slot->restartAt = now + slot->backoff.nextDelay().count();
    }
    return true;
}

bool WorkerPool::isReady(const WorkerSource& source) const {
    return std::any_of(slots_.begin(), slots_.end(), [&](const Slot& slot) {
        return slot.lane == source.lane && slot.index == source.index &&
               slot.generation == source.generation && slot.ready;
    });
}
std::optional<StepId> WorkerPool::stepOn(const WorkerSource& source) const {
    for (const Slot& slot : slots_)
        if (slot.lane == source.lane && slot.index == source.index && slot.generation == source.generation &&
            slot.job)
            return slot.job->step;
    return std::nullopt;
}

Status WorkerPool::tick(std::int64_t now, std::optional<StepId>& failedJob) {
    for (Slot& slot : slots_) {
        if (!slot.job || slot.sent || slot.restartAt > now) continue;
        const Status sent = send(slot);
        if (sent.ok()) continue;
        failedJob = slot.job->step;
        slot.job.reset();
        slot.link.reset();
        return sent;
    }
    return Done{};
}

std::optional<std::int64_t> WorkerPool::nextTick() const {
    std::optional<std::int64_t> next;
    for (const Slot& slot : slots_)
        if (slot.job && !slot.sent && (!next || slot.restartAt < *next)) next = slot.restartAt;
    return next;
}

bool WorkerPool::busy() const {
    return std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.job.has_value(); });
}

std::vector<WorkerSnapshot> WorkerPool::snapshot() const {
    std::vector<WorkerSnapshot> workers;
    for (const Slot& slot : slots_) {
        WorkerSnapshot worker;
        worker.name = (slot.lane == Lane::Image ? "image " : "media ") + std::to_string(slot.index + 1);
        worker.state = !slot.link   ? (slot.job ? "restarting" : "off")
                       : slot.job   ? "busy"
                       : slot.ready ? "idle"
                                    : "starting";
        worker.pid = slot.pid;
        if (slot.job) worker.step = "step." + std::string(toText(slot.job->kind));
        workers.push_back(std::move(worker));
    }
    return workers;
}

void WorkerPool::stop() {
    // Each link's destructor may take its grace; together they take the longest of them.
    std::vector<std::jthread> stoppers;
    for (Slot& slot : slots_) {
        slot.job.reset();
        ++slot.generation;
        if (slot.link) stoppers.emplace_back([link = std::move(slot.link)]() mutable { link.reset(); });
    }
}

}  // namespace manju::engine
