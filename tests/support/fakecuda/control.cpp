// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <iterator>

#include "tests/support/fakecuda/machine.h"

namespace manju::fakecuda {
namespace {

SimCard& cardNumber(Machine& all, int card) {
    return all.cards.at(static_cast<std::size_t>(card));
}

void insert(Machine& all, const std::vector<Card>& cards) {
    for (const Card& made : cards) {
        SimCard card;
        card.made = made;
        card.streams = std::make_unique<gpu::SimStreams>(violated);
        gpu::HostMemoryOptions options;
        options.device = made.name;
        options.totalBytes = made.totalBytes;
        auto memory = gpu::HostMemory::create(options, *card.streams, violated);
        if (!memory) std::abort();
        card.memory = std::move(*memory);
        all.cards.push_back(std::move(card));
    }
}

}  // namespace

void violated(const std::string& what) {
    Machine& all = machine();
    if (!all.recordsViolations) gpu::abortOnViolation(what);
    all.violations.push_back(what);
}

Machine& machine() {
    static Machine all;
    static const bool started = [] {
        insert(all, {Card{.callTakes = std::chrono::nanoseconds(100)}});
        return true;
    }();
    (void)started;
    return all;
}

std::uint64_t& currentContext() {
    thread_local std::uint64_t current = 0;
    return current;
}

std::optional<int> Machine::count(const char* name) {
    ++calls[name];
    for (SimCard& card : cards)
        if (card.made.callTakes.count() > 0) card.streams->advance(card.made.callTakes);
    std::optional<int> asked;
    for (Counted& counted : failures) {
        const Failure& failure = counted.failure;
        if (!failure.call.empty() && failure.call != name) continue;
        ++counted.seen;
        if (counted.seen >= failure.first && counted.seen - failure.first < failure.count)
            asked = failure.result;
    }
    if (asked) failed.emplace_back(name);
    return asked;
}

SimCard* Machine::cardAt(gpu::Address address) {
    const auto next = cardOfAddress.upper_bound(address);
    return next == cardOfAddress.begin() ? nullptr : &cards[std::prev(next)->second];
}

void reset(const std::vector<Card>& cards) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    all.cards.clear();
    all.events.clear();
    all.cardOfAddress.clear();
    all.calls.clear();
    all.failures.clear();
    all.failed.clear();
    all.violations.clear();
    all.recordsViolations = false;
    all.started = false;
    all.nvmlStarts = 0;
    all.pinned.clear();
    all.lostFill = 0;
    insert(all, cards);
}

void fail(const Failure& failure) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    all.failures.push_back({failure, 0});
}

void loseWord(unsigned fill) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    all.fills = 0;
    all.lostFill = fill;
}

std::vector<std::string> failedCalls() {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    return all.failed;
}

unsigned calls(const std::string& name) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    unsigned sum = 0;
    for (const auto& [called, times] : all.calls)
        if (name.empty() || name == called) sum += times;
    return sum;
}

Leftovers leftovers() {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    Leftovers left;
    left.events = all.events.size();
    left.nvml = all.nvmlStarts;
    left.pinned = all.pinned.size();
    for (const SimCard& card : all.cards) {
        const gpu::Holdings held = card.memory->holdings();
        left.ranges += held.ranges;
        left.pieces += held.pieces;
        left.mappings += held.mappings;
        left.allocations += held.allocations;
        left.streams += card.priorities.size();
        left.contexts += card.retained;
    }
    return left;
}

void setOthersBytes(int card, std::uint64_t bytes) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    cardNumber(all, card).memory->setOthersBytes(bytes);
}

void setUtilisation(int card, unsigned percent) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    cardNumber(all, card).utilisation = percent;
}

void launch(int card, cu::Stream stream, const gpu::SimWork& work) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    cardNumber(all, card).streams->launch(idOf(stream), work);
}

cu::Stream openStream(int card) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    SimCard& sim = cardNumber(all, card);
    const auto number = static_cast<std::uint32_t>(sim.streams->open(gpu::StreamPriority::Normal).value());
    sim.priorities[number] = 0;
    return handleOf(number);
}

void closeStream(int card, cu::Stream stream) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    SimCard& sim = cardNumber(all, card);
    sim.priorities.erase(static_cast<std::uint32_t>(idOf(stream)));
    (void)sim.streams->close(idOf(stream));
}

void advance(int card, std::chrono::nanoseconds time) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    cardNumber(all, card).streams->advance(time);
}

std::uint64_t hostWaits(int card) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    return cardNumber(all, card).streams->hostWaits();
}

int priorityOf(int card, cu::Stream stream) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    return cardNumber(all, card).priorities.at(static_cast<std::uint32_t>(idOf(stream)));
}

void recordViolations() {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    all.recordsViolations = true;
}

std::vector<std::string> violations() {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    return all.violations;
}

}  // namespace manju::fakecuda
