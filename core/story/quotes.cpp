// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/quotes.h"

#include "core/story/text_class.h"

namespace manju::story {
namespace {

char32_t closingMark(char32_t open) {
    switch (open) {
        case U'“':
            return U'”';
        case U'「':
            return U'」';
        case U'『':
            return U'』';
        case U'‘':
            return U'’';
        default:
            return open;
    }
}

/// True if the mark at `at` opens a quote here: 5" and don’t are no quotes.
bool opens(Text text, std::size_t at) {
    const char32_t c = text[at];
    const bool wordBefore = at > 0 && (isLatinLetter(text[at - 1]) || isDigit(text[at - 1]));
    if (c == U'"') return !wordBefore && at + 1 < text.size();
    if (c == U'‘') return !wordBefore;
    return c == U'“' || c == U'「' || c == U'『';
}

bool closes(Text text, std::size_t at, char32_t open) {
    if (text[at] != closingMark(open)) return false;
    const bool letterAfter = at + 1 < text.size() && isLatinLetter(text[at + 1]);
    // An apostrophe stands between letters.
    return open != U'‘' || !(letterAfter && at > 0 && isLatinLetter(text[at - 1]));
}

}  // namespace

bool isQuoteOpening(char32_t c) {
    return oneOf(c, U"“\"「『‘");
}

std::vector<Quote> quotesIn(Text paragraph, bool continues) {
    std::vector<Quote> quotes;
    char32_t open = 0;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < paragraph.size(); ++i) {
        const char32_t c = paragraph[i];
        if (open == 0) {
            if (continues && quotes.empty() && oneOf(c, U"”」』")) quotes.push_back({0, 0, i, i + 1, true});
            if (!opens(paragraph, i)) continue;
            open = c;
            begin = i;
            depth = 1;
        } else if (open != U'"' && open != U'“' && c == open) {
            ++depth;
        } else if (closes(paragraph, i, open) && --depth == 0) {
            quotes.push_back({begin, begin + 1, i, i + 1, true});
            open = 0;
        }
    }
    if (open != 0) quotes.push_back({begin, begin + 1, paragraph.size(), paragraph.size(), false});
    return quotes;
}

std::optional<Quote> leadingQuote(Text text) {
    if (text.empty() || !opens(text, 0)) return std::nullopt;
    return quotesIn(text, false).front();
}

}  // namespace manju::story
