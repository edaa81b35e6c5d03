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
constexpr double kLcmSteps = 50;  // of the teacher's schedule, as the authors' default
constexpr double kKarrasRho = 7;  // as in the paper

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

double clampedStep(double t) {
    return std::clamp(t, 0.0, static_cast<double>(kTrainingSteps - 1));
}

/// Sigma at a timestep between two trained ones: `weigh` mixes the two entries.
template <class Mix>
double sigmaAt(const std::vector<double>& table, double timestep, const Mix& mix) {
    const double t = clampedStep(timestep);
    const auto below = static_cast<std::size_t>(t);
    const std::size_t above = std::min(below + 1, table.size() - 1);
    return mix(table[below], table[above], t - static_cast<double>(below));
}
double sigmaLinear(const std::vector<double>& table, double timestep) {
    return sigmaAt(table, timestep, [](double a, double b, double part) { return a + part * (b - a); });
}
double sigmaByLogarithm(const std::vector<double>& table, double timestep) {
    return sigmaAt(table, timestep, [](double a, double b, double part) {
        return std::exp((1 - part) * std::log(a) + part * std::log(b));
    });
}

/// The timestep whose sigma this is, interpolated by the logarithm.
double timestepOf(const std::vector<double>& table, double sigma) {
    const auto above = std::ranges::lower_bound(table, sigma);
    if (above == table.begin()) return 0;
    if (above == table.end()) return kTrainingSteps - 1;
    const double high = std::log(*above);
    const double low = std::log(*(above - 1));
    return static_cast<double>(above - table.begin()) - (high - std::log(sigma)) / (high - low);
}

/// n timesteps of the spacings that are laid over time.
std::vector<double> spacedTimesteps(Spacing spacing, StepConvention convention, int steps) {
    const bool multistep = convention == StepConvention::Multistep;
    const double last = kTrainingSteps - 1;
    const double n = steps;
    const int stride = kTrainingSteps / (multistep ? steps + 1 : steps);
    std::vector<double> timesteps;
    for (int i = 0; i < steps; ++i) {
        switch (spacing) {
            case Spacing::Linspace:
                if (multistep)
                    timesteps.push_back(std::nearbyint(last * (n - i) / n));  // halves to even
                else
                    timesteps.push_back(steps == 1 ? 0 : last * (n - 1 - i) / (n - 1));
                break;
            case Spacing::Leading:
                timesteps.push_back((multistep ? steps - i : steps - 1 - i) * stride + kLeadingOffset);
                break;
            case Spacing::Trailing:
                timesteps.push_back(std::nearbyint(kTrainingSteps - i * (kTrainingSteps / n)) - 1);
                break;
            case Spacing::Normal:
                timesteps.push_back(steps == 1 ? last : last * (n - 1 - i) / (n - 1));
                break;
            case Spacing::SgmUniform:
                timesteps.push_back(last * (n - i) / n);
                break;
            case Spacing::Simple:
                timesteps.push_back(kTrainingSteps - 1 - std::floor(i * (kTrainingSteps / n)));
                break;
            case Spacing::Lcm:
                timesteps.push_back(kTrainingSteps - 1 -
                                    std::floor(i * (kLcmSteps / n)) * (kTrainingSteps / kLcmSteps));
                break;
            case Spacing::Karras:
            case Spacing::Exponential:
                break;  // laid over sigma
        }
    }
    return timesteps;
}

/// n sigmas from `first` down to `last`, in equal parts of what `to` makes of them.
template <class To, class From>
std::vector<double> ramp(double first, double last, int steps, const To& to, const From& from) {
    std::vector<double> sigmas;
    for (int i = 0; i < steps; ++i) {
        const double part = steps == 1 ? 0 : static_cast<double>(i) / (steps - 1);
        sigmas.push_back(from(to(first) + part * (to(last) - to(first))));
    }
    return sigmas;
}

Schedule overTime(const std::vector<double>& table, Spacing spacing, StepConvention convention, int steps) {
    Schedule schedule;
    schedule.timesteps = spacedTimesteps(spacing, convention, steps);
    const bool logarithmic = spacing == Spacing::Normal || spacing == Spacing::SgmUniform;
    for (const double t : schedule.timesteps)
        schedule.sigmas.push_back(logarithmic ? sigmaByLogarithm(table, t) : sigmaLinear(table, t));
    return schedule;
}

Schedule overSigma(const std::vector<double>& table, Spacing spacing, StepConvention convention, int steps) {
    double first = table.back();
    double last = table.front();
    Schedule schedule;
    if (spacing == Spacing::Exponential) {
        schedule.sigmas = ramp(
            first, last, steps, [](double s) { return std::log(s); }, [](double s) { return std::exp(s); });
    } else {
        if (convention == StepConvention::SigmaSpace) {
            const Schedule spaced = overTime(table, Spacing::Leading, convention, steps);
            first = spaced.sigmas.front();
            last = spaced.sigmas.back();
        }
        schedule.sigmas = ramp(
            first, last, steps, [](double s) { return std::pow(s, 1 / kKarrasRho); },
            [](double s) { return std::pow(s, kKarrasRho); });
    }
    for (const double sigma : schedule.sigmas) {
        const double t = timestepOf(table, sigma);
        schedule.timesteps.push_back(convention == StepConvention::Multistep ? std::nearbyint(t) : t);
    }
    return schedule;
}

}  // namespace

std::string_view spacingName(Spacing spacing) {
    switch (spacing) {
        case Spacing::Linspace:
            return "linspace";
        case Spacing::Leading:
            return "leading";
        case Spacing::Trailing:
            return "trailing";
        case Spacing::Karras:
            return "karras";
        case Spacing::Exponential:
            return "exponential";
        case Spacing::Normal:
            return "normal";
        case Spacing::SgmUniform:
            return "sgm_uniform";
        case Spacing::Simple:
            return "simple";
        case Spacing::Lcm:
            return "lcm";
    }
    return "";
}

std::vector<double> trainingSigmas(bool zeroTerminalSnr) {
    std::vector<float> shares = signalShares();
    if (zeroTerminalSnr) removeTerminalSignal(shares);
    std::vector<double> sigmas;
    for (const float share : shares) sigmas.push_back(std::sqrt((1.0F - share) / share));
    return sigmas;
}

Schedule makeSchedule(Spacing spacing, StepConvention convention, int steps, bool zeroTerminalSnr) {
    const std::vector<double> table = trainingSigmas(zeroTerminalSnr);
    const bool sigmaSpaced = spacing == Spacing::Karras || spacing == Spacing::Exponential;
    Schedule schedule = sigmaSpaced ? overSigma(table, spacing, convention, steps)
                                    : overTime(table, spacing, convention, steps);
    for (double& sigma : schedule.sigmas) sigma = static_cast<double>(static_cast<float>(sigma));
    const double largest = *std::ranges::max_element(schedule.sigmas);
    // Euler's reference starts from noise alone where its schedule begins at the very end of training.
    const bool noiseAlone = convention == StepConvention::SigmaSpace &&
                            (spacing == Spacing::Linspace || spacing == Spacing::Trailing);
    schedule.initialScale = noiseAlone ? largest : std::sqrt(largest * largest + 1);
    schedule.sigmas.push_back(0);
    return schedule;
}

Schedule withoutFirst(Schedule schedule, int count) {
    schedule.timesteps.erase(schedule.timesteps.begin(), schedule.timesteps.begin() + count);
    schedule.sigmas.erase(schedule.sigmas.begin(), schedule.sigmas.begin() + count);
    return schedule;
}

}  // namespace manju::diffusion
