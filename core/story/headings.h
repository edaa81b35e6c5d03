// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/story/lines.h"

// Which lines are headings or unspoken marks by their own shape. Private.
namespace manju::story {

enum class LineShape {
    Plain,    ///< nothing special
    Episode,  ///< 第一章, Chapter 3, # heading: a new episode
    Scene,    ///< 1-1 日 内 客厅, INT. HOUSE: a new scene
    Title,    ///< 《归来》: the work's title
    Page,     ///< - 12 -, 第 3 页: not spoken
    Rule,     ///< ---, * * *: not spoken
};

/// The shape of a stripped line.
LineShape shapeOf(Text line);

/// A heading as people write it: without #, ** and the brackets around it.
std::u32string headingText(Text line);

/// True if a title could be `text`: short, no sentence.
bool isTitleLike(Text text, std::size_t longest);

/// Length of the number at the start of `text` (ASCII or full-width digits or Chinese numerals); 0: none.
std::size_t numeralLength(Text text);

}  // namespace manju::story
