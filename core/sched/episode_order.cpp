// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/episode_order.h"

#include <algorithm>

namespace manju::sched {
namespace {

constexpr int kHighest = 1;  // beside the urgent

void age(const Episode& episode, const Rules& rules, std::int64_t now, Placed& placed) {
    std::int64_t rises = episode.submitted;
    while (placed.key.band > kHighest) {
        rises += placed.key.band == 3 ? rules.lowRises : rules.mediumRises;
        if (rises > now) {
            placed.until = std::min(placed.until, rises);
            return;
        }
        --placed.key.band;
        placed.risen = placed.key.band == kHighest;
    }
}

void hurry(const Episode& episode, std::int64_t remaining, std::int64_t now, Placed& placed) {
    const std::int64_t slack = *episode.deadline - now - remaining;
    if (2 * slack >= remaining) {
        placed.until = std::min(placed.until, *episode.deadline - remaining - remaining / 2 + 1);
        return;
    }
    placed.key.band = std::min(placed.key.band, kHighest);
    placed.key.relaxed = false;
    placed.key.deadline = *episode.deadline;
}

}  // namespace

Placed place(const Episode& episode, std::int64_t remaining, bool begun, const Rules& rules,
             std::int64_t now) {
    Placed placed;
    OrderKey& key = placed.key;
    key.band = episode.urgent ? 0 : 1 + static_cast<int>(episode.priority);
    key.rank = episode.rank;
    key.begun = episode.urgent && begun;
    key.remaining = rules.shortestFirst ? remaining : 0;
    key.submitted = episode.submitted;
    key.id = episode.id;
    if (rules.ageing) age(episode, rules, now, placed);
    if (rules.deadlines && episode.deadline) hurry(episode, remaining, now, placed);
    return placed;
}

}  // namespace manju::sched
