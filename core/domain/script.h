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
    friend bool operator==(const ShotDraft&, const ShotDraft&) = default;
};

struct EpisodeDraft {
    std::string title;
    std::vector<Utterance> utterances;
    std::vector<ShotDraft> shots;
};

/// A script file as the parser understood it.
struct ParsedScript {
    std::string encoding;  ///< "UTF-8", "UTF-8 BOM", "UTF-16LE", "UTF-16BE", "GB18030"
    std::string format;    ///< "prose", "dialogue", "mixed"
    std::string language;  ///< "zh" or "en", by majority of the letters
    std::int64_t codePoints = 0;
    std::int64_t textPoints = 0;     ///< letters, digits and other characters that carry content
    std::int64_t coveredPoints = 0;  ///< of these, how many lie in an utterance, a heading or a speaker label
    std::vector<EpisodeDraft> episodes;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceSpan, begin, end)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Utterance, kind, speaker, text, span)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShotLine, kind, speaker, text, span)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShotDraft, lines, characters, span)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EpisodeDraft, title, utterances, shots)

}  // namespace manju
