// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/subs/font_set.h"

namespace manju::subs {

/// Characters of one line that one font draws.
struct TextRun {
    std::size_t font = 0;  ///< of the FontSet
    std::u32string text;
};
/// Text ready to be drawn: lines of runs, and the size at which they fit.
struct SetText {
    double size = 0;  ///< em of the main font, pixels
    std::vector<std::vector<TextRun>> lines;
    std::u32string leftOut;  ///< pictographs that no font can draw
};

struct TypesetRequest {
    std::string language;
    double width = 0;     ///< of the box, pixels
    double size = 0;      ///< wanted em, pixels
    double smallest = 0;  ///< floor of the em, pixels
    int maxLines = 2;
};

/// `text` as it is shown: aliases replaced, white space runs made one space, controls removed, curly
/// quotes beside Latin letters made straight, and for captions (`dropTrailing`) a final ，。、 or ； removed,
/// as is usual in Chinese short video.
std::u32string screenText(std::string_view text, bool dropTrailing);

/// Breaks the text into lines and makes it smaller step by step until it fits. Empty text gives no line.
/// Fails with kTextTooLong, or with kGlyphsMissing if no font has a character. Emoji that no font has are
/// left out instead, since they carry no words.
Result<SetText> typeset(FontSet& fonts, const TypesetRequest& request, std::u32string text);

}  // namespace manju::subs
