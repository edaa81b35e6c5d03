// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/voice/normalise.h"

namespace manju::voice {

/// Words that one voice speaks in one go.
struct Segment {
    bool foreign = false;
    std::u32string text;
    /// For each code point of `text` the code points of the original text it stands for.
    struct Source {
        std::size_t begin = 0;
        std::size_t end = 0;
        friend bool operator==(const Source&, const Source&) = default;
    };
    std::vector<Source> sources;
};

/// What is spoken between two pauses.
struct Clause {
    std::vector<Segment> segments;  ///< each with something to speak
    double pauseSeconds = 0;        ///< after it, at normal speed; 0 after the last
};

/// Cuts pieces at their marks. Short clauses keep every engine's times exact and its input short.
std::vector<Clause> clausesOf(const std::vector<SpokenPiece>& pieces);

}  // namespace manju::voice
