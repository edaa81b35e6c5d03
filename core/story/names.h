// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/story/lines.h"

// The names of a script's characters. Private.
namespace manju::story {

/// Collects names in a first pass over the script, then finds them in text. Thread: owner only.
class NameBook {
public:
    /// A label before a colon; an uncertain one becomes a name when it comes twice.
    void addLabel(Text name, bool certain);
    /// Names of a cast list, e.g. "林晚、陈默，路人甲/乙若干".
    void addCastList(Text list);
    /// The part of a clause before its speech verb, whose subject is probably a name: "林晚冷冷地".
    void addSubject(Text clause);
    /// The start of a sentence of narration: a name if it begins several sentences and a verb follows it.
    void addSentenceStart(Text sentence);
    /// A capitalised word of an English text. A name begins sentences and keeps its capital inside them.
    void addCapitalised(Text word, bool beginsSentence);
    /// Ends the collecting: at most 500 names, the most frequent first.
    void settle();

    [[nodiscard]] int labelCount(Text name) const;
    [[nodiscard]] bool knows(Text name) const;

    struct Found {
        std::size_t at = 0;
        std::size_t length = 0;
        const std::u32string* name = nullptr;
    };
    /// The first known name in `text` that begins before `limit`. Precondition: settled.
    [[nodiscard]] std::optional<Found> firstIn(Text text, std::size_t limit = Text::npos) const;
    /// The known name that begins exactly at `at`; the longest one.
    [[nodiscard]] std::optional<Found> at(Text text, std::size_t at) const;

private:
    struct LabelUse {
        int count = 0;
        bool certain = false;
    };
    std::map<std::u32string, LabelUse> labels_;
    std::map<std::u32string, int> listed_;
    std::map<std::u32string, int> whole_;                              // subjects that are nothing but a name
    std::map<std::u32string, std::map<std::u32string, int>> guessed_;  // two characters -> with the third
    struct Start {
        int count = 0;
        int beforeVerb = 0;
        int longerBeforeVerb = 0;
        std::map<std::u32string, int> longer;  // with the next character
    };
    std::map<std::u32string, Start> starts_;
    struct Capitalised {
        int beginning = 0;
        int inside = 0;
    };
    std::map<std::u32string, Capitalised> capitalised_;
    std::vector<std::u32string> names_;
    std::unordered_map<char32_t, std::vector<std::size_t>> byFirst_;  // longest first
};

/// Family names and forms of address with which a Chinese name begins: 林, 欧阳, 老, 小, 阿. 0: none.
std::size_t familyNameLength(Text text);

}  // namespace manju::story
