// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// What a day asks of eight cards: tasks with the peaks of their memory, no memory itself.
namespace manju::bench {

inline constexpr std::size_t kAdmissionCards = 8;
inline constexpr std::uint64_t kAdmissionCardBytes = std::uint64_t{24} << 30;
/// What a card has for tasks beside weights, context, LoRAs and a cushion.
[[nodiscard]] std::uint64_t bytesForTasks();

struct AdmissionTask {
    std::int64_t arrival = 0;  ///< milliseconds from the beginning
    std::int64_t length = 0;   ///< milliseconds from its admission to its end
    std::uint64_t peakBytes = 0;
    bool oversize = false;  ///< 4K, or a peak over 12 GB with the weights and the context
    friend bool operator==(const AdmissionTask&, const AdmissionTask&) = default;
};

enum class DayKind : std::uint8_t {
    Steady,  ///< some oversize tasks in every hour, more in some
    Bursts,  ///< oversize tasks in some hours only: a burst finds a reserve that has fallen
};
inline constexpr DayKind kDayKinds[] = {DayKind::Steady, DayKind::Bursts};
[[nodiscard]] std::string_view idOf(DayKind kind);

/// In order of arrival. Equal arguments give equal tasks on every machine.
std::vector<AdmissionTask> admissionDay(DayKind kind, std::uint64_t seed, std::int64_t hours);

}  // namespace manju::bench
