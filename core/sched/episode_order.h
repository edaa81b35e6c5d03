// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <limits>
#include <optional>

#include "core/sched/rules.h"
#include "core/sched/task.h"

namespace manju::sched {

/// Where an episode stands among the others; the smallest is served first. Affinity may change the order of
/// episodes that differ from `remaining` on only.
struct OrderKey {
    int band = 0;               ///< 0 urgent, 1 high, 2 medium, 3 low
    bool relaxed = true;        ///< it has no deadline that is near
    std::int64_t deadline = 0;  ///< of those that are not relaxed
    double rank = 0;
    bool begun = false;  ///< of urgent ones: each gets its first task before any gets its second
    std::int64_t remaining = 0;
    std::int64_t submitted = 0;
    EpisodeId id;
    friend auto operator<=>(const OrderKey&, const OrderKey&) = default;
    [[nodiscard]] bool sameClass(const OrderKey& other) const {
        return band == other.band && relaxed == other.relaxed && deadline == other.deadline &&
               rank == other.rank;
    }
};

struct Placed {
    OrderKey key;
    /// It has waited so long that it stands with the highest, whatever its priority.
    bool risen = false;
    /// When the key changes by itself.
    std::int64_t until = std::numeric_limits<std::int64_t>::max();
};

/// Ageing (low rises to medium after `lowRises`, medium to high after `mediumRises` more) and deadlines: an
/// episode whose slack is less than half of its remaining time is served by earliest deadline, among high
/// ones at least. `remaining`: of its time on cards.
Placed place(const Episode& episode, std::int64_t remaining, bool begun, const Rules& rules,
             std::int64_t now);

}  // namespace manju::sched
