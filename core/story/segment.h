// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/story/lines.h"

// Where a line of speech may be cut into shots. Private.
namespace manju::story {

/// Speaking time in units of 1/360 of the longest shot: a shot holds at most 40 Chinese characters or 18
/// English words, a Chinese character counts 9, a word or number 20.
inline constexpr int kLongestShot = 360;
inline constexpr int kShortestChineseShot = 135;  ///< 15 characters
inline constexpr int kShortestEnglishShot = 120;  ///< 6 words

enum class Cut : std::uint8_t { Word, Clause, Sentence, Line };

/// A piece of a line that is never cut: [begin, end) of its text, with the punctuation and white space after
/// it.
struct Atom {
    std::size_t begin = 0;
    std::size_t end = 0;
    int weight = 0;
    Cut cut = Cut::Line;  ///< what kind of border ends it
};

int weightOf(Text text);

/// Cuts lines. Owns ICU's word breaker. Thread: owner only.
class LineSegmenter {
public:
    LineSegmenter();
    ~LineSegmenter();
    LineSegmenter(const LineSegmenter&) = delete;
    LineSegmenter& operator=(const LineSegmenter&) = delete;

    /// The atoms of a line, contiguous; each but the first contains a letter or a digit. They end at sentence
    /// and clause punctuation outside numbers, quotes and brackets; where that leaves more than a shot can
    /// hold, quotes and brackets that do not fit into one shot are opened, then words are the atoms.
    std::vector<Atom> atomsOf(Text line);

private:
    class WordBreaker;
    std::unique_ptr<WordBreaker> words_;
};

}  // namespace manju::story
