// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace manju::vram {

/// Streams of one card that may use the pool: numbers 0 ... 7.
inline constexpr std::size_t kMostStreams = 8;

/// What must have ended before memory is free for everyone: by stream, a number that this stream's work
/// reaches in order; 0 where the stream did not use the memory. See StreamProgress.
struct Tickets {
    std::array<std::uint64_t, kMostStreams> at{};

    [[nodiscard]] bool isCoveredBy(const Tickets& done) const {
        for (std::size_t i = 0; i < kMostStreams; ++i)
            if (at[i] > done.at[i]) return false;
        return true;
    }
    void add(const Tickets& other) {
        for (std::size_t i = 0; i < kMostStreams; ++i) at[i] = std::max(at[i], other.at[i]);
    }
    friend bool operator==(const Tickets&, const Tickets&) = default;
};

}  // namespace manju::vram
