// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/story/lines.h"
#include "core/story/names.h"

// Who speaks, by the words around a quote: "林晚轻声说：", ", said Mara." Private.
namespace manju::story {

enum class SubjectKind { Named, FirstPerson, ThirdPerson };

struct Subject {
    SubjectKind kind = SubjectKind::Named;
    std::u32string name;  ///< "林晚", "我妈", "I"; empty for the third person
    std::size_t at = 0;   ///< in the text looked at
    std::size_t length = 0;
};

struct SpeechTag {
    Subject subject;
    bool inner = false;  ///< a verb of thinking
    bool bare = false;   ///< nothing but subject and a plain verb: "他说", "said Mara"
};

/// True if a Chinese phrase ends in a verb of speech or thought ("林晚说", "冷笑道"), but not "知道", "街道".
bool endsInSpeechVerb(Text phrase);

/// The tag in the clause that follows a quote at once.
std::optional<SpeechTag> tagAfter(Text after, const NameBook& names);
/// The tag at the end of the text that leads to a quote; `before` reaches back to the start of its sentence.
std::optional<SpeechTag> tagBefore(Text before, const NameBook& names);
/// The first person named in `text`: a known name, a role (老人, the old man) or a pronoun.
std::optional<Subject> subjectOf(Text text, const NameBook& names);

/// True if both he and she occur: a pronoun alone does not tell who is who.
bool mixesPronouns(Text text);
/// True if an English text begins with a capitalised word that is neither a known name nor a common sentence
/// start.
bool beginsWithUnknownName(Text text, const NameBook& names);

/// For the first pass: the part of a clause before its speech verb; empty: no such verb.
Text phraseBeforeVerb(Text clause);
/// The clause at the start of the text after a quote, and the last one of the text before a quote.
Text firstClause(Text after);
Text lastClause(Text before);
/// The last sentence of `before`, at most 120 code points.
Text lastSentence(Text before);

}  // namespace manju::story
