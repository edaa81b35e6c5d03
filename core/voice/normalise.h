// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace manju::voice {

enum class PieceKind {
    Native,   ///< words of the text's language
    Foreign,  ///< Latin words in Chinese text, Han characters in English text
    Mark,     ///< one of ，、。！？；：…—: a pause
};

/// A piece of what is spoken and where it comes from.
struct SpokenPiece {
    PieceKind kind = PieceKind::Native;
    std::u32string text;
    std::size_t begin = 0;  ///< code points of the original text
    std::size_t end = 0;
    friend bool operator==(const SpokenPiece&, const SpokenPiece&) = default;
};

/// What is to be spoken for `text` (UTF-8): numbers, dates, units and signs in words (Chinese; the English
/// engine reads digits by itself), aliases `[重庆|chong2 qing4]` by their reading, emoji, web addresses and
/// markup left out. Empty if there is nothing to speak. A change of the output for any text raises
/// VoiceSpec::revision.
std::vector<SpokenPiece> spokenPieces(std::string_view text, std::string_view language);

/// The pieces as one text, for previews.
std::string normalizeForSpeech(std::string_view text, std::string_view language);

}  // namespace manju::voice
