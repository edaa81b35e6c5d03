// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>

namespace manju::bench {

/// Random choices that are the same with every standard library: its distributions are not.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    /// From `low` to `high`, both included; the bias of the remainder is below 2^-20 for sizes.
    std::uint64_t between(std::uint64_t low, std::uint64_t high) {
        return low + engine_() % (high - low + 1);
    }
    bool chance(std::uint64_t percent) { return engine_() % 100 < percent; }

private:
    std::mt19937_64 engine_;
};

}  // namespace manju::bench
