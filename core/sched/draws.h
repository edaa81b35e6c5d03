// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace manju::sched {

/// Scatters the bits of a number (SplitMix64's finisher): equal numbers give equal results on every computer.
constexpr std::uint64_t scattered(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

/// Random numbers that follow from a seed alone; the standard's distributions differ between libraries.
class Draws {
public:
    explicit Draws(std::uint64_t seed) : state_(seed) {}

    /// From 0 to below 1.
    double uniform() { return static_cast<double>(scattered(state_++) >> 11) * 0x1.0p-53; }
    /// Mean 0, standard deviation 1 (Box and Muller).
    double normal() {
        const double radius = std::sqrt(-2 * std::log(1 - uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

private:
    std::uint64_t state_;
};

}  // namespace manju::sched
