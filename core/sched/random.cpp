// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace manju::sched {

double Random::unit() {
    return static_cast<double>(engine_() >> 11) * 0x1.0p-53;
}

double Random::uniform(double low, double high) {
    return low + (high - low) * unit();
}

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
}

bool Random::chance(double probability) {
    return unit() < probability;
}

double Random::exponential(double mean) {
    return -mean * std::log(1 - unit());
}

double Random::normal() {
    const double radius = std::sqrt(-2 * std::log(1 - unit()));
    return radius * std::cos(2 * std::numbers::pi * unit());
}

double Random::logNormal(double median, double sigma) {
    return median * std::exp(sigma * normal());
}

Zipf::Zipf(std::size_t count, double exponent) {
    double sum = 0;
    for (std::size_t index = 0; index < count; ++index) {
        sum += std::pow(static_cast<double>(index + 1), -exponent);
        upTo_.push_back(sum);
    }
    for (double& share : upTo_) share /= sum;
}

std::size_t Zipf::operator()(Random& random) const {
    const double drawn = random.unit();
    const auto found = std::ranges::upper_bound(upTo_, drawn);
    return std::min(static_cast<std::size_t>(found - upTo_.begin()), upTo_.size() - 1);
}

}  // namespace manju::sched
