// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/segment.h"

#include <unicode/brkiter.h>

#include <algorithm>
#include <array>

#include "core/story/text_class.h"

namespace manju::story {
namespace {

constexpr int kHanWeight = 9;
constexpr int kWordWeight = 20;

bool isWordPart(char32_t c) {
    return isLetterOrDigit(c) && !isHan(c);
}

bool isRunMark(char32_t c) {
    return oneOf(c, U"…—–.。！？!?～~");
}

/// A full stop after these ends no sentence.
bool isAbbreviation(Text line, std::size_t stop) {
    static constexpr std::array kShort = std::to_array<Text>(
        {U"Mr", U"Mrs", U"Ms", U"Dr", U"St", U"Prof", U"vs", U"etc", U"Jr", U"Sr", U"No", U"e.g", U"i.e"});
    std::size_t begin = stop;
    while (begin > 0 && (isLatinLetter(line[begin - 1]) || line[begin - 1] == U'.')) --begin;
    const Text word = line.substr(begin, stop - begin);
    const bool initial = word.size() == 1 && isUpper(word[0]);
    return initial || std::find(kShort.begin(), kShort.end(), word) != kShort.end();
}

/// Punctuation inside numbers and words: 3.14, 1,000, 12：30, e.g., O'Neil, 3—5.
bool isInsideToken(Text line, std::size_t at) {
    const bool digitBefore = at > 0 && isDigit(line[at - 1]);
    const bool digitAfter = at + 1 < line.size() && isDigit(line[at + 1]);
    if (digitBefore && digitAfter) return true;
    if (line[at] != U'.') return false;
    const bool letterAfter = at + 1 < line.size() && isWordPart(line[at + 1]);
    return letterAfter || isAbbreviation(line, at);
}

/// The end of the punctuation at `at`, with what belongs to it: the rest of a run, closing marks, white
/// space.
std::size_t punctuationEnd(Text line, std::size_t at) {
    std::size_t end = at + 1;
    while (end < line.size() &&
           (isRunMark(line[end]) || isClausePunctuation(line[end]) || isClosing(line[end]) ||
            (line[end] == U'"' && (end + 1 == line.size() || isSpace(line[end + 1])))))
        ++end;
    while (end < line.size() && !isVisible(line[end])) ++end;
    return end;
}

/// For each opening mark the position of its closing mark, for pairs that fit into one shot.
class Pairs {
public:
    explicit Pairs(Text line) : line_(line) {}
    /// The position of the closing mark if a pair opens at `at` and must not be cut; else `at`.
    [[nodiscard]] std::size_t skip(std::size_t at) const {
        if (!isOpening(line_[at]) && !opensStraight(at)) return at;
        constexpr std::size_t kReach = 200;  // more code points than any shot holds
        const std::size_t close =
            line_[at] == U'"' ? straightEnd(at, kReach) : closingBracket(line_, at, kReach);
        if (close == Text::npos || weightOf(line_.substr(at, close - at + 1)) > kLongestShot) return at;
        return close;
    }

private:
    [[nodiscard]] bool opensStraight(std::size_t at) const {
        return line_[at] == U'"' && (at == 0 || !isLetterOrDigit(line_[at - 1]));
    }
    [[nodiscard]] std::size_t straightEnd(std::size_t at, std::size_t reach) const {
        const auto end = line_.find(U'"', at + 1);
        return end != Text::npos && end <= at + reach ? end : Text::npos;
    }
    Text line_;
};

}  // namespace

int weightOf(Text text) {
    int weight = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isHan(text[i])) {
            weight += kHanWeight;
        } else if (isWordPart(text[i])) {
            weight += kWordWeight;
            const auto joins = [&](std::size_t k) {
                return oneOf(text[k], U"'’-.,:：") && k + 1 < text.size() && isWordPart(text[k + 1]);
            };
            while (i + 1 < text.size() && (isWordPart(text[i + 1]) || joins(i + 1))) ++i;
        }
    }
    return weight;
}

class LineSegmenter::WordBreaker {
public:
    WordBreaker() {
        UErrorCode status = U_ZERO_ERROR;
        breaker_.reset(icu::BreakIterator::createWordInstance(icu::Locale::getChinese(), status));
        if (U_FAILURE(status)) breaker_.reset();
    }

    /// Appends the words of [atom.begin, atom.end) as atoms; a pair that must stay whole is one.
    void cut(Text line, const Atom& atom, std::vector<Atom>& atoms) {
        const auto borders = wordBorders(line.substr(atom.begin, atom.end - atom.begin));
        const Pairs pairs(line);
        std::size_t begin = atom.begin;
        std::size_t keep = atom.begin;  // no cut before this
        std::size_t looked = atom.begin;
        for (const std::size_t border : borders) {
            const std::size_t at = atom.begin + border;
            for (; looked < at; ++looked)
                if (looked >= keep) keep = std::max(keep, pairs.skip(looked) + 1);
            if (at < keep || at >= atom.end || !mayCut(line, at)) continue;
            const int weight = weightOf(line.substr(begin, at - begin));
            if (weight == 0) continue;
            atoms.push_back({begin, at, weight, Cut::Word});
            begin = at;
        }
        atoms.push_back({begin, atom.end, weightOf(line.substr(begin, atom.end - begin)), atom.cut});
    }

private:
    /// Not before punctuation, not after an opening mark, not inside a number with its unit or a run of dots.
    static bool mayCut(Text line, std::size_t at) {
        if (!isLetterOrDigit(line[at]) && !isOpening(line[at]) && line[at] != U'"') return false;
        const char32_t last = line[at - 1];
        if (isOpening(last) || (isWordPart(last) && isWordPart(line[at]))) return false;
        if (isDigit(last) && isHan(line[at])) return false;
        const bool joined = at >= 2 && !isSpace(last) && !isLetterOrDigit(last) && isWordPart(line[at]) &&
                            isWordPart(line[at - 2]);
        return !joined;
    }

    std::vector<std::size_t> wordBorders(Text text) {
        std::vector<std::size_t> borders;
        if (!breaker_) return borders;
        const auto units = icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()),
                                                         static_cast<std::int32_t>(text.size()));
        breaker_->setText(units);
        std::int32_t unit = 0;
        std::size_t point = 0;
        for (std::int32_t next = breaker_->next(); next != icu::BreakIterator::DONE;
             next = breaker_->next()) {
            for (; unit < next; ++point) unit += text[point] >= 0x10000 ? 2 : 1;
            borders.push_back(point);
        }
        return borders;
    }

    std::unique_ptr<icu::BreakIterator> breaker_;
};

LineSegmenter::LineSegmenter() : words_(std::make_unique<WordBreaker>()) {}
LineSegmenter::~LineSegmenter() = default;

std::vector<Atom> LineSegmenter::atomsOf(Text line) {
    std::vector<Atom> atoms;
    const Pairs pairs(line);
    std::size_t begin = 0;
    std::size_t looked = 0;
    bool hasWords = false;  // in [begin, looked)
    const auto speaksBefore = [&](std::size_t end) {
        for (; looked < end; ++looked) hasWords = hasWords || isLetterOrDigit(line[looked]);
        return hasWords;
    };
    const auto close = [&](std::size_t end, Cut cut) {
        const int weight = weightOf(line.substr(begin, end - begin));
        if (weight == 0 && !atoms.empty()) {
            atoms.back().end = end;  // stray punctuation
        } else {
            const Atom atom{begin, end, weight, cut};
            if (weight > kLongestShot)
                words_->cut(line, atom, atoms);
            else
                atoms.push_back(atom);
        }
        begin = end;
        hasWords = false;
    };
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t paired = pairs.skip(i);
        if (paired > i) {
            // “走。”他说: a pair that ends with a sentence ends the atom, unless the sentence goes on.
            i = paired + 1;
            const bool stop = isSentenceEnd(line[paired - 1]) && !isInsideToken(line, paired - 1);
            if (!stop || i >= line.size() || oneOf(line[i], U"的地得")) continue;
            const std::size_t end = punctuationEnd(line, paired);
            if (speaksBefore(end) && end < line.size()) close(end, Cut::Clause);
            i = std::max(i, end);
            continue;
        }
        const char32_t c = line[i];
        const bool sentence = isSentenceEnd(c);
        if ((!sentence && !isClausePunctuation(c)) || isInsideToken(line, i)) {
            ++i;
            continue;
        }
        const std::size_t end = punctuationEnd(line, i);
        const bool word = end < line.size() && isLatinLetter(line[end - 1]);  // "well,known"
        const Text run = line.substr(i, end - i);
        const bool ends = sentence || run.find_first_of(U"。！？!?") != Text::npos;
        i = end;
        if (word || end >= line.size() || !speaksBefore(end)) continue;
        close(end, ends ? Cut::Sentence : Cut::Clause);
    }
    if (begin < line.size()) close(line.size(), Cut::Line);
    if (!atoms.empty()) atoms.back().cut = Cut::Line;
    return atoms;
}

}  // namespace manju::story
