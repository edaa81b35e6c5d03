// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace manju::voice {

/// Something that is read differently from how it is written.
struct Reading {
    std::u32string text;
    std::size_t end = 0;  ///< code point after what was read
};

/// The reading of the number, date, time, amount or measure that starts at `at`, or nothing.
/// `text` has half-width digits and signs.
std::optional<Reading> readChineseNumber(std::u32string_view text, std::size_t at);

}  // namespace manju::voice
