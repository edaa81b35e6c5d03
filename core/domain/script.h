// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/domain/enum_text.h"

namespace manju {

/// Half-open range of code points in the decoded script.
struct SourceSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

enum class LineKind {
    Narration,
    Dialogue,
    InnerVoice,    ///< spoken by a character who is not seen to speak
    OnScreenText,  ///< shown, not spoken
};
MANJU_ENUM_TEXT(LineKind, {{LineKind::Narration, "narration"},
                           {LineKind::Dialogue, "dialogue"},
                           {LineKind::InnerVoice, "inner-voice"},
                           {LineKind::OnScreenText, "on-screen-text"}})

/// One thing that is said, in the order of the script.
struct Utterance {
    LineKind kind = LineKind::Narration;
    std::string speaker;  ///< empty for the narrator
    std::string text;     ///< as written, without speaker label and enclosing quotes
    SourceSpan span;      ///< of the text
    friend bool operator==(const Utterance&, const Utterance&) = default;
};

/// The part of an utterance that falls into one shot.
struct ShotLine {
    LineKind kind = LineKind::Narration;
    std::string speaker;
    std::string text;
    SourceSpan span;
    friend bool operator==(const ShotLine&, const ShotLine&) = default;
};

/// One picture of the video with what is said over it.
struct ShotDraft {
    std::vector<ShotLine> lines;          ///< never empty
    std::vector<std::string> characters;  ///< names of the speakers and of those the text mentions
    SourceSpan span;
    std::string scene{};  ///< place and time of the scene heading above the shot, as written; may be empty
    friend bool operator==(const ShotDraft&, const ShotDraft&) = default;
};

struct EpisodeDraft {
    std::string title;
    std::vector<Utterance> utterances;
    std::vector<ShotDraft> shots;
};

/// A script file as the parser understood it. "Text" means every visible code point, i.e. neither white space
/// nor an invisible format character; each lies in exactly one of: an utterance (inside its span and in no
/// other list), a heading, a label, a stripped mark, or `unassigned`, which is empty.
struct ParsedScript {
    std::string encoding;  ///< "UTF-8", "UTF-8 BOM", "UTF-16LE", "UTF-16BE", "GB18030"
    std::string format;    ///< "prose", "dialogue", "mixed"
    std::string language;  ///< "zh" or "en", by majority of the letters
    std::int64_t codePoints = 0;
    std::int64_t textPoints = 0;     ///< visible code points
    std::int64_t coveredPoints = 0;  ///< of these, how many are accounted for; equal to textPoints
    std::vector<EpisodeDraft> episodes;
    std::string file{};                    ///< as the caller named it
    double confidence = 1.0;               ///< 0..1: how sure the encoding is
    std::int64_t spokenPoints = 0;         ///< visible code points in utterances
    std::int64_t headingPoints = 0;        ///< ... in titles, chapter, episode and scene headings
    std::int64_t labelPoints = 0;          ///< ... in speaker labels and bare speech tags ("he said")
    std::int64_t strippedPoints = 0;       ///< ... in quotes, rules, markup, links, page numbers, notes
    std::vector<SourceSpan> headings{};    ///< ascending, disjoint
    std::vector<SourceSpan> stripped{};    ///< ascending, disjoint: what is neither spoken nor shown
    std::vector<SourceSpan> unassigned{};  ///< visible text that no rule took
};

MANJU_JSON_TYPE(SourceSpan)
MANJU_JSON_TYPE(Utterance)
MANJU_JSON_TYPE(ShotLine)
MANJU_JSON_TYPE(ShotDraft)
MANJU_JSON_TYPE(EpisodeDraft)

}  // namespace manju
