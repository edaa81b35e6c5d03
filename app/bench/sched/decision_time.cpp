// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/sched/decision_time.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "core/sched/quantile.h"

namespace manju::bench {
namespace {

using sched::Policy;

double millisNow() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
}

/// Passes everything on, with a watch in hand.
class Timed final : public Policy {
public:
    Timed(std::shared_ptr<Policy> inner, std::size_t queued) : inner_(std::move(inner)), least_(queued) {}

    void put(const sched::Episode& episode) override { inner_->put(episode); }
    void setRemaining(EpisodeId episode, std::int64_t time) override {
        const double from = millisNow();
        inner_->setRemaining(episode, time);
        spent_ += millisNow() - from;
    }
    void remove(EpisodeId episode) override { inner_->remove(episode); }
    void offer(const sched::Task& task, std::int64_t now) override {
        ++waiting_;
        inner_->offer(task, now);
    }
    void withdraw(StepId step) override { inner_->withdraw(step); }
    void setCard(int card, const sched::CardState& state, std::int64_t now) override {
        inner_->setCard(card, state, now);
    }
    sched::Decisions decide(std::int64_t now) override {
        const double from = millisNow();
        sched::Decisions decisions = inner_->decide(now);
        const double took = millisNow() - from;
        if (waiting_ >= least_ && begun_) {
            decides.push_back(took);
            events.push_back(took + spent_);
        }
        begun_ = true;
        spent_ = 0;
        for (const sched::Start& start : decisions.starts)
            waiting_ -= std::min(waiting_, 1 + start.mates.size());
        return decisions;
    }
    void shrink(StepId step, const sched::Needs& needs) override {
        const double from = millisNow();
        inner_->shrink(step, needs);
        spent_ += millisNow() - from;
    }
    void ended(StepId step, const sched::Ended& ended, std::int64_t now) override {
        const double from = millisNow();
        inner_->ended(step, ended, now);
        spent_ += millisNow() - from;
    }
    [[nodiscard]] std::optional<std::int64_t> nextDecision(std::int64_t now) const override {
        return inner_->nextDecision(now);
    }

    std::vector<double> decides, events;

private:
    std::shared_ptr<Policy> inner_;
    std::size_t least_, waiting_ = 0;
    double spent_ = 0;
    bool begun_ = false;  ///< the first decision has everything new before it
};

double p99(const std::vector<double>& values) {
    return values.empty() ? 0 : sched::quantile(values, 0.99);
}

}  // namespace

DecisionTime measureDecisions(const sched::sim::PolicyEntry& entry, std::size_t queued) {
    sched::sim::WorkloadParameters parameters;
    parameters.shotsLeast = parameters.shotsMost = 40;
    parameters.episodes = static_cast<int>(queued / 40 + 25);
    parameters.batchEveryMinutes = 0;
    sched::sim::SimulationOptions options;
    options.mostTime = std::int64_t{30} * 60'000;  // a thousand shots and more
    sched::sim::Contender contender = entry.make(options.farm);
    const auto timed = std::make_shared<Timed>(contender.policy, queued);
    contender.policy = timed;
    sched::sim::simulate(sched::sim::generate(parameters, 1), contender, options);
    return {.queued = queued,
            .decisions = timed->decides.size(),
            .decideP99 = p99(timed->decides),
            .eventP99 = p99(timed->events)};
}

}  // namespace manju::bench
