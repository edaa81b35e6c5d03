// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/sched/sim/detail/simulation_run.h"

namespace manju::sched::sim {
namespace {

const char* nameOf(Ending ending) {
    switch (ending) {
        case Ending::Done:
            return "done";
        case Ending::Failed:
            return "failed";
        case Ending::OutOfMemory:
            return "out-of-memory";
        case Ending::Crashed:
            return "crashed";
        case Ending::Preempted:
            return "preempted";
        case Ending::Cancelled:
            return "cancelled";
    }
    return "";
}

}  // namespace

void Simulation::takeAll() {
    for (Card& card : cards_)
        while (const auto what = card.take()) happened(*what);
}

void Simulation::happened(const Card::Happened& what) {
    switch (what.event) {
        case Card::Event::EnteredHost: {
            Run& run = runs_.at(what.step);
            run.granted = 0;
            Needs needs = steps_.at(what.step).offered.needs;
            needs.cardBytes = 0;
            policy_.shrink(what.step, needs);
            if (options_.log) write({{"at", now_}, {"what", "shrink"}, {"step", what.step}});
            return;
        }
        case Card::Event::Done:
            return end(what.step, Ending::Done, what.peakBytes, 0);
        case Card::Event::Failed:
            return end(what.step, Ending::Failed, what.peakBytes, 0);
        case Card::Event::OutOfMemory:
            return end(what.step, Ending::OutOfMemory, what.peakBytes, 0);
        case Card::Event::Preempted:
            return end(what.step, Ending::Preempted, 0, what.sampled);
    }
}

void Simulation::end(StepId step, Ending ending, std::uint64_t peakBytes, double sampled) {
    const auto found = runs_.find(step);
    if (found == runs_.end()) return violation("doubled", step);
    const Run run = std::move(found->second);
    runs_.erase(found);
    threads_ -= run.needs.cpuThreads;
    encoders_ -= run.needs.encoderSlots;
    if (run.card >= 0) --runningOnCards_;
    if (ending == Ending::OutOfMemory) ++result_.outOfMemory;
    if (ending == Ending::Failed) ++result_.failed;
    if (ending == Ending::Preempted) ++result_.preemptions;
    if (options_.log)
        write({{"at", now_},
               {"what", "end"},
               {"step", step},
               {"ending", nameOf(ending)},
               {"time", now_ - run.started},
               {"peak", peakBytes}});
    policy_.ended(step, {.ending = ending, .time = now_ - run.started, .peakBytes = peakBytes}, now_);
    for (const StepId id : run.members)
        endMember(id, ending, sampled / static_cast<double>(run.members.size()));
}

std::optional<std::int64_t> Simulation::retryDelay(const Task& task, Ending ending) const {
    if (options_.retry) return options_.retry(task, ending);
    if (!retries_.mayRetry(task.attempt)) return std::nullopt;
    return retries_.delay(task.step, task.attempt);
}

void Simulation::endMember(StepId id, Ending ending, double sampled) {
    Step& step = steps_.at(id);
    if (step.state == State::Over) return violation("doubled", id);
    switch (ending) {
        case Ending::Done:
            return taskOver(step, true);
        case Ending::Cancelled:
            return taskOver(step, false);
        case Ending::Preempted: {
            step.sampled = std::min(step.sampled + sampled, step.truth->sample);
            const double rest = 1 - (step.truth->sample > 0 ? step.sampled / step.truth->sample : 0);
            EpisodeState& episode = episodes_[step.episode];
            episode.remaining -= step.timeLeft();
            step.offered.left = rest;
            episode.remaining += step.timeLeft();
            policy_.setRemaining(step.offered.episode, episode.remaining);
            return offer(step, now_);
        }
        case Ending::Failed:
            ++step.failures;
            break;
        case Ending::OutOfMemory:
        case Ending::Crashed:
            break;
    }
    const auto delay = retryDelay(step.offered, ending);
    if (!delay) {
        ++result_.givenUp;
        if (options_.log) write({{"at", now_}, {"what", "give-up"}, {"step", id}});
        return taskOver(step, false);
    }
    EpisodeState& episode = episodes_[step.episode];
    if (step.offered.needsCard()) episode.remaining += step.offered.time - step.timeLeft();
    ++step.offered.attempt;
    step.offered.left = 1;
    step.sampled = 0;
    policy_.setRemaining(step.offered.episode, episode.remaining);
    offer(step, now_ + *delay);
}

void Simulation::offer(Step& step, std::int64_t notBefore) {
    step.state = State::Waiting;
    step.since = notBefore;
    step.offered.notBefore = notBefore;
    ++waiting_;
    if (step.offered.needsCard()) ++waitingForCards_;
    policy_.offer(step.offered, now_);
}

void Simulation::taskOver(Step& step, bool done) {
    step.state = State::Over;
    EpisodeState& episode = episodes_[step.episode];
    if (step.truth->task.shape.kind == TaskClass::Cpu) return episodeOver(step.episode, done);
    if (done) ++(step.truth->task.shape.kind == TaskClass::Image ? result_.imagesDone : result_.voicesDone);
    episode.gaveUp = episode.gaveUp || !done;
    episode.remaining -= step.timeLeft();
    ++episode.tasksDone;
    policy_.setRemaining(step.offered.episode, episode.remaining);
    if (4 * episode.tasksDone >= episode.tasks && !episode.eta) askEta(step.episode);
    if (--episode.tasksLeft > 0) return;
    if (episode.gaveUp) return episodeOver(step.episode, false);
    offer(steps_.at(workload_.episodes[step.episode].composing.task.step), now_);
}

void Simulation::askEta(std::size_t index) {
    if (!contender_.finishAt) return;
    if (const auto at = contender_.finishAt(workload_.episodes[index].episode.id, now_))
        episodes_[index].eta = {now_, *at};
}

void Simulation::episodeOver(std::size_t index, bool finished) {
    EpisodeState& state = episodes_[index];
    if (state.over) return violation("doubled", workload_.episodes[index].composing.task.step);
    state.over = true;
    --left_;
    if (workload_.episodes[index].episode.urgent) --urgentOpen_;
    const EpisodeId id = workload_.episodes[index].episode.id;
    if (finished) {
        EpisodeRecord& record = result_.episodes[index];
        record.finished = now_;
        if (state.eta && now_ > state.eta->first)
            record.etaError = std::abs(static_cast<double>(state.eta->second - now_)) /
                              static_cast<double>(now_ - state.eta->first);
    }
    if (options_.log) write({{"at", now_}, {"what", finished ? "finish" : "attention"}, {"episode", id}});
    policy_.remove(id);
}

}  // namespace manju::sched::sim
