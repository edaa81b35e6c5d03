// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/domain/ids.h"
#include "core/domain/snapshot.h"

namespace manju::sched {

/// Which cards get no work because work fails on them. Three different tasks that fail on a card in a row bar
/// it: for a minute the first time, then twice as long each time, at most an hour. After that it gets one
/// task as a probe: if that succeeds the card is as good as any, if not it is barred again. After 20
/// successes the next bar is a minute again.
///
/// A task that fails on two cards is at fault itself: none of its failures count against a card, and a bar
/// that rests on one of them is lifted. Running out of memory, being cancelled and being preempted are not
/// failures of a card: abandoned(). Times are milliseconds; if the clock goes back, a bar begins anew.
/// Thread: one at a time.
class CardHealth {
public:
    enum class State : std::uint8_t { Usable, Barred, Probation };
    struct Card {
        State state = State::Usable;
        std::vector<StepId> failed;  ///< in a row, each once
        int bars = 0;                ///< that count for the length of the next
        std::int64_t barredAt = 0;
        std::int64_t length = 0;     ///< of the bar
        std::vector<StepId> causes;  ///< of the bar
        bool fromProbation = false;  ///< where the card is if the bar is lifted
        StepId probe;                ///< that runs; none: it may get one
        int successes = 0;           ///< since the last bar
        friend bool operator==(const Card&, const Card&) = default;
    };
    /// What a restart needs to know.
    struct Memory {
        std::map<int, Card> cards;
        std::map<StepId, std::set<int>> failedOn;  ///< the cards on which a task failed
        friend bool operator==(const Memory&, const Memory&) = default;
    };
    CardHealth() = default;
    /// No probe runs after a restart.
    explicit CardHealth(Memory memory);

    [[nodiscard]] bool mayStart(int card, std::int64_t now);
    /// Precondition: mayStart().
    void started(int card, StepId task);
    void succeeded(int card, StepId task);
    void failed(int card, StepId task, std::int64_t now);
    /// It ended in a way that says nothing about the card.
    void abandoned(int card, StepId task);

    [[nodiscard]] State state(int card, std::int64_t now);
    /// Why the card gets no work: wait.card-barred with {card} {failures} {seconds} {bars}, or
    /// wait.card-probe with {card}; id empty if it gets some. {bars} counts this one and those before that
    /// made it longer.
    [[nodiscard]] MessageRef reason(int card, std::int64_t now);
    /// When the first bar ends; none if there is none.
    [[nodiscard]] std::optional<std::int64_t> nextChange() const;
    [[nodiscard]] const Memory& memory() const { return memory_; }

private:
    void goTo(Card& card, std::int64_t now);
    void acquit(StepId task);
    static void bar(Card& card, std::vector<StepId> causes, std::int64_t now);

    Memory memory_;
};

}  // namespace manju::sched
