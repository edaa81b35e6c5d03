// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace manju::subs {

/// A place where a line may end, before code point `at`.
struct BreakPoint {
    std::size_t at = 0;
    double cost = 0;  ///< 0: between words; higher: inside a word; negative: after a mark
};

/// The legal breaks of `text` in order: Unicode line breaking (strict) with the rules of Chinese
/// typesetting on top. No line starts with a closing mark or ends with an opening one; Latin words,
/// numbers, —— and …… stay whole.
Result<std::vector<BreakPoint>> breakPoints(std::u32string_view text, const std::string& language);

/// A line: code points [begin, end) without spaces at either end.
struct LineRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    friend bool operator==(const LineRange&, const LineRange&) = default;
};

struct BreakRequest {
    std::u32string_view text;             ///< no line breaks, no space at either end
    const std::vector<double>& advances;  ///< of each code point
    const std::vector<BreakPoint>& breaks;
    double width = 0;          ///< of a line, in the unit of the advances
    int maxLines = 2;          ///< >= 1
    bool allowOrphan = false;  ///< whether a line may hold a single character
};

/// The division into the fewest lines that fit, and of these the most balanced at the best places.
/// Nothing if it cannot be done.
std::optional<std::vector<LineRange>> breakLines(const BreakRequest& request);

/// True for marks that no line may start with (，。！？）》” and the like).
bool isClosingMark(char32_t c);
/// True for marks that no line may end with (（《“ and the like).
bool isOpeningMark(char32_t c);

}  // namespace manju::subs
