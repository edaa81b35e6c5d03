// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/vram/types.h"

namespace manju::vram {

/// What an operator is told about a card (spec V11, V12).
enum class AlarmKind : std::uint8_t {
    LowMemory,   ///< less of the card is free than the margin
    Fragmented,  ///< free memory that one request could not have, even after waiting
    Refusals,    ///< more than the allowed share of the last minutes' requests were refused
    Spilled,     ///< the driver keeps some of the pool's memory outside the card, where it is slow
};
inline constexpr std::size_t kAlarmKinds = 4;

/// An alarm that began or ended. The values are bytes for LowMemory and Spilled, shares (0 ... 1) else.
struct AlarmChange {
    AlarmKind kind{};
    bool begins = false;
    double value = 0;  ///< now
    double limit = 0;  ///< beyond which it begins
};

/// Judges a card's figures over time. Alarms end at another value than they begin at, so that a value on
/// the border does not make them come and go. Pure arithmetic. Thread: one at a time.
class Alarms {
public:
    struct Options {
        double leastFree = 0.10;               ///< of the card; 0.05 ... 0.15
        double mostFelt = 0.10;                ///< of free memory, for `feltSeconds` on end
        int feltSeconds = 10;                  ///< a moment between two tasks is no fault
        double mostRefused = 0.01;             ///< of the requests of ten minutes
        std::uint64_t mostSpilled = 64 << 20;  ///< bytes; drivers' figures are a little apart anyway
    };
    Alarms() = default;
    explicit Alarms(Options options) : options_(options) {}

    /// To be called about every second; `steadyMillis` never goes back. Returns what began or ended.
    std::vector<AlarmChange> look(const Stats& stats, std::int64_t steadyMillis);
    [[nodiscard]] bool isOn(AlarmKind kind) const { return on_[static_cast<std::size_t>(kind)]; }

private:
    struct Sample {
        std::int64_t time = 0;
        std::uint64_t requests = 0, refusals = 0;
    };
    static constexpr std::int64_t kRefusalMillis = 10 * 60 * 1000;
    static constexpr std::int64_t kSampleMillis = 5000;  // at most 121 samples of ten minutes
    static constexpr std::uint64_t kEnough = 100;        // requests: a single refusal is no rate
    static constexpr double kSlack = 0.2;                // an alarm ends this share away from its limit

    void set(std::vector<AlarmChange>& changes, const AlarmChange& alarm, bool beyond, bool back);
    void setMost(std::vector<AlarmChange>& changes, AlarmKind kind, double value, double limit);
    [[nodiscard]] double refusedShare(const Counters& counters, std::int64_t now);

    Options options_;
    std::array<bool, kAlarmKinds> on_{};
    std::deque<Sample> samples_;
    std::int64_t wholeUntil_ = -1;  ///< when free memory was last in few pieces; -1: before the first look
};

}  // namespace manju::vram
