// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The script as segments: lines, cut further where a script writes several things on one line. Private.
namespace manju::story {

using Text = std::u32string_view;

/// Range [begin, end) of the script without white space and invisible characters at its ends; never empty.
struct Segment {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool blankBefore = false;  ///< an empty line, or the start of the script, stands before it
    bool indented = false;     ///< white space stands before it on its line
    bool action = false;       ///< begins with △, ▲ or ▷
    bool ownLine = true;       ///< begins its line

    [[nodiscard]] Text in(Text source) const { return source.substr(begin, end - begin); }
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Every visible code point of `source` lies in exactly one segment. Adds the points looked at to `steps`.
std::vector<Segment> segmentsOf(Text source, std::int64_t& steps);

/// Without white space and invisible characters at both ends.
Text stripped(Text text);
/// Position of the character that closes the bracket at `at`, looking at most `reach` characters ahead;
/// npos if there is none. The same bracket may nest.
std::size_t closingBracket(Text text, std::size_t at, std::size_t reach);

}  // namespace manju::story
