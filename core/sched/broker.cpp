// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/broker.h"

#include <algorithm>
#include <utility>

namespace manju::sched {

Grant::Grant(Grant&& other) noexcept {
    *this = std::move(other);
}

Grant& Grant::operator=(Grant&& other) noexcept {
    if (this == &other) return *this;
    release(0);
    broker_ = std::exchange(other.broker_, nullptr);
    epoch_ = other.epoch_;
    card_ = other.card_;
    onCard_ = other.onCard_;
    needs_ = other.needs_;
    return *this;
}

void Grant::release(std::int64_t now) {
    if (Broker* broker = std::exchange(broker_, nullptr)) broker->giveBack(*this, now);
}

int Grant::card() const {
    return broker_ && card_ >= 0 && broker_->isCurrent(*this) ? card_ : -1;
}

void Grant::leaveCard(std::int64_t now) {
    if (card() >= 0) broker_->bookOf(card_).end(onCard_, now);
    card_ = -1;
}

void Grant::shrink(const Needs& needs) {
    if (!broker_) return;
    const Needs less{.cardBytes = std::min(needs.cardBytes, needs_.cardBytes),
                     .ramBytes = std::min(needs.ramBytes, needs_.ramBytes),
                     .pinnedBytes = std::min(needs.pinnedBytes, needs_.pinnedBytes),
                     .diskBytes = std::min(needs.diskBytes, needs_.diskBytes),
                     .cpuThreads = std::min(needs.cpuThreads, needs_.cpuThreads),
                     .encoderSlots = std::min(needs.encoderSlots, needs_.encoderSlots)};
    broker_->giveBackHost({.cardBytes = 0,
                           .ramBytes = needs_.ramBytes - less.ramBytes,
                           .pinnedBytes = needs_.pinnedBytes - less.pinnedBytes,
                           .diskBytes = needs_.diskBytes - less.diskBytes,
                           .cpuThreads = needs_.cpuThreads - less.cpuThreads,
                           .encoderSlots = needs_.encoderSlots - less.encoderSlots});
    if (card() >= 0) broker_->bookOf(card_).shrink(onCard_, less.cardBytes);
    needs_ = less;
}

Broker::Broker(const Host& host, std::size_t cards, CardBook::Options options) : left_(host) {
    for (std::size_t i = 0; i < cards; ++i) cards_.push_back({CardBook(options)});
}

void Broker::setCard(int index, const CardState& state) {
    bookOf(index).setState(state);
}

void Broker::setReserve(int index, std::uint64_t blocks) {
    bookOf(index).setReserve(blocks);
}

bool Broker::fitsHost(const Needs& needs) const {
    return needs.ramBytes <= left_.ramBytes && needs.pinnedBytes <= left_.pinnedBytes &&
           needs.diskBytes <= left_.diskBytes && needs.cpuThreads <= left_.cpuThreads &&
           needs.encoderSlots <= left_.encoderSlots;
}

Grant Broker::take(const Task& task, const Needs& needs, int card, const Fit& fit, std::int64_t now) {
    left_.ramBytes -= needs.ramBytes;
    left_.pinnedBytes -= needs.pinnedBytes;
    left_.diskBytes -= needs.diskBytes;
    left_.cpuThreads -= needs.cpuThreads;
    left_.encoderSlots -= needs.encoderSlots;
    Grant grant;
    grant.broker_ = this;
    grant.needs_ = needs;
    grant.card_ = card;
    if (card >= 0) {
        grant.epoch_ = cards_[static_cast<std::size_t>(card)].epoch;
        grant.onCard_ = bookOf(card).start(task, needs.cardBytes, fit, now);
    }
    return grant;
}

void Broker::giveBackHost(const Needs& needs) {
    left_.ramBytes += needs.ramBytes;
    left_.pinnedBytes += needs.pinnedBytes;
    left_.diskBytes += needs.diskBytes;
    left_.cpuThreads += needs.cpuThreads;
    left_.encoderSlots += needs.encoderSlots;
}

bool Broker::isCurrent(const Grant& grant) const {
    return grant.epoch_ == cards_[static_cast<std::size_t>(grant.card_)].epoch;
}

void Broker::giveBack(Grant& grant, std::int64_t now) {
    giveBackHost(grant.needs_);
    if (grant.card_ >= 0 && isCurrent(grant)) bookOf(grant.card_).end(grant.onCard_, now);
}

void Broker::lose(int card) {
    ++cards_[static_cast<std::size_t>(card)].epoch;
    bookOf(card).clear();
}

}  // namespace manju::sched
