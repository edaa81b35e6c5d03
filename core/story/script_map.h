// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/domain/script.h"
#include "core/story/lines.h"
#include "core/story/text_class.h"

// What each code point of the script is. Private.
namespace manju::story {

enum class Part : std::uint8_t { Free, Spoken, Heading, Label, Mark };

/// An utterance on its way into an episode.
struct MappedLine {
    Utterance utterance;
    std::size_t scene = 0;  ///< index into ScriptMap::scenes
};

/// Gives every code point at most one role: a point that has one keeps it. Thread: owner only.
class ScriptMap {
public:
    explicit ScriptMap(Text source) : source_(source), parts_(source.size(), Part::Free) {}

    [[nodiscard]] Text source() const { return source_; }
    [[nodiscard]] Part at(std::size_t index) const { return parts_[index]; }

    void set(std::size_t begin, std::size_t end, Part part) {
        for (std::size_t i = begin; i < end; ++i)
            if (parts_[i] == Part::Free) parts_[i] = part;
    }

    /// The points of [begin, end) that are spoken, as text; a line end inside becomes a space.
    [[nodiscard]] std::u32string spoken(std::size_t begin, std::size_t end) const {
        std::u32string text;
        for (std::size_t i = begin; i < end; ++i)
            if (parts_[i] == Part::Spoken)
                text += isLineEnd(source_[i]) || source_[i] == U'\t' ? U' ' : source_[i];
        return text;
    }

    /// Appends an utterance over the free points of [begin, end). Text without a letter or a digit cannot be
    /// spoken: of a character ("……") it is shown, of the narrator it is a mark.
    void utter(LineKind kind, std::u32string_view speaker, std::size_t begin, std::size_t end);

    /// Utterances since the last call.
    [[nodiscard]] std::vector<MappedLine> takeLines() { return std::exchange(lines_, {}); }
    [[nodiscard]] bool hasLines() const { return !lines_.empty(); }

    /// Begins a new scene.
    void enterScene(std::u32string_view text) { scenes_.emplace_back(text); }
    [[nodiscard]] const std::u32string& scene(std::size_t index) const { return scenes_[index]; }
    [[nodiscard]] std::u32string& currentScene() { return scenes_.back(); }

private:
    void setSpoken(std::size_t begin, std::size_t end);

    Text source_;
    std::vector<Part> parts_;
    std::vector<MappedLine> lines_;
    std::vector<std::u32string> scenes_{U""};
};

}  // namespace manju::story
