// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/card_health.h"

#include <algorithm>

namespace manju::sched {
namespace {

constexpr std::size_t kInARow = 3;
constexpr std::int64_t kFirstBar = 60'000, kLongestBar = 3600'000;
constexpr int kForgiven = 20;             // successes
constexpr std::size_t kTasksKept = 1024;  // that have failed

std::int64_t lengthOf(int bars) {
    std::int64_t length = kFirstBar;
    for (int i = 1; i < bars && length < kLongestBar; ++i) length *= 2;
    return std::min(length, kLongestBar);
}

}  // namespace

CardHealth::CardHealth(Memory memory) : memory_(std::move(memory)) {
    for (auto& [index, card] : memory_.cards) card.probe = {};
}

void CardHealth::goTo(Card& card, std::int64_t now) {
    if (card.state != State::Barred) return;
    card.barredAt = std::min(card.barredAt, now);
    if (now - card.barredAt < card.length) return;
    card.state = State::Probation;
    card.probe = {};
}

CardHealth::State CardHealth::state(int card, std::int64_t now) {
    const auto at = memory_.cards.find(card);
    if (at == memory_.cards.end()) return State::Usable;
    goTo(at->second, now);
    return at->second.state;
}

bool CardHealth::mayStart(int card, std::int64_t now) {
    const State is = state(card, now);
    return is == State::Usable || (is == State::Probation && !memory_.cards[card].probe.valid());
}

void CardHealth::started(int card, StepId task) {
    const auto at = memory_.cards.find(card);
    if (at != memory_.cards.end() && at->second.state == State::Probation) at->second.probe = task;
}

void CardHealth::succeeded(int card, StepId task) {
    memory_.failedOn.erase(task);
    const auto at = memory_.cards.find(card);
    if (at == memory_.cards.end() || at->second.state == State::Barred) return;
    Card& known = at->second;
    if (known.state == State::Probation && known.probe != task) return;
    known.state = State::Usable;
    known.probe = {};
    known.failed.clear();
    known.causes.clear();
    if (++known.successes >= kForgiven) memory_.cards.erase(at);
}

void CardHealth::failed(int card, StepId task, std::int64_t now) {
    Card& known = memory_.cards[card];
    goTo(known, now);
    std::set<int>& cards = memory_.failedOn[task];
    cards.insert(card);
    if (cards.size() > 1) {
        acquit(task);
        return;
    }
    if (memory_.failedOn.size() > kTasksKept) {  // the one that was made first
        const auto oldest = memory_.failedOn.begin();
        memory_.failedOn.erase(oldest->first == task ? std::next(oldest) : oldest);
    }
    if (known.state == State::Barred) return;
    if (known.state == State::Probation) {
        if (known.probe == task) bar(known, {task}, now);
        return;
    }
    if (std::ranges::find(known.failed, task) == known.failed.end()) known.failed.push_back(task);
    if (known.failed.size() >= kInARow) bar(known, known.failed, now);
}

void CardHealth::bar(Card& card, std::vector<StepId> causes, std::int64_t now) {
    card.fromProbation = card.state == State::Probation;
    card.state = State::Barred;
    card.causes = std::move(causes);
    card.length = lengthOf(++card.bars);
    card.barredAt = now;
    card.probe = {};
    card.successes = 0;
}

/// The task fails everywhere: the cards are as if it had never run.
void CardHealth::acquit(StepId task) {
    for (auto& [index, card] : memory_.cards) {
        std::erase(card.failed, task);
        if (card.probe == task) card.probe = {};
        const bool rests = std::ranges::find(card.causes, task) != card.causes.end();
        if (!rests || card.state == State::Usable) continue;
        card.causes.clear();
        --card.bars;
        card.state = card.fromProbation ? State::Probation : State::Usable;
    }
}

void CardHealth::abandoned(int card, StepId task) {
    const auto at = memory_.cards.find(card);
    if (at != memory_.cards.end() && at->second.probe == task) at->second.probe = {};
}

MessageRef CardHealth::reason(int card, std::int64_t now) {
    const State is = state(card, now);
    if (is == State::Usable) return {};
    const Card& known = memory_.cards[card];
    const std::string number = std::to_string(card);
    if (is == State::Probation) {
        if (!known.probe.valid()) return {};
        return {"wait.card-probe", {{"card", number}}};
    }
    const std::int64_t left = known.length - (now - known.barredAt);
    return {"wait.card-barred",
            {{"card", number},
             {"failures", std::to_string(known.causes.size())},
             {"seconds", std::to_string((left + 999) / 1000)},
             {"bars", std::to_string(known.bars)}}};
}

std::optional<std::int64_t> CardHealth::nextChange() const {
    std::optional<std::int64_t> next;
    for (const auto& [index, card] : memory_.cards) {
        if (card.state != State::Barred) continue;
        const std::int64_t end = card.barredAt + card.length;
        next = std::min(next.value_or(end), end);
    }
    return next;
}

}  // namespace manju::sched
