// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace manju::sched {

/// Random numbers that are the same with every standard library: its distributions are not. (What passes
/// through log, exp and cos may differ in its last bit; whoever draws rounds to milliseconds or bytes.)
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    double unit();                                              ///< from 0, below 1
    double uniform(double low, double high);                    ///< from `low`, below `high`
    std::int64_t between(std::int64_t low, std::int64_t high);  ///< both included
    bool chance(double probability);
    double exponential(double mean);
    double normal();                                ///< of mean 0 and deviation 1
    double logNormal(double median, double sigma);  ///< sigma: of the logarithm

private:
    std::mt19937_64 engine_;
};

/// Indices from 0, each as often as 1 / (index + 1)^exponent says.
class Zipf {
public:
    Zipf(std::size_t count, double exponent);
    std::size_t operator()(Random& random) const;

private:
    std::vector<double> upTo_;  ///< cumulative shares; the last is 1
};

}  // namespace manju::sched
