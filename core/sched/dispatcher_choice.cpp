// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which task a card takes next.
#include <algorithm>

#include "core/sched/dispatcher.h"

namespace manju::sched {
namespace {

/// Episodes looked at for one start; what lies behind so many that do not fit waits for the next decision.
constexpr int kMostLookedAt = 128;
constexpr int kEverythingThere = 0, kOtherSet = 1, kElsewhere = 2;

}  // namespace

void Dispatcher::startOthers(std::int64_t now, Decisions& decisions) {
    int looked = 0;
    for (auto at = onNone_.begin(); at != onNone_.end() && looked < kMostLookedAt; ++looked) {
        Entry& entry = entries_.at((at++)->id);  // start() takes it out of the set
        while (!entry.others.empty()) {
            const Task& task = entry.others.begin()->second;
            if (!broker_.fitsHost(task.needs)) break;
            start({.entry = &entry,
                   .task = &task,
                   .prediction = {task.time, 0},
                   .fit = {},
                   .loading = 0,
                   .time = task.time,
                   .may = true},
                  -1, now, decisions);
        }
    }
}

bool Dispatcher::startOn(int card, std::int64_t now, Decisions& decisions) {
    freshOnly_ = retriesWait();
    auto choice = choose(card, now);
    const bool onlyRetriesCan = !choice && freshOnly_;
    freshOnly_ = false;
    if (onlyRetriesCan) choice = choose(card, now);
    if (!choice) return false;
    retries_.started(choice->task->attempt > 1, !onlyRetriesCan);
    start(*choice, card, now, decisions);
    return true;
}

bool Dispatcher::hasUnits(const Task& task, const Card& card) const {
    const bool image = task.shape.kind == TaskClass::Image;
    if (!rules_.sharedCard) return card.usedUnits == 0;
    if (image) return card.usedImages < card.images && card.usedUnits + rules_.imageUnits <= card.units;
    // Images have the first claim: a voice leaves room for one.
    const int kept = card.usedImages == 0 ? rules_.imageUnits : 0;
    return card.usedUnits + rules_.voiceUnits + kept <= card.units;
}

int Dispatcher::holdersBeside(const Task& task, int card) const {
    int holders = 0;
    for (std::size_t other = 0; other < cards_.size(); ++other)
        if (static_cast<int>(other) != card && distance(task, static_cast<int>(other)) == kEverythingThere)
            ++holders;
    return holders;
}

/// How far a card is from what the task needs.
int Dispatcher::distance(const Task& task, int card) const {
    int distance = kEverythingThere;
    const auto& residents = broker_.card(card).residents();
    for (const Component& component : task.components) {
        const auto found = residents.find(component.id);
        if (found == residents.end()) return kElsewhere;
        if (found->second.loraSet != component.loraSet) distance = kOtherSet;
    }
    return distance;
}

std::int64_t Dispatcher::loadingOf(const Task& task, int card) const {
    std::int64_t time = 0;
    const auto& residents = broker_.card(card).residents();
    for (const Component& component : task.components) {
        const auto found = residents.find(component.id);
        if (found == residents.end() || found->second.loraSet != component.loraSet)
            time += predictor_.loading(component, found != residents.end());
    }
    return time;
}

/// The card has run with the task's set of LoRAs for long: others that wait are to have it.
bool Dispatcher::isDrained(const Task& task, int card, std::int64_t now) const {
    const auto& residents = broker_.card(card).residents();
    return std::ranges::any_of(task.components, [&](const Component& component) {
        const auto found = residents.find(component.id);
        return found != residents.end() && found->second.loraSet == component.loraSet &&
               found->second.users > 0 && now - found->second.setSince >= rules_.drainAfter;
    });
}

bool Dispatcher::isPassedTooOften(const Entry& entry) const {
    return rules_.affinityBound && entry.passed > 2 * rules_.window;
}

/// They are at most a quarter of the starts while fresh work could start instead (requirement S17).
bool Dispatcher::retriesWait() const {
    return rules_.retryShare && !retries_.retryMayStart(true);
}

Dispatcher::Choice Dispatcher::tryTask(Entry& entry, const Task& task, int card, std::int64_t now) {
    Choice choice;
    choice.entry = &entry;
    choice.task = &task;
    const Card& own = cards_[static_cast<std::size_t>(card)];
    if (!mayTake(task, own) || !broker_.fitsHost(task.needs)) return choice;
    choice.prediction = predict(task, card);
    choice.fit = broker_.card(card).fit(task, choice.prediction.cardBytes, now);
    choice.loading = loadingOf(task, card);
    choice.time =
        static_cast<std::int64_t>(static_cast<double>(choice.prediction.time) * slowdown(task, card));
    choice.may = choice.fit.now() && !delaysReserved(choice, card, now);
    const bool getsTurn = choice.fit.obstacle == Fit::Obstacle::Memory ||
                          (choice.fit.obstacle == Fit::Obstacle::Component && isPassedTooOften(entry));
    if (getsTurn && rules_.reservation && !reservation_) reserve(task, choice.prediction, now);
    return choice;
}

Dispatcher::Choice Dispatcher::tryEntry(Entry& entry, int card, std::int64_t now) {
    Choice choice;
    // What an episode says takes longest, so voices begin first.
    for (const auto* ready : {&entry.voices, &entry.images}) {
        const auto next = std::ranges::find_if(
            *ready, [&](const auto& each) { return !freshOnly_ || each.second.attempt == 1; });
        if (next != ready->end()) choice = tryTask(entry, next->second, card, now);
        if (choice.may) break;
    }
    return choice;
}

std::optional<Dispatcher::Choice> Dispatcher::choose(int card, std::int64_t now) {
    const Card& own = cards_[static_cast<std::size_t>(card)];
    if (!broker_.card(card).state().usable) return std::nullopt;
    if (own.usedUnits + std::min(rules_.imageUnits, rules_.voiceUnits) > own.units) return std::nullopt;
    if (!rules_.sharedCard && own.usedUnits > 0) return std::nullopt;

    if (!risen_.empty() && sinceRisen_ >= rules_.agedShare - 1)
        if (auto choice = tryEntry(entries_.at(risen_.begin()->second), card, now); choice.may) return choice;

    const bool mayOpen = !rules_.finishFirst || open_ < rules_.openPerCard * static_cast<int>(cards_.size());
    std::optional<Choice> best, drained, unopened;
    Entry* first = nullptr;  // in order, of those that could start here but for affinity
    std::pair<int, int> bestDistance;
    int looked = 0, fitting = 0;
    for (const OrderKey& key : onCards_) {
        if (++looked > kMostLookedAt || fitting >= rules_.window) break;
        if (first && !key.sameClass(first->placed.key)) break;
        Entry& entry = entries_.at(key.id);
        const bool opens = !entry.begun && !mayOpen && key.band > 0;
        if (opens && unopened) continue;
        const Choice choice = tryEntry(entry, card, now);
        if (choice.fit.obstacle == Fit::Obstacle::Component && !opens && !first) first = &entry;
        if (!choice.may || (rules_.lateBinding && otherIsEarlier(entry, choice, card, now))) continue;
        if (opens) {
            unopened = choice;
            continue;
        }
        ++fitting;
        if (!first) first = &entry;
        std::pair<int, int> far;  // and of those equally far what fewest others hold
        if (rules_.affinity) far = {distance(*choice.task, card), holdersBeside(*choice.task, card)};
        if (rules_.affinityBound && far.first == kEverythingThere && isDrained(*choice.task, card, now)) {
            if (!drained) drained = choice;
            continue;
        }
        if (!best || far < bestDistance) {
            best = choice;
            bestDistance = far;
        }
        if (bestDistance.first == kEverythingThere || (first == best->entry && isPassedTooOften(*first)))
            break;
    }
    // What has run long goes on only if it keeps nobody waiting.
    if (!best && drained && (drained->entry == first || !rules_.affinityBound)) best = drained;
    if (!best && first == nullptr) return unopened;  // nothing that has begun can use the card
    if (best && best->entry != first && first) ++first->passed;
    return best;
}

bool Dispatcher::otherIsEarlier(const Entry& entry, const Choice& choice, int card, std::int64_t now) const {
    if (choice.loading == 0) return false;
    const std::int64_t here = now + choice.loading + choice.prediction.time;
    const auto ready = static_cast<std::int64_t>(entry.images.size() + entry.voices.size());
    for (std::size_t other = 0; other < cards_.size(); ++other) {
        const int index = static_cast<int>(other);
        if (index == card || !broker_.card(index).state().usable ||
            distance(*choice.task, index) != kEverythingThere)
            continue;
        const auto at = fitsAt(*choice.task, choice.prediction, index, now);
        if (!at) continue;
        if (at->at == now && mayTake(*choice.task, cards_[other])) return true;
        if (at->at + ready * choice.prediction.time <= here) return true;
    }
    return false;
}

double Dispatcher::slowdown(const Task& task, int card) const {
    if (task.shape.kind != TaskClass::Image) return 1;
    const auto beside = static_cast<std::size_t>(cards_[static_cast<std::size_t>(card)].usedImages);
    return slowdowns_[std::min(beside, slowdowns_.size() - 1)];
}

std::optional<Dispatcher::FitLater> Dispatcher::fitsAt(const Task& task, const Prediction& prediction,
                                                       int card, std::int64_t now) const {
    std::vector<std::pair<std::int64_t, GrantId>> ends;
    for (const auto& [step, running] : running_)
        if (running.grant.card() == card)
            ends.emplace_back(std::max(running.expectedEnd, now + 1), running.grant.onCard());
    std::ranges::sort(ends);
    const CardBook& book = broker_.card(card);
    std::vector<GrantId> ended;
    std::int64_t at = now;
    for (std::size_t next = 0;; ++next) {
        const Fit fit = book.fit(task, prediction.cardBytes, at, ended);
        if (fit.now()) return FitLater{at, fit};
        if (fit.obstacle == Fit::Obstacle::Never || fit.obstacle == Fit::Obstacle::Unusable ||
            next == ends.size())
            return std::nullopt;
        at = ends[next].first;
        ended.push_back(ends[next].second);
    }
}

void Dispatcher::reserve(const Task& task, const Prediction& prediction, std::int64_t now) {
    // It fits when enough has ended; where that is soonest.
    Reservation best{.step = task.step, .card = -1, .at = 0, .spareBytes = 0};
    for (std::size_t card = 0; card < cards_.size(); ++card) {
        const int index = static_cast<int>(card);
        const auto at = fitsAt(task, prediction, index, now);
        if (!at || (best.card >= 0 && at->at >= best.at)) continue;
        best = {task.step, index, at->at,
                at->fit.availableBytes - std::min(at->fit.availableBytes, at->fit.neededBytes)};
    }
    if (best.card >= 0 && best.at > now) reservation_ = best;
}

bool Dispatcher::delaysReserved(const Choice& choice, int card, std::int64_t now) const {
    if (!reservation_ || reservation_->card != card || reservation_->step == choice.task->step) return false;
    return now + choice.loading + choice.time > reservation_->at &&
           choice.fit.neededBytes > reservation_->spareBytes;
}

}  // namespace manju::sched
