// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace manju::vram {

/// Ends the program with the rule that does not hold: going on could give one piece of memory to two.
inline void require(bool holds, const char* rule) {
    if (holds) return;
    std::fprintf(stderr, "the VRAM pool is broken: %s\n", rule);
    std::abort();
}

/// `unit` is a power of two.
inline std::uint64_t roundedUp(std::uint64_t bytes, std::uint64_t unit) {
    return (bytes + unit - 1) & ~(unit - 1);
}

}  // namespace manju::vram
