// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace manju::sched {

/// The q-quantile (0..1) of values in any order, by nearest rank: one of the values, and never a lower one
/// than q asks for. Precondition: not empty.
template <class T>
T quantile(std::vector<T> values, double q) {
    const double rank = std::ceil(q * static_cast<double>(values.size()) - 1e-9);
    const auto index =
        static_cast<std::size_t>(std::clamp(rank, 1.0, static_cast<double>(values.size()))) - 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(index);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// Of two in the middle the lower one. Precondition: not empty.
template <class T>
T median(std::vector<T> values) {
    return quantile(std::move(values), 0.5);
}

}  // namespace manju::sched
