// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unicode/uchar.h>

#include <string_view>

// Classes of code points, as the parser needs them. Private to this folder.
namespace manju::story {

inline bool oneOf(char32_t c, std::u32string_view set) {
    return set.find(c) != std::u32string_view::npos;
}

/// Ends a line: LF, CR, VT, FF, NEL, line and paragraph separator.
inline bool isLineEnd(char32_t c) {
    return (c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

/// White space of any width, line ends included.
inline bool isSpace(char32_t c) {
    if (c < 0x80) return c == U' ' || (c >= 0x09 && c <= 0x0D);
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Format characters that must never reach speech or captions: zero-width spaces, direction marks, soft
/// hyphen.
inline bool isInvisible(char32_t c) {
    return c == 0xAD || c == 0x200B || c == 0x200C || c == 0x200E || c == 0x200F ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2064) || (c >= 0x2066 && c <= 0x2069) ||
           c == 0xFEFF;
}

/// Counts in the coverage. Joiners and variation selectors belong to the character before them.
inline bool isVisible(char32_t c) {
    return !isSpace(c) && !isInvisible(c) && c != 0x200D && !(c >= 0xFE00 && c <= 0xFE0F);
}

inline bool isHan(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || c == 0x3007 ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x323AF);
}
/// Han, kana, CJK and full-width punctuation: text that the image model cannot read.
inline bool isCjk(char32_t c) {
    return isHan(c) || (c >= 0x2E80 && c <= 0x33FF) || (c >= 0xAC00 && c <= 0xD7AF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFFEF);
}

inline bool isDigit(char32_t c) {
    return (c >= U'0' && c <= U'9') || (c >= U'０' && c <= U'９');
}
inline bool isLetterOrDigit(char32_t c) {
    if (c < 0x80) return (c >= U'0' && c <= U'9') || (c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z');
    return isHan(c) || u_isalnum(static_cast<UChar32>(c));
}
inline bool isUpper(char32_t c) {
    return c < 0x80 ? c >= U'A' && c <= U'Z' : u_isupper(static_cast<UChar32>(c)) != 0;
}
inline bool isLower(char32_t c) {
    return c < 0x80 ? c >= U'a' && c <= U'z' : u_islower(static_cast<UChar32>(c)) != 0;
}
inline bool isLatinLetter(char32_t c) {
    return isLetterOrDigit(c) && !isDigit(c) && c < 0x2E80;
}

/// Ends a sentence (an ASCII full stop needs a look at its neighbours).
inline bool isSentenceEnd(char32_t c) {
    return oneOf(c, U"。！？!?…．.");
}
inline bool isClausePunctuation(char32_t c) {
    return oneOf(c, U"，、；：,;:—–");
}
inline bool isOpening(char32_t c) {
    return oneOf(c, U"“‘「『（(【[《〈{");
}
inline bool isClosing(char32_t c) {
    return oneOf(c, U"”’」』）)】]》〉}");
}
inline bool isColon(char32_t c) {
    return c == U':' || c == U'：';
}

/// The half-width twin of a full-width ASCII character, any other as it is.
inline char32_t narrow(char32_t c) {
    return c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c;
}
inline char32_t lower(char32_t c) {
    return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
}

}  // namespace manju::story
