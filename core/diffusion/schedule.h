// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace manju::diffusion {

/// How the steps are laid over the 1000 training timesteps.
enum class Spacing {
    Linspace,     ///< 999 ... 0 in equal parts
    Leading,      ///< multiples of 1000 / n, plus 1: what the scheduler file of SDXL says
    Trailing,     ///< from 999 down in rounded parts: distilled checkpoints and zero terminal SNR
    Karras,       ///< equal parts of sigma^(1/7), the schedule of Karras et al. (2022)
    Exponential,  ///< equal parts of log sigma
    Normal,       ///< k-diffusion's own: equal parts of time, sigma interpolated by its logarithm
    SgmUniform,   ///< Normal with one step more, of which the last is left out
    Simple,       ///< every (1000 / n)-th entry of the table of sigmas, from its end
    Lcm,          ///< n of the 50 timesteps that latent consistency models were distilled on
};

/// "leading", "sgm_uniform", ...
std::string_view spacingName(Spacing spacing);

/// Two conventions of the reference implementations, which differ in rounding and in what a spacing spans.
enum class StepConvention {
    SigmaSpace,  ///< Euler: timesteps may lie between two trained ones; Karras spans the leading steps'
                 ///< sigmas
    Multistep,   ///< DPM++ and UniPC: whole timesteps, n + 1 points of which the last is left out
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

/// Without the first `count` steps. Precondition: 0 <= count < number of steps.
Schedule withoutFirst(Schedule schedule, int count);

/// Precondition: 1 <= steps <= 1000, for Lcm <= 50.
Schedule makeSchedule(Spacing spacing, StepConvention convention, int steps, bool zeroTerminalSnr = false);

}  // namespace manju::diffusion
