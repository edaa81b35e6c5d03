// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>

#include "core/sched/card_book.h"

namespace manju::sched {

class Broker;

/// What a running task holds; given back when it goes. It may only shrink: a task that needs more gives all
/// back and asks again, so that nobody ever waits while holding (spec, section 2.3).
class Grant {
public:
    Grant() = default;
    Grant(Grant&& other) noexcept;
    Grant& operator=(Grant&& other) noexcept;
    ~Grant() { release(0); }

    /// `now` is when its components were last used. A grant whose card was lost meanwhile has nothing to
    /// give.
    void release(std::int64_t now);
    /// Parts that would grow stay as they are.
    void shrink(const Needs& needs);
    /// Gives back the card, components included, and keeps the rest.
    void leaveCard(std::int64_t now);
    /// -1: none, or none any more; the card's loss counts.
    [[nodiscard]] int card() const;
    [[nodiscard]] GrantId onCard() const { return onCard_; }

private:
    friend class Broker;
    Broker* broker_ = nullptr;
    std::uint64_t epoch_ = 0;  ///< of the card's worker
    int card_ = -1;
    GrantId onCard_{};
    Needs needs_;
};

/// Grants whole vectors of resources or nothing: memory and components of one card, and what all cards share.
/// Its grants must not outlive it. Thread: one at a time.
class Broker {
public:
    Broker(const Host& host, std::size_t cards, CardBook::Options options = {});
    Broker(const Broker&) = delete;
    Broker& operator=(const Broker&) = delete;

    [[nodiscard]] const CardBook& card(int index) const {
        return cards_[static_cast<std::size_t>(index)].book;
    }
    void setCard(int index, const CardState& state);
    void setReserve(int index, std::uint64_t blocks);
    /// What is left of what all share.
    [[nodiscard]] const Host& left() const { return left_; }

    /// Whether the shared part of the needs is there.
    [[nodiscard]] bool fitsHost(const Needs& needs) const;
    /// The task's needs on this card, by `fit` of that moment; on none if `card` is -1. Precondition: they
    /// fit.
    Grant take(const Task& task, const Needs& needs, int card, const Fit& fit, std::int64_t now);
    /// The card's worker is gone: what was granted there is free again, and nothing is resident.
    void lose(int card);

private:
    friend class Grant;
    struct Card {
        CardBook book;
        std::uint64_t epoch = 1;
    };
    CardBook& bookOf(int card) { return cards_[static_cast<std::size_t>(card)].book; }
    [[nodiscard]] bool isCurrent(const Grant& grant) const;
    void giveBack(Grant& grant, std::int64_t now);
    void giveBackHost(const Needs& needs);

    std::vector<Card> cards_;
    Host left_;
};

}  // namespace manju::sched
