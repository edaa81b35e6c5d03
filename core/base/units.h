// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace manju {

/// A count of bytes. Signed, so that differences are safe.
struct Bytes {
    std::int64_t count = 0;
    constexpr Bytes() = default;
    constexpr explicit Bytes(std::int64_t n) : count(n) {}
    friend constexpr auto operator<=>(const Bytes&, const Bytes&) = default;
    friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.count + b.count); }
    friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.count - b.count); }
    /// "6.9 GB" with decimal units and one digit; "512 bytes" below 1 kB.
    [[nodiscard]] std::string text() const;
};

constexpr Bytes megabytes(std::int64_t n) {
    return Bytes(n * 1'000'000);
}
constexpr Bytes gigabytes(std::int64_t n) {
    return Bytes(n * 1'000'000'000);
}

}  // namespace manju
