// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/story/lines.h"

// Quoted passages of a paragraph. Private.
namespace manju::story {

/// Offsets in the paragraph. The marks are [begin, innerBegin) and [innerEnd, end).
struct Quote {
    std::size_t begin = 0;
    std::size_t innerBegin = 0;
    std::size_t innerEnd = 0;
    std::size_t end = 0;
    bool closed = true;
};

/// The outermost quotes of “” "" 「」 『』 ‘’ in order; one that is not closed reaches to the end of the
/// paragraph. With `continues` a closing mark that comes first ends a quote that began in an earlier
/// paragraph.
std::vector<Quote> quotesIn(Text paragraph, bool continues);

/// Where a wrapping quote ends: the position after its closing mark, if `text` begins with an opening mark.
std::optional<Quote> leadingQuote(Text text);

bool isQuoteOpening(char32_t c);

}  // namespace manju::story
