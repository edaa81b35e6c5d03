// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/gpu/memory_source.h"
#include "core/gpu/streams.h"

namespace manju::gpu {

/// Told when work breaks a rule that a card would answer with a fault or with wrong pictures.
using OnViolation = std::function<void(const std::string& what)>;

/// Prints and aborts.
void abortOnViolation(const std::string& what);

struct AddressSpan {
    Address start = 0;
    std::uint64_t bytes = 0;
    friend bool operator==(const AddressSpan&, const AddressSpan&) = default;
};

/// Simulated work of a stream: what it touches, how long it takes, and what it does to memory.
struct SimWork {
    std::vector<AddressSpan> reads;
    std::vector<AddressSpan> writes;
    std::chrono::nanoseconds duration{0};
    /// Happens when the clock passes the work's end, in the order of those ends; calls no stream. Empty:
    /// nothing.
    std::function<void()> effect{};
};

/// Streams on a virtual clock, which starts at 0 and moves only when it is told to or when someone waits.
/// So every interleaving of host and card can be repeated.
///
/// What counts is the order that was asked for, not the one that durations happen to give: an order comes
/// from one stream, from waitFor, and from the host having seen an event. Two streams that touch the same
/// memory without an order, one of them writing, are a violation. Thread: one.
class SimStreams final : public Streams {
public:
    explicit SimStreams(OnViolation onViolation = abortOnViolation);

    Result<StreamId> open(StreamPriority priority) override;
    Status close(StreamId stream) override;
    Result<EventId> record(StreamId stream) override;
    Result<bool> isDone(EventId event) override;
    Status synchronize(EventId event) override;
    Status waitFor(StreamId stream, EventId event) override;
    void discard(EventId event) override;

    /// Queues work.
    void launch(StreamId stream, SimWork work);
    /// Lets the card run for so long.
    void advance(std::chrono::nanoseconds time);
    [[nodiscard]] std::chrono::nanoseconds now() const { return now_; }
    /// Whether work touches a part of the span that the host has not seen the end of.
    [[nodiscard]] bool isInUse(AddressSpan span) const;

    /// Called before work is queued, with each span it touches.
    std::function<void(AddressSpan)> onTouch;

    [[nodiscard]] std::size_t openEvents() const { return events_.size(); }
    /// How often someone waited on the host for an event that had not come.
    [[nodiscard]] std::uint64_t hostWaits() const { return hostWaits_; }

private:
    /// By stream, the number of its pieces of work that are known to come before.
    using Order = std::vector<std::uint64_t>;
    struct Event {
        std::chrono::nanoseconds time{};
        Order order;
    };
    struct Queue {
        bool open = true;
        std::chrono::nanoseconds end{};  ///< of what is queued
        Order order;
        std::uint64_t launched = 0;
    };
    struct Running {
        std::size_t stream = 0;
        std::uint64_t number = 0;  ///< in its stream, from 1
        SimWork work;
    };
    [[nodiscard]] bool isOpen(StreamId stream) const;
    static void merge(Order& into, const Order& from);
    static bool isBefore(const Running& work, const Order& order);
    void see(const Event& event);
    /// The clock moves there, unless it is there already, and what ends until then happens.
    void runUntil(std::chrono::nanoseconds time);

    OnViolation onViolation_;
    std::chrono::nanoseconds now_{0};
    std::vector<Queue> queues_;
    Order host_;
    std::map<EventId, Event> events_;
    std::uint64_t lastEvent_ = 0;
    std::uint64_t hostWaits_ = 0;
    std::vector<Running> running_;  ///< what the host has not seen the end of
    std::multimap<std::chrono::nanoseconds, std::function<void()>> effects_;  ///< to come, by their time
};

}  // namespace manju::gpu
