// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/story/names.h"
#include "core/story/quotes.h"
#include "core/story/script_map.h"
#include "core/story/speech_tags.h"

// Narration with quoted speech. Private.
namespace manju::story {

/// Turns paragraphs into utterances and works out who speaks. Thread: owner only.
class ProseReader {
public:
    ProseReader(ScriptMap& map, const NameBook& names, std::int64_t& steps)
        : map_(map), names_(names), steps_(steps) {}

    /// Reads the paragraph [begin, end).
    void read(std::size_t begin, std::size_t end);

    /// A line of a labelled script was spoken; it takes part in the conversation.
    void spoke(const std::u32string& speaker);
    /// A new scene or episode: nobody has spoken yet.
    void forget();

private:
    struct Passage {
        Quote quote;
        std::u32string speaker;
        bool resolved = false;
        bool inner = false;
        bool tagBeforeBare = false;
        bool tagAfterBare = false;
    };

    [[nodiscard]] bool isSpeech(Text paragraph, const Quote& quote) const;
    std::vector<Passage> passagesOf(Text paragraph);
    void attribute(Text paragraph, std::vector<Passage>& passages, std::size_t index);
    void spread(Text paragraph, std::vector<Passage>& passages) const;
    void narrate(std::size_t begin, std::size_t end, bool afterQuote);
    [[nodiscard]] std::u32string resolve(const Subject& subject, Text narration, Text sentence) const;
    void remember(Text narration);

    ScriptMap& map_;
    const NameBook& names_;
    std::int64_t& steps_;
    std::u32string last_;       // who spoke last ...
    std::u32string other_;      // ... and somebody else before
    std::u32string mentioned_;  // the subject of the narration before
    std::u32string open_;       // speaker of a quote that the paragraph before did not close
    bool isOpen_ = false;
    bool talking_ = false;  // the paragraph before contained speech
};

}  // namespace manju::story
