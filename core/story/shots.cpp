// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/shots.h"

#include <algorithm>
#include <limits>

#include "core/base/text.h"
#include "core/story/segment.h"

namespace manju::story {
namespace {

/// An atom of one of the lines, with its place in the script.
struct Piece {
    std::size_t line = 0;
    int weight = 0;
    Cut cut = Cut::Line;
    std::size_t sourceBegin = 0;
    std::size_t sourceEnd = 0;
};

// Costs of the segmentation, in points. What is compared: a shot far too short (60), a speaker change inside
// a long shot (45), a cut between words (40), one inside a sentence (12), one between two sentences of a line
// (8).
constexpr int kShortShot = 60;
constexpr int kLateChange = 45;
constexpr int kWordCut = 40;
constexpr int kClauseCut = 12;
constexpr int kSentenceCut = 8;
constexpr int kLongShot = 15;
constexpr int kComfortable = 240;  // weight; 26 Chinese characters
constexpr std::size_t kMostPieces = 64;

int cutCost(Cut cut) {
    switch (cut) {
        case Cut::Word:
            return kWordCut;
        case Cut::Clause:
            return kClauseCut;
        case Cut::Sentence:
            return kSentenceCut;
        case Cut::Line:
            return 0;
    }
    return 0;
}

int lengthCost(int weight, int shortest) {
    if (weight < shortest) return kShortShot * (shortest - weight) / shortest;
    if (weight > kComfortable) return kLongShot * (weight - kComfortable) / (kLongestShot - kComfortable);
    return 0;
}

class ShotSplitter {
public:
    ShotSplitter(const std::vector<MappedLine>& lines, const ScriptMap& map, const NameBook& names,
                 std::int64_t& steps)
        : lines_(lines), map_(map), names_(names), steps_(steps) {}

    std::vector<ShotDraft> split() {
        for (std::size_t first = 0; first < lines_.size();) {
            std::size_t last = first;
            while (last < lines_.size() && lines_[last].scene == lines_[first].scene) ++last;
            splitScene(first, last);
            first = last;
        }
        return std::move(shots_);
    }

private:
    void splitScene(std::size_t first, std::size_t last) {
        std::vector<Piece> pieces;
        int chinese = 0;
        int latin = 0;
        for (std::size_t line = first; line < last; ++line) {
            const std::u32string text = decodeUtf8(lines_[line].utterance.text);
            steps_ += static_cast<std::int64_t>(3 * text.size());
            for (const char32_t c : text) (isHan(c) ? chinese : latin) += isLetterOrDigit(c) ? 1 : 0;
            addPieces(line, segmenter_.atomsOf(text), pieces);
        }
        const int shortest = chinese * 2 > latin ? kShortestChineseShot : kShortestEnglishShot;
        std::size_t begin = 0;
        for (const std::size_t end : borders(pieces, shortest)) {
            addShot(pieces, begin, end);
            begin = end;
        }
    }

    /// Finds where the atoms of a line lie in the script.
    void addPieces(std::size_t line, const std::vector<Atom>& atoms, std::vector<Piece>& pieces) const {
        const SourceSpan span = lines_[line].utterance.span;
        auto source = static_cast<std::size_t>(span.begin);
        std::size_t point = 0;
        for (const Atom& atom : atoms) {
            Piece piece{line, atom.weight, atom.cut, source, source};
            while (point < atom.end) {
                if (map_.at(source) == Part::Spoken) ++point;
                ++source;
            }
            piece.sourceEnd = source;
            pieces.push_back(piece);
        }
        if (!atoms.empty()) pieces.back().sourceEnd = static_cast<std::size_t>(span.end);
    }

    [[nodiscard]] bool changesSpeaker(const Piece& before, const Piece& after) const {
        if (before.line == after.line) return false;
        const Utterance& a = lines_[before.line].utterance;
        const Utterance& b = lines_[after.line].utterance;
        return a.speaker != b.speaker || (a.kind == LineKind::Narration) != (b.kind == LineKind::Narration);
    }

    /// The cheapest segmentation (shortest path): the end of each shot.
    [[nodiscard]] std::vector<std::size_t> borders(const std::vector<Piece>& pieces, int shortest) const {
        constexpr auto kUnreached = std::numeric_limits<std::int64_t>::max();
        const std::size_t count = pieces.size();
        std::vector<std::int64_t> cost(count + 1, kUnreached);
        std::vector<std::size_t> from(count + 1, 0);
        cost[0] = 0;
        for (std::size_t i = 0; i < count; ++i) {
            int weight = 0;
            int changes = 0;
            for (std::size_t j = i; j < count && j < i + kMostPieces; ++j) {
                if (j > i && weight >= shortest && changesSpeaker(pieces[j - 1], pieces[j])) ++changes;
                weight += pieces[j].weight;
                if (weight > kLongestShot && j > i) break;
                ++steps_;
                const std::int64_t total = cost[i] + lengthCost(weight, shortest) + changes * kLateChange +
                                           (j + 1 < count ? cutCost(pieces[j].cut) : 0);
                if (total < cost[j + 1]) {
                    cost[j + 1] = total;
                    from[j + 1] = i;
                }
            }
        }
        std::vector<std::size_t> ends;
        for (std::size_t at = count; at > 0; at = from[at]) ends.push_back(at);
        std::reverse(ends.begin(), ends.end());
        return ends;
    }

    void addShot(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end) {
        ShotDraft shot;
        for (std::size_t i = begin; i < end;) {
            std::size_t next = i;
            while (next < end && pieces[next].line == pieces[i].line) ++next;
            const Utterance& utterance = lines_[pieces[i].line].utterance;
            const std::size_t from = pieces[i].sourceBegin;
            const std::size_t to = pieces[next - 1].sourceEnd;
            shot.lines.push_back({utterance.kind,
                                  utterance.speaker,
                                  encodeUtf8(map_.spoken(from, to)),
                                  {static_cast<std::int64_t>(from), static_cast<std::int64_t>(to)}});
            i = next;
        }
        shot.span = {shot.lines.front().span.begin, shot.lines.back().span.end};
        shot.scene = encodeUtf8(map_.scene(lines_[pieces[begin].line].scene));
        addCharacters(shot);
        shots_.push_back(std::move(shot));
    }

    void addCharacters(ShotDraft& shot) {
        const auto add = [&](const std::string& name) {
            if (!name.empty() &&
                std::find(shot.characters.begin(), shot.characters.end(), name) == shot.characters.end())
                shot.characters.push_back(name);
        };
        for (const ShotLine& line : shot.lines) add(line.speaker);
        for (const ShotLine& line : shot.lines) {
            const std::u32string text = decodeUtf8(line.text);
            for (std::size_t at = 0; at < text.size(); ++at) {
                ++steps_;
                if (const auto found = names_.at(text, at)) {
                    add(encodeUtf8(*found->name));
                    at += found->length - 1;
                }
            }
        }
    }

    const std::vector<MappedLine>& lines_;
    const ScriptMap& map_;
    const NameBook& names_;
    std::int64_t& steps_;
    LineSegmenter segmenter_;
    std::vector<ShotDraft> shots_;
};

}  // namespace

std::vector<ShotDraft> splitIntoShots(const std::vector<MappedLine>& lines, const ScriptMap& map,
                                      const NameBook& names, std::int64_t& steps) {
    return ShotSplitter(lines, map, names, steps).split();
}

double estimatedSeconds(const ShotDraft& shot) {
    constexpr double kCharactersPerSecond = 4.5;
    constexpr double kWordsPerSecond = 2.6;
    constexpr double kPause = 0.25;
    double seconds = 0;
    for (const ShotLine& line : shot.lines) {
        std::int64_t characters = 0;
        std::int64_t words = 0;
        bool inWord = false;
        for (const char32_t c : decodeUtf8(line.text)) {
            const bool word = isLetterOrDigit(c) && !isHan(c);
            if (isHan(c)) ++characters;
            if (word && !inWord) ++words;
            inWord = word || (inWord && oneOf(c, U"'’-"));
        }
        seconds += static_cast<double>(characters) / kCharactersPerSecond +
                   static_cast<double>(words) / kWordsPerSecond + kPause;
    }
    return seconds;
}

}  // namespace manju::story
