// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/dispatcher.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace manju::sched {

Dispatcher::Dispatcher(Options options, Predictor& predictor)
    : rules_(options.rules),
      predictor_(predictor),
      broker_(options.host, options.cards, options.books),
      cards_(options.cards) {
    for (std::size_t card = 0; card < cards_.size(); ++card)
        setBudget(static_cast<int>(card), rules_.units, rules_.images);
}

std::map<std::pair<int, StepId>, Task>& Dispatcher::readyOf(Entry& entry, const Task& task) {
    if (!task.needsCard()) return entry.others;
    return task.shape.kind == TaskClass::Image ? entry.images : entry.voices;
}

void Dispatcher::unindex(const Entry& entry) {
    const EpisodeId id = entry.episode.id;
    onCards_.erase(entry.placed.key);
    onNone_.erase(entry.placed.key);
    changes_.erase({entry.placed.until, id});
    risen_.erase({entry.episode.submitted, id});
    if (entry.isOpen()) --open_;
}

void Dispatcher::index(Entry& entry) {
    const EpisodeId id = entry.episode.id;
    entry.placed = place(entry.episode, entry.remaining, entry.begun, rules_, now_);
    if (entry.placed.until != std::numeric_limits<std::int64_t>::max())
        changes_.insert({entry.placed.until, id});
    if (entry.isOpen()) ++open_;
    if (!entry.others.empty()) onNone_.insert(entry.placed.key);
    if (!entry.onCards()) return;
    onCards_.insert(entry.placed.key);
    if (entry.placed.risen) risen_.insert({entry.episode.submitted, id});
}

void Dispatcher::put(const Episode& episode) {
    const auto [at, isNew] = entries_.try_emplace(episode.id);
    Entry& entry = at->second;
    if (!isNew) unindex(entry);
    entry.episode = episode;
    for (const auto& [step, running] : running_) {  // from before it was removed
        if (!isNew || running.task.episode != episode.id || running.card < 0) continue;
        entry.begun = true;
        if (running.task.shape.kind == TaskClass::Image) noteDrawing(entry, 1);
    }
    index(entry);
}

void Dispatcher::setRemaining(EpisodeId episode, std::int64_t time) {
    const auto found = entries_.find(episode);
    if (found == entries_.end() || found->second.remaining == time) return;
    unindex(found->second);
    found->second.remaining = time;
    index(found->second);
}

void Dispatcher::remove(EpisodeId episode) {
    const auto found = entries_.find(episode);
    if (found == entries_.end()) return;
    Entry& entry = found->second;
    unindex(entry);
    for (auto* ready : {&entry.images, &entry.voices, &entry.others})
        for (const auto& [place, task] : *ready) episodeOf_.erase(task.step);
    std::erase_if(waiting_, [&](const auto& each) {
        if (each.second.episode != episode) return false;
        backingOff_.erase({each.second.notBefore, each.first});
        episodeOf_.erase(each.first);
        return true;
    });
    entries_.erase(found);
}

void Dispatcher::offer(const Task& task, std::int64_t now) {
    now_ = std::max(now_, now);
    if (running_.contains(task.step) || !entries_.contains(task.episode)) return;
    withdraw(task.step);
    episodeOf_.emplace(task.step, task.episode);
    if (task.notBefore <= now_) return enter(task);
    backingOff_.insert({task.notBefore, task.step});
    waiting_.emplace(task.step, task);
}

void Dispatcher::enter(const Task& task) {
    Entry& entry = entries_.at(task.episode);
    unindex(entry);
    readyOf(entry, task).emplace(std::pair(task.position, task.step), task);
    index(entry);
}

void Dispatcher::withdraw(StepId step) {
    const auto found = episodeOf_.find(step);
    if (found == episodeOf_.end()) return;
    Entry& entry = entries_.at(found->second);
    episodeOf_.erase(found);
    if (const auto waiting = waiting_.find(step); waiting != waiting_.end()) {
        backingOff_.erase({waiting->second.notBefore, step});
        waiting_.erase(waiting);
        return;
    }
    unindex(entry);
    for (auto* ready : {&entry.images, &entry.voices, &entry.others})
        std::erase_if(*ready, [&](const auto& each) { return each.second.step == step; });
    index(entry);
}

void Dispatcher::setCard(int card, const CardState& state, std::int64_t now) {
    now_ = std::max(now_, now);
    Card& own = cards_[static_cast<std::size_t>(card)];
    const CardState& before = broker_.card(card).state();
    if (before.totalBytes != state.totalBytes)
        own.reserve = ReserveController({.totalBlocks = state.totalBytes / BlockLedger::kBlockBytes});
    if (before.usable && !state.usable) broker_.lose(card);
    broker_.setCard(card, state);
}

void Dispatcher::setBudget(int card, int units, int images) {
    cards_[static_cast<std::size_t>(card)].units = units;
    cards_[static_cast<std::size_t>(card)].images = images;
}

void Dispatcher::wake(std::int64_t now) {
    now_ = std::max(now_, now);
    while (!backingOff_.empty() && backingOff_.begin()->first <= now_) {
        const StepId step = backingOff_.begin()->second;
        backingOff_.erase(backingOff_.begin());
        enter(waiting_.extract(step).mapped());
    }
    while (!changes_.empty() && changes_.begin()->first <= now_) {
        Entry& entry = entries_.at(changes_.begin()->second);
        unindex(entry);
        index(entry);
    }
    for (Card& card : cards_) {
        if (!card.promisedTo) continue;
        const auto entry = entries_.find(*card.promisedTo);
        if (entry == entries_.end() || entry->second.images.empty()) card.promisedTo.reset();
    }
    const std::int64_t minute = now_ / kMinute;
    for (std::size_t card = 0; rules_.reserve && card < cards_.size(); ++card)
        broker_.setReserve(static_cast<int>(card), cards_[card].reserve.blocks(minute));
}

Decisions Dispatcher::decide(std::int64_t now) {
    wake(now);
    Decisions decisions;
    reservation_.reset();
    startOthers(now_, decisions);
    // One task a card and turn, so that none takes what would have suited another card better.
    for (bool more = true; more;) {
        more = false;
        for (std::size_t card = 0; card < cards_.size(); ++card)
            more = startOn(static_cast<int>(card), now_, decisions) || more;
    }
    if (rules_.preemption) preempt(now_, decisions);
    endStalled(now_, decisions);
    return decisions;
}

void Dispatcher::start(const Choice& choice, int card, std::int64_t now, Decisions& decisions) {
    Entry& entry = *choice.entry;
    Running running;
    running.task = *choice.task;
    Needs needs = running.task.needs;
    needs.cardBytes = choice.prediction.cardBytes;
    running.grant = broker_.take(running.task, needs, card, choice.fit, now);
    running.grantedBytes = needs.cardBytes;
    running.card = card;
    running.onCard = card >= 0;
    running.started = now;
    running.predicted = choice.prediction.time;
    running.alone = choice.loading + choice.prediction.time;
    running.expectedEnd = now + choice.loading + choice.time;
    if (card >= 0) running.beside = cards_[static_cast<std::size_t>(card)].usedImages;
    const StepId step = running.task.step;

    unindex(entry);
    readyOf(entry, running.task).erase({running.task.position, step});
    if (card >= 0) {
        Card& own = cards_[static_cast<std::size_t>(card)];
        const bool image = running.task.shape.kind == TaskClass::Image;
        own.usedUnits += image ? rules_.imageUnits : rules_.voiceUnits;
        own.usedImages += image ? 1 : 0;
        if (own.promisedTo == running.task.episode) own.promisedTo.reset();
        own.reserve.note(now / kMinute, running.task.oversize,
                         broker_.card(card).ledger().blocksOf(running.task.needs.cardBytes));
        sinceRisen_ = entry.placed.risen ? 0 : sinceRisen_ + 1;
        entry.begun = true;
        if (running.task.shape.kind == TaskClass::Image) noteDrawing(entry, 1);
        entry.passed = 0;
    }
    index(entry);
    episodeOf_.erase(step);
    decisions.starts.push_back({.step = step,
                                .mates = {},
                                .card = card,
                                .rung = 0,
                                .evict = choice.fit.evict,
                                .grantedBytes = needs.cardBytes});
    if (reservation_ && reservation_->card == card && reservation_->step != step &&
        running.expectedEnd > reservation_->at)
        reservation_->spareBytes -= std::min(reservation_->spareBytes, choice.fit.neededBytes);
    running_.emplace(step, std::move(running));
}

/// Of a task that seems to need more than the card has, what the card has now: it runs there alone, and
/// shows. What is declared is believed, though.
Prediction Dispatcher::predict(const Task& task, int card) const {
    const CardBook& book = broker_.card(card);
    Prediction prediction = predictor_.of(task, book.state().kind);
    std::uint64_t components = 0;
    for (const Component& component : task.components) components += component.bytes;
    const std::uint64_t block = book.ledger().blockBytes(), capacity = book.capacityBytes();
    const std::uint64_t most = (capacity - std::min(capacity, components)) / block * block;
    if (prediction.cardBytes > most) prediction.cardBytes = std::max(most, task.needs.cardBytes);
    return prediction;
}

/// How much longer images take beside others; a tenth of the difference each time.
void Dispatcher::learn(const Running& running) {
    if (running.task.shape.kind != TaskClass::Image || running.alone <= 0) return;
    const double ratio = static_cast<double>(now_ - running.started) / static_cast<double>(running.alone);
    double& known = slowdowns_[std::min(static_cast<std::size_t>(running.beside), slowdowns_.size() - 1)];
    known += (std::clamp(ratio, 0.5, 5.0) - known) / 10;
}

void Dispatcher::noteDrawing(Entry& entry, int change) {
    if (entry.drawing == 0) entry.drawingSince = now_;
    entry.drawing += change;
    if (entry.drawing == 0) entry.drawn += now_ - entry.drawingSince;
}

/// Its place on the card is free for the next one.
void Dispatcher::leaveCard(Running& running) {
    if (!std::exchange(running.onCard, false)) return;
    Card& own = cards_[static_cast<std::size_t>(running.card)];
    const bool image = running.task.shape.kind == TaskClass::Image;
    own.usedUnits -= image ? rules_.imageUnits : rules_.voiceUnits;
    own.usedImages -= image ? 1 : 0;
    running.grant.leaveCard(now_);
}

void Dispatcher::shrink(StepId step, const Needs& needs) {
    const auto found = running_.find(step);
    if (found == running_.end()) return;
    found->second.grant.shrink(needs);
    if (needs.cardBytes == 0) leaveCard(found->second);
}

void Dispatcher::ended(StepId step, const Ended& ended, std::int64_t now) {
    now_ = std::max(now_, now);
    const auto found = running_.find(step);
    if (found == running_.end()) return;
    Running running = std::move(found->second);
    running_.erase(found);
    if (running.card >= 0) {
        predictor_.learn(running.task, broker_.card(running.card).state().kind, ended, running.grantedBytes);
        if (ended.ending == Ending::Done) learn(running);
        const auto entry = entries_.find(running.task.episode);
        if (running.task.shape.kind == TaskClass::Image && entry != entries_.end()) {
            noteDrawing(entry->second, -1);
            if (ended.ending == Ending::Done) entry->second.imagesDone += running.predicted;
        }
        const bool lost = ended.ending == Ending::Crashed && running.grant.card() >= 0;
        leaveCard(running);
        if (lost) broker_.lose(running.card);
    }
    if (running.card < 0 && ended.ending == Ending::Done)
        composing_ += (static_cast<double>(now_ - running.started) - composing_) / 10;
    if (ended.ending == Ending::Preempted)
        ++preemptions_[step];
    else
        preemptions_.erase(step);
    running.grant.release(now_);
}

std::optional<std::int64_t> Dispatcher::nextDecision(std::int64_t now) const {
    std::optional<std::int64_t> next;
    const auto consider = [&](std::int64_t at) { next = std::min(next.value_or(at), std::max(at, now)); };
    if (!backingOff_.empty()) consider(backingOff_.begin()->first);
    for (const Stall& stall : stalls()) consider(stall.since + rules_.stalled);
    // A place in the order matters only to those that wait.
    if (!changes_.empty() && !onCards_.empty()) consider(changes_.begin()->first);
    return next;
}

}  // namespace manju::sched
