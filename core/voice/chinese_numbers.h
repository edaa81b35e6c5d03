// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace manju::voice {

/// "2024" -> 二零二四; with `phone` a 1 is read 幺, as in telephone numbers. Precondition: ASCII digits.
std::u32string readDigits(std::u32string_view digits, bool phone = false);

/// "12000" -> 一万两千, "110" -> 一百一十, "2" -> 二. Leading zeros and numbers of more than 16 digits are
/// read digit by digit. Precondition: ASCII digits, not empty.
std::u32string readCardinal(std::u32string_view digits);

}  // namespace manju::voice
