// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/affine_fit.h"

#include <algorithm>

#include "core/sched/quantile.h"

namespace manju::sched {
namespace {

/// Sorted by x, each x once, with the median of its y.
std::vector<FitPoint> withDistinctX(std::vector<FitPoint> points) {
    std::ranges::sort(points, {}, &FitPoint::x);
    std::vector<FitPoint> distinct;
    for (auto first = points.begin(); first != points.end();) {
        const auto last =
            std::find_if(first, points.end(), [&](const FitPoint& p) { return p.x > first->x; });
        std::vector<double> values;
        for (auto at = first; at != last; ++at) values.push_back(at->y);
        distinct.push_back({first->x, median(std::move(values))});
        first = last;
    }
    return distinct;
}

AffineFit throughOne(FitPoint point) {
    AffineFit fit{0, 0, point.x, true};
    if (point.x > 0)
        fit.slope = point.y / point.x;
    else
        fit.offset = point.y;
    return fit;
}

}  // namespace

std::optional<AffineFit> affineFit(std::vector<FitPoint> points) {
    if (points.empty()) return std::nullopt;
    points = withDistinctX(std::move(points));
    if (points.size() == 1) return throughOne(points.front());

    std::vector<double> slopes;
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = a + 1; b < points.size(); ++b)
            slopes.push_back((points[b].y - points[a].y) / (points[b].x - points[a].x));
    AffineFit fit;
    fit.slope = std::max(0.0, median(std::move(slopes)));
    std::vector<double> offsets;
    for (const FitPoint& point : points) offsets.push_back(point.y - fit.slope * point.x);
    fit.offset = median(std::move(offsets));
    if (fit.offset >= 0) return fit;

    // Nothing costs less than nothing: the best line through the origin.
    std::vector<double> ratios;
    for (const FitPoint& point : points)
        if (point.x > 0) ratios.push_back(point.y / point.x);
    fit.offset = 0;
    fit.slope = median(std::move(ratios));
    return fit;
}

}  // namespace manju::sched
