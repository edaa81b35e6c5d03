// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/schedule.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace manju::diffusion {
namespace {

constexpr int kTrainingSteps = 1000;
constexpr double kFirstBeta = 0.00085;
constexpr double kLastBeta = 0.012;
constexpr int kLeadingOffset = 1;

/// The running products of 1 - beta.
std::vector<float> signalShares() {
    std::vector<float> shares;
    const auto first = static_cast<float>(std::sqrt(kFirstBeta));
    const auto last = static_cast<float>(std::sqrt(kLastBeta));
    const float stride = (last - first) / static_cast<float>(kTrainingSteps - 1);
    double product = 1;
    for (int i = 0; i < kTrainingSteps; ++i) {
        // Counted from the nearer end, as linspace does.
        const float root = i < kTrainingSteps / 2
                               ? first + stride * static_cast<float>(i)
                               : last - stride * static_cast<float>(kTrainingSteps - 1 - i);
        product *= static_cast<double>(1.0F - root * root);
        shares.push_back(static_cast<float>(product));
    }
    return shares;
}

void removeTerminalSignal(std::vector<float>& shares) {
    const float first = std::sqrt(shares.front());
    const float last = std::sqrt(shares.back());
    for (float& share : shares) {
        const float root = (std::sqrt(share) - last) * (first / (first - last));
        share = root * root;
    }
    shares.back() = std::ldexp(1.0F, -24);
}

std::vector<double> timestepsOf(Spacing spacing, int steps) {
    std::vector<double> timesteps;
    const double n = steps;
    for (int i = 0; i < steps; ++i) {
        switch (spacing) {
            case Spacing::Linspace:
                timesteps.push_back(steps == 1 ? 0 : (kTrainingSteps - 1) * (n - 1 - i) / (n - 1));
                break;
            case Spacing::Leading:
                timesteps.push_back((steps - 1 - i) * (kTrainingSteps / steps) + kLeadingOffset);
                break;
            case Spacing::Trailing:
                // nearbyint rounds halves to even.
                timesteps.push_back(std::nearbyint(kTrainingSteps - i * (kTrainingSteps / n)) - 1);
                break;
        }
    }
    return timesteps;
}

}  // namespace

std::vector<double> trainingSigmas(bool zeroTerminalSnr) {
    std::vector<float> shares = signalShares();
    if (zeroTerminalSnr) removeTerminalSignal(shares);
    std::vector<double> sigmas;
    for (const float share : shares) sigmas.push_back(std::sqrt((1.0F - share) / share));
    return sigmas;
}

Schedule makeSchedule(Spacing spacing, int steps, bool zeroTerminalSnr) {
    const std::vector<double> table = trainingSigmas(zeroTerminalSnr);
    Schedule schedule;
    schedule.timesteps = timestepsOf(spacing, steps);
    for (const double t : schedule.timesteps) {
        // The table between two whole timesteps is taken as linear.
        const double clamped = std::min(t, static_cast<double>(kTrainingSteps - 1));
        const auto below = static_cast<std::size_t>(clamped);
        const std::size_t above = std::min(below + 1, table.size() - 1);
        const double part = clamped - static_cast<double>(below);
        const double sigma = table[below] + part * (table[above] - table[below]);
        schedule.sigmas.push_back(static_cast<double>(static_cast<float>(sigma)));
    }
    const double largest = *std::ranges::max_element(schedule.sigmas);
    schedule.initialScale = spacing == Spacing::Leading ? std::sqrt(largest * largest + 1) : largest;
    schedule.sigmas.push_back(0);
    return schedule;
}

}  // namespace manju::diffusion
