// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace manju {

using Millis = std::chrono::milliseconds;

/// Source of time; tests pass a virtual one. Thread: any.
class Clock {
public:
    virtual ~Clock() = default;
    /// Milliseconds since the Unix epoch (UTC).
    [[nodiscard]] virtual std::int64_t wallMillis() const = 0;
    /// Milliseconds of a clock that never goes back; only differences mean anything.
    [[nodiscard]] virtual std::int64_t steadyMillis() const = 0;
};

/// The machine's clock.
const Clock& systemClock();

/// "2026-03-01T12:00:05Z".
std::string isoTime(std::int64_t wallMillis);
/// Of such a time, whose seconds may be missing; nothing for other texts.
std::optional<std::int64_t> wallMillisOf(const std::string& isoTime);

}  // namespace manju
