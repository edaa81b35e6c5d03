// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What ends for an urgent task.
#include <algorithm>

#include "core/sched/dispatcher.h"

namespace manju::sched {

/// What nearly is done, urgent itself, or was ended too often already is left alone.
bool Dispatcher::mayBeEnded(StepId step, const Running& running, std::int64_t now) const {
    const double length = std::max(1.0, static_cast<double>(running.expectedEnd - running.started));
    const double left = static_cast<double>(running.expectedEnd - now) / length;
    const auto owner = entries_.find(running.task.episode);
    const bool urgent = owner != entries_.end() && owner->second.placed.key.band == 0;
    const auto often = preemptions_.find(step);
    return !urgent && !running.ending && left >= rules_.leastLeft &&
           (often == preemptions_.end() || often->second < rules_.mostPreemptions);
}

/// The tasks on the card that have to end so that this one fits; images rather than voices, which lose more.
std::optional<Dispatcher::Clearing> Dispatcher::clearing(const Task& task, int card, std::int64_t now) const {
    struct Victim {
        std::int64_t cost;
        StepId step;
        GrantId grant;
        bool image;
    };
    const CardBook& book = broker_.card(card);
    const Card& own = cards_[static_cast<std::size_t>(card)];
    std::vector<Victim> victims;
    for (const auto& [step, running] : running_) {
        if (running.grant.card() != card || !mayBeEnded(step, running, now)) continue;
        const bool image = running.task.shape.kind == TaskClass::Image;
        victims.push_back({image ? kSecond : 5 * kSecond, step, running.grant.onCard(), image});
    }
    std::ranges::sort(victims, {}, [](const Victim& each) { return std::pair(each.cost, each.step); });
    const Prediction prediction = predict(task, card);
    std::vector<GrantId> ended;
    int images = own.usedImages;
    const auto fits = [&] {
        return images < own.images && book.fit(task, prediction.cardBytes, now, ended).now();
    };
    std::size_t count = 0;
    while (!fits()) {
        if (count == victims.size()) return std::nullopt;
        images -= victims[count].image ? 1 : 0;
        ended.push_back(victims[count++].grant);
    }
    // What did not help stays.
    Clearing clearing{card, loadingOf(task, card), {}};
    for (std::size_t index = 0; index < count; ++index) {
        const GrantId grant = victims[index].grant;
        std::erase(ended, grant);
        images += victims[index].image ? 1 : 0;
        if (fits()) continue;
        ended.push_back(grant);
        images -= victims[index].image ? 1 : 0;
        clearing.cost += victims[index].cost;
        clearing.steps.push_back(victims[index].step);
    }
    return clearing;
}

/// Each first image of an urgent episode that waits gets a card, where that costs least.
void Dispatcher::preempt(std::int64_t now, Decisions& decisions) {
    for (auto at = onCards_.begin(); at != onCards_.end() && at->band == 0; ++at) {
        const Entry& entry = entries_.at(at->id);
        const auto isOwn = [&](const auto& each) {
            return each.second.onCard && each.second.task.episode == at->id;
        };
        if (entry.images.empty() || std::ranges::any_of(running_, isOwn)) continue;
        const Task& task = entry.images.begin()->second;
        const auto isPromised = [&](const Card& card) { return card.promisedTo == task.episode; };
        if (std::ranges::any_of(cards_, isPromised)) continue;
        std::optional<Clearing> best;
        for (std::size_t index = 0; index < cards_.size(); ++index) {
            const int card = static_cast<int>(index);
            if (!broker_.card(card).state().usable || cards_[index].promisedTo) continue;
            auto cleared = clearing(task, card, now);
            if (cleared && (!best || cleared->cost < best->cost)) best = std::move(cleared);
        }
        if (!best) continue;
        cards_[static_cast<std::size_t>(best->card)].promisedTo = task.episode;
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
    const auto isStalled = [](const auto& each) { return each.second.stalledSince.has_value(); };
    if (std::ranges::none_of(running_, isStalled)) return {};
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
