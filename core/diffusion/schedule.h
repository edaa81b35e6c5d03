// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace manju::diffusion {

/// How the steps are laid over the 1000 training timesteps.
enum class Spacing {
    Linspace,  ///< 999 ... 0 in equal, fractional parts
    Leading,   ///< multiples of 1000 / n, plus 1: what the scheduler file of SDXL says
    Trailing,  ///< from 999 down in rounded parts: distilled checkpoints and zero terminal SNR
};

/// The resolved schedule of one job: everything the sampler needs and what the picture's metadata state.
struct Schedule {
    std::vector<double> timesteps;  ///< n, falling, 0..999
    std::vector<double> sigmas;     ///< n + 1, the last is 0
    double initialScale = 1;        ///< factor of the first noise
};

/// Sigma of each of the 1000 training timesteps: sqrt((1 - a) / a) with a the running product of 1 - beta,
/// beta = linspace(sqrt(0.00085), sqrt(0.012), 1000)^2, in the single precision of the original tables.
/// With `zeroTerminalSnr` the products are shifted so that the last is 0 and the first stays; the last is
/// then stored as 2^-24.
std::vector<double> trainingSigmas(bool zeroTerminalSnr);

/// Precondition: 1 <= steps <= 1000.
Schedule makeSchedule(Spacing spacing, int steps, bool zeroTerminalSnr = false);

}  // namespace manju::diffusion
