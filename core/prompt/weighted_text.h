// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace manju::prompt {

/// What brackets in a prompt mean.
enum class WeightSyntax {
    None,  ///< nothing: every character is text, as in diffusers
    /// `(x)` times 1.1, `[x]` divided by 1.1, `(x:1.3)` times 1.3, weights multiply; backslash escapes the
    /// brackets and itself; what is not closed reaches to the end; equal neighbours are one text.
    A1111,
    /// `(x)` times 1.1; `(x:1.3)` replaces every outer weight; `\(` and `\)` are signs; the rest is text.
    Comfy
};

/// A stretch of a prompt with one weight.
struct WeightedText {
    std::string text;
    double weight = 1;         ///< -1000..1000
    bool breakBefore = false;  ///< a BREAK stands before it: a new chunk begins here
    friend bool operator==(const WeightedText&, const WeightedText&) = default;
};

/// Splits a prompt into its stretches, in order; empty ones are kept only where a break stands before them.
/// With `breaks`, the word BREAK in capitals parts the prompt (whatever weight surrounds it).
/// Never fails: what is malformed counts as text.
std::vector<WeightedText> parseWeights(std::string_view prompt, WeightSyntax syntax, bool breaks);

}  // namespace manju::prompt
