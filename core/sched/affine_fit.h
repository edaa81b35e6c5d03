// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace manju::sched {

/// y = offset + slope * x, neither of them negative.
struct AffineFit {
    double offset = 0;
    double slope = 0;
    double onlyX = 0;   ///< where the points are, if they are all at one x
    bool oneX = false;  ///< then the slope is a guess: y in proportion to x
    [[nodiscard]] double at(double x) const { return offset + slope * x; }
    friend bool operator==(const AffineFit&, const AffineFit&) = default;
};

struct FitPoint {
    double x = 0, y = 0;
};

/// The line through points by Theil and Sen: the median of the slopes between all pairs, so that up to a
/// quarter of the points may be wrong. Points with the same x count as one. Nothing without points.
/// Precondition: x >= 0, y >= 0.
std::optional<AffineFit> affineFit(std::vector<FitPoint> points);

}  // namespace manju::sched
