// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What ends for an urgent task.
#include <algorithm>

#include "core/sched/dispatcher.h"

namespace manju::sched {
namespace {

/// Cards on which something ends for an urgent task, each for the first one that waits.
struct Clearing {
    int card = -1;
    std::int64_t cost = 0;  ///< loading for it
    std::vector<StepId> steps;
};

}  // namespace

/// A card is cleared where loading for the urgent task costs least: first by ending one task, then by ending
/// all. What is nearly done, urgent itself, or was ended too often already is left alone.
void Dispatcher::preempt(std::int64_t now, Decisions& decisions) {
    for (auto at = onCards_.begin(); at != onCards_.end() && at->band == 0; ++at) {
        const Entry& entry = entries_.at(at->id);
        if (entry.images.empty()) continue;
        const Task& task = entry.images.begin()->second;
        const auto isPromised = [&](const Card& card) { return card.promisedTo == task.step; };
        if (std::ranges::any_of(cards_, isPromised)) continue;

        std::optional<Clearing> best;
        for (std::size_t index = 0; index < cards_.size(); ++index) {
            const int card = static_cast<int>(index);
            if (!broker_.card(card).state().usable || cards_[index].promisedTo) continue;
            const Prediction prediction = predictor_.of(task, broker_.card(card).state().kind);
            std::vector<std::pair<StepId, GrantId>> victims;
            bool soon = false, all = true;
            for (const auto& [step, running] : running_) {
                if (running.grant.card() != card) continue;
                const double length = std::max(1.0, static_cast<double>(running.expectedEnd - running.started));
                const double left = static_cast<double>(running.expectedEnd - now) / length;
                const auto owner = entries_.find(running.task.episode);
                const bool urgent = owner != entries_.end() && owner->second.placed.key.band == 0;
                const auto often = preemptions_.find(step);
                soon = soon || running.expectedEnd - now <= rules_.atOnce;
                if (urgent || running.ending || left < rules_.leastLeft || running.task.shape.kind != TaskClass::Image ||
                    (often != preemptions_.end() && often->second >= rules_.mostPreemptions))
                    all = false;
                else
                    victims.emplace_back(step, running.grant.onCard());
            }
            if (soon) return;  // it starts without that
            const auto consider = [&](std::vector<StepId> steps, const std::vector<GrantId>& grants) {
                if (!broker_.card(card).fit(task, prediction.cardBytes, now, grants).now()) return;
                const std::int64_t cost = loadingOf(task, card) + static_cast<std::int64_t>(steps.size()) * kSecond;
                if (!best || cost < best->cost) best = Clearing{card, cost, std::move(steps)};
            };
            for (const auto& [step, grant] : victims) consider({step}, {grant});
            if (victims.size() > 1 && all) {
                std::vector<StepId> steps;
                std::vector<GrantId> grants;
                for (const auto& [step, grant] : victims) {
                    steps.push_back(step);
                    grants.push_back(grant);
                }
                consider(steps, grants);
            }
        }
        if (!best) return;
        cards_[static_cast<std::size_t>(best->card)].promisedTo = task.step;
        for (const StepId step : best->steps) end(step, decisions);
    }
}

void Dispatcher::end(StepId step, Decisions& decisions) {
    running_.at(step).ending = true;
    decisions.preempt.push_back(step);
}

void Dispatcher::setStalled(StepId step, bool stalled, std::int64_t now) {
    const auto found = running_.find(step);
    if (found == running_.end()) return;
    if (!stalled)
        found->second.stalledSince.reset();
    else if (!found->second.stalledSince)
        found->second.stalledSince = now;
}

/// Cards on which everything waits for memory.
std::vector<Dispatcher::Stall> Dispatcher::stalls() const {
    std::map<int, Stall> stalls;
    for (const auto& [step, running] : running_) {
        if (running.grant.card() < 0) continue;
        Stall& stall = stalls[running.grant.card()];
        stall.all = stall.all && running.stalledSince && !running.ending;
        stall.since = std::max(stall.since, running.stalledSince.value_or(0));
        stall.lightest = std::min(stall.lightest, {running.grantedBytes, step});
    }
    std::vector<Stall> all;
    for (const auto& [card, stall] : stalls)
        if (stall.all) all.push_back(stall);
    return all;
}

void Dispatcher::endStalled(std::int64_t now, Decisions& decisions) {
    for (const Stall& stall : stalls()) {
        if (now - stall.since < rules_.stalled) continue;
        end(stall.lightest.second, decisions);
        ++stallsEnded_;
    }
}

}  // namespace manju::sched
