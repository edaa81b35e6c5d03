// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/sched/sim/detail/simulation_run.h"

namespace manju::sched::sim {

void Simulation::violation(const char* rule, StepId step) {
    ++result_.violations[rule];
    if (options_.log) write({{"at", now_}, {"what", "violation"}, {"rule", rule}, {"step", step}});
}

void Simulation::decide() {
    lostInDecision_.clear();
    const Decisions decisions = policy_.decide(now_);
    for (const Start& each : decisions.starts) start(each);
    for (const StepId step : decisions.preempt) {
        const auto found = runs_.find(step);
        if (found == runs_.end() || found->second.card < 0) continue;
        cards_[static_cast<std::size_t>(found->second.card)].preempt(step);
        if (options_.log) write({{"at", now_}, {"what", "preempt"}, {"step", step}});
    }
    if (!decisions.preempt.empty()) takeAll();  // what was loading has ended
}

bool Simulation::mayStart(const Start& start, std::vector<StepId>& members) {
    members = {start.step};
    members.insert(members.end(), start.mates.begin(), start.mates.end());
    for (const StepId step : members) {
        const auto found = steps_.find(step);
        const bool known = found != steps_.end();
        if (known && found->second.state == State::Running) {
            violation("started-twice", step);
            return false;
        }
        if (!known || found->second.state != State::Waiting || found->second.since > now_) {
            violation("unknown-step", step);
            return false;
        }
    }
    if (start.card < 0) return true;
    const auto card = static_cast<std::size_t>(start.card);
    if (lostInDecision_.contains(start.card)) return true;
    if (card < cards_.size() && cardStates_[card].told.usable) return true;
    violation("unusable-card", start.step);
    return false;
}

void Simulation::checkGrants(const Run& run, StepId step, bool takesMemory) {
    if (threads_ > options_.farm.cpuThreads) violation("threads-overfilled", step);
    if (encoders_ > options_.farm.encoderSlots) violation("encoders-overfilled", step);
    if (run.card < 0 || !takesMemory) return;
    const auto card = static_cast<std::size_t>(run.card);
    std::uint64_t bytes = cards_[card].residentBytes() + cardStates_[card].told.othersBytes;
    for (const auto& [id, other] : runs_)
        if (other.card == run.card) bytes += other.granted;
    if (bytes > cards_[card].totalBytes()) violation("card-overfilled", step);
}

void Simulation::count(const Start& start, const Run& run) {
    ++result_.starts;
    for (const StepId id : run.members) {
        Step& step = steps_.at(id);
        EpisodeRecord& record = result_.episodes[step.episode];
        step.state = State::Running;
        --waiting_;
        if (step.offered.attempt > 1) ++result_.retries;
        if (step.offered.needsCard()) --waitingForCards_;
        if (start.card >= 0) ++result_.cardAttempts;
        const std::int64_t waited = now_ - step.since;
        result_.longestTaskWait = std::max(result_.longestTaskWait, waited);
        if (record.episode.priority == Priority::Low)
            result_.longestLowWait = std::max(result_.longestLowWait, waited);
        if (waited > options_.starvation) ++result_.starved;
        if (step.offered.shape.kind != TaskClass::Image || record.firstStart) continue;
        record.firstStart = now_;
        const double length = episodes_[step.episode].stepWhenSubmitted;
        if (length > 0) record.stepsWaited = static_cast<double>(now_ - record.episode.submitted) / length;
    }
    if (start.card >= 0) ++runningOnCards_;
}

CardRun Simulation::cardRun(const Run& run, int rung) const {
    const FarmParameters& farm = options_.farm;
    const auto at = [rung](const std::vector<double>& table) {
        return table[std::min(static_cast<std::size_t>(rung), table.size() - 1)];
    };
    CardRun made;
    made.step = run.members.front();
    made.kind = steps_.at(made.step).offered.shape.kind;
    const double times = at(farm.rungTime) * (run.members.size() > 1 ? 1 - farm.batchGain : 1);
    double peak = 0;
    for (const StepId id : run.members) {
        const Step& step = steps_.at(id);
        const SimTask& truth = *step.truth;
        const bool resumed = step.sampled > 0;
        const double before = made.sample;
        made.encode += resumed ? 0 : times * truth.encode;
        made.sample += times * (truth.sample - step.sampled);
        made.decode += times * truth.decode;
        made.host += truth.host;
        made.stepTime += times * truth.step;
        peak += at(farm.rungPeak) * static_cast<double>(truth.peakBytes);
        if (!failsNow(step) || made.failsAfter >= 0) continue;
        const double whole = truth.sample > 0 ? times * truth.sample : truth.host;
        made.failsAfter = before + std::max(0.0, truth.failsAt * whole - times * step.sampled);
    }
    made.peakBytes = static_cast<std::uint64_t>(peak);
    return made;
}

void Simulation::note(const Start& start, const Run& run, std::int64_t loading) {
    if (!options_.log) return;
    const Step& step = steps_.at(start.step);
    write({{"at", now_},
           {"what", "start"},
           {"step", start.step},
           {"episode", step.offered.episode},
           {"attempt", step.offered.attempt},
           {"card", start.card},
           {"rung", start.rung},
           {"mates", start.mates},
           {"evict", start.evict},
           {"granted", run.granted},
           {"loading", loading}});
}

void Simulation::startOnCard(const Start& start, Run run) {
    const auto index = static_cast<std::size_t>(start.card);
    Card& card = cards_[index];
    const Task& task = steps_.at(start.step).offered;
    CardState& state = cardStates_[index];
    const bool urgent = result_.episodes[steps_.at(start.step).episode].episode.urgent;
    if (urgent)
        for (const std::string& id : start.evict)
            if (card.holds(id)) state.goneForUrgent.insert(id);
    const CardRun work = cardRun(run, start.rung);
    const Loading loading = card.begin(work, task, start.evict, storage_);
    note(start, run, loading.time);
    result_.loraUses += loading.loraUses;
    result_.loraResident += loading.loraResident;
    result_.loraFromRam += loading.loraFromRam;
    result_.weightsLoaded += loading.components;
    result_.weightsCold += loading.cold;
    for (const std::string& id : loading.loaded)
        if (state.goneForUrgent.erase(id) > 0 && !urgent) ++result_.urgentReloads;
    if (loading.conflict) violation("component-conflict", start.step);
    if (loading.evictsUsed) violation("evicted-in-use", start.step);
    const bool takesMemory = run.granted > 0 || loading.components > 0;
    runs_.emplace(start.step, std::move(run));
    if (!loading.outOfMemory) return checkGrants(runs_.at(start.step), start.step, takesMemory);
    ++result_.uncaught;
    checkGrants(runs_.at(start.step), start.step, takesMemory);
    end(start.step, Ending::OutOfMemory, 0, 0);
    crash(index);
    lostInDecision_.insert(start.card);
}

void Simulation::start(const Start& start) {
    Run run;
    if (!mayStart(start, run.members)) return;
    run.card = start.card;
    run.started = now_;
    run.granted = start.grantedBytes;
    for (const StepId id : run.members) {
        run.needs.cpuThreads += steps_.at(id).offered.needs.cpuThreads;
        run.needs.encoderSlots += steps_.at(id).offered.needs.encoderSlots;
    }
    threads_ += run.needs.cpuThreads;
    encoders_ += run.needs.encoderSlots;
    count(start, run);
    if (lostInDecision_.contains(start.card)) {
        runs_.emplace(start.step, std::move(run));
        return end(start.step, Ending::Crashed, 0, 0);
    }
    if (start.card >= 0) return startOnCard(start, std::move(run));
    const CardRun work = cardRun(run, 0);
    const double time = work.failsAfter >= 0 ? work.failsAfter : work.host;
    plan(now_ + std::max<std::int64_t>(1, static_cast<std::int64_t>(time)), What::ComposingEnd,
         start.step.value);
    note(start, run, 0);
    runs_.emplace(start.step, std::move(run));
    checkGrants(runs_.at(start.step), start.step, false);
}

}  // namespace manju::sched::sim
