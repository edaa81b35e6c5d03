// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/farm.h"

#include <cmath>

#include "core/base/clock.h"
#include "core/engine/duration_estimate.h"

namespace manju::engine {
namespace {

constexpr int kCard = 0;

/// The processor draws one picture at a time, and its memory is not shared out: a block stands for it.
constexpr std::uint64_t kBlock = sched::BlockLedger::kBlockBytes;
const sched::CardState kProcessor{
    .kind = "cpu", .totalBytes = 8 * kBlock, .othersBytes = 0, .utilisation = -1, .usable = true};

std::string loraSetOf(const store::StepRow& step) {
    const auto loras = step.spec.find("loras");
    return loras == step.spec.end() || loras->empty() ? "" : loras->dump();
}

/// Steps that finish an episode go before those that carry it on.
int positionOf(StepKind kind, int shot) {
    return kind == StepKind::Video ? -2 : kind == StepKind::Subtitles ? -1 : shot;
}

}  // namespace

Farm::Farm(const ProjectModel& model, int mediaWorkers)
    : model_(model),
      mediaWorkers_(mediaWorkers),
      predictor_(1.0, {.load = 0, .merge = 0}),
      dispatcher_({.rules = {},
                   .host = {.ramBytes = 0,
                            .pinnedBytes = 0,
                            .diskBytes = 0,
                            .cpuThreads = mediaWorkers,
                            .encoderSlots = 0},
                   .cards = 1,
                   .books = {}},
                  predictor_) {
    dispatcher_.setCard(kCard, kProcessor, 0);
    dispatcher_.setBudget(kCard, sched::Rules{}.imageUnits, 1);
}

void Farm::put(const store::EpisodeRow& row) {
    sched::Episode episode;
    episode.id = row.id;
    episode.priority = row.priority;
    episode.urgent = row.urgent;
    episode.deadline = wallMillisOf(row.deadline);
    episode.submitted = row.submittedAt;
    dispatcher_.put(episode);
    double remaining = 0;
    for (const store::StepRow* each : model_.stepsOf(row.id))
        if (each->kind == StepKind::Image && each->state != StepState::Done)
            remaining += expectedMillis(model_, StepKind::Image);
    dispatcher_.setRemaining(row.id, std::llround(remaining));
}

void Farm::offer(const store::StepRow& step, int position, std::int64_t now) {
    sched::Task task;
    task.step = step.id;
    task.episode = step.episode;
    task.position = positionOf(step.kind, position);
    task.attempt = step.failures + 1;
    task.notBefore = step.notBefore;
    task.time = std::llround(expectedMillis(model_, step.kind));
    if (step.kind == StepKind::Image) {
        task.shape.kind = sched::TaskClass::Image;
        sched::Component model{.id = step.spec.value("checkpoint", ""),
                               .bytes = kBlock,
                               .loraSet = loraSetOf(step),
                               .loras = {}};
        task.components.push_back(std::move(model));
    } else {
        task.shape.kind = step.kind == StepKind::Voice ? sched::TaskClass::Voice : sched::TaskClass::Cpu;
        task.needs.cpuThreads = 1;
    }
    dispatcher_.offer(task, now);
}

std::vector<StepId> Farm::decide(std::int64_t now) {
    std::vector<StepId> steps;
    for (const sched::Start& start : dispatcher_.decide(now).starts) steps.push_back(start.step);
    return steps;
}

void Farm::ended(StepId step, sched::Ending ending, std::int64_t now) {
    dispatcher_.ended(step, {.ending = ending, .time = 0, .peakBytes = 0}, now);
}

MessageRef Farm::waitingOn(StepId step, std::int64_t now) const {
    MessageRef reason = dispatcher_.waitingOn(step, now);
    if (reason.id == "wait.threads")
        return {"wait.media-worker",
                {{"workers", std::to_string(mediaWorkers_)}, {"ahead", reason.args.at("ahead")}}};
    if (reason.id == "wait.turn") {
        const bool image = model_.steps.at(step).kind == StepKind::Image;
        return {image ? "wait.image-worker" : "wait.media-worker",
                {{"workers", std::to_string(image ? 1 : mediaWorkers_)}, {"ahead", reason.args.at("ahead")}}};
    }
    return reason;
}

}  // namespace manju::engine
