// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace manju::sched {

constexpr std::int64_t kSecond = 1000, kMinute = 60 * kSecond;

/// The scheduler's rules. Each can be switched off: tests show what is lost without it, and the benchmark
/// what it is worth.
struct Rules {
    bool shortestFirst = true;  ///< what remains of an episode orders a priority's episodes
    bool ageing = true;         ///< those that have waited long rise
    bool deadlines = true;      ///< those that would become late go first
    bool finishFirst = true;    ///< no more episodes are begun than `openPerCard` allows
    bool affinity = true;       ///< what a card holds breaks ties
    bool affinityBound = true;  ///< ... but for so long and so often only
    bool reservation = true;    ///< the large gets its turn: others go ahead only if it loses nothing
    bool lateBinding = true;    ///< a card leaves a task to another that would finish it earlier
    bool preemption = true;     ///< the urgent ends what runs
    bool sharedCard = true;     ///< several tasks at once on a card
    bool retryShare = true;     ///< retries are a part of the starts only, while fresh work waits

    /// A part of each card is kept for oversize tasks (requirement V6). Off: reservations give them their
    /// turn, and what lies idle for them makes all others wait (core/sched/README.md has the figures).
    bool reserve = false;

    std::int64_t mediumRises = 20 * kMinute;  ///< to high
    std::int64_t lowRises = 60 * kMinute;     ///< to medium, and on as medium does
    int agedShare = 4;    ///< one in so many starts is the oldest risen one's, if there is any
    int openPerCard = 2;  ///< episodes begun and not finished
    int window = 16;      ///< episodes that affinity may choose among
    std::int64_t drainAfter = 5 * kMinute;  ///< a set of LoRAs runs so long while another waits
    int imageUnits = 4, voiceUnits = 2;     ///< of a card's budget (requirement S5) ...
    /// ... of so many, and of so many images. Two images and three voices; requirement S5's 8 leave room for
    /// one image beside a voice (core/sched/README.md has the figures).
    int units = 14, images = 2;
    double leastLeft = 0.2;               ///< a task with less of its steps left is not ended
    int mostPreemptions = 2;              ///< of a task
    std::int64_t stalled = 30 * kSecond;  ///< the watchdog waits so long (requirement S12)
};

}  // namespace manju::sched
