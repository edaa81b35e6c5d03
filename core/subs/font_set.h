// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace manju::subs {

/// A text measured in the fonts that draw it, as the renderer will.
struct MeasuredText {
    /// One value for each code point: the advance of the glyphs that begin with it, in em of the main font.
    std::vector<double> advances;
    std::vector<std::size_t> fonts;  ///< index of the font of each code point
    double overhang = 0;             ///< the most that ink reaches beyond the advances at either end, em
    std::u32string missing;          ///< what no font can draw; measured as the main font's blank
};

/// The main font of the captions and what the machine has to fill its gaps. Thread: owner only.
class FontSet {
public:
    /// `files` are the bundled fonts. `family` names the main font, which must be one of them or installed
    /// (kFontNotInstalled); empty: the first of `files`. `language` ("zh", "en") orders the installed
    /// fonts that are asked for a missing character.
    static Result<FontSet> open(const std::vector<std::filesystem::path>& files, const std::string& family,
                                const std::string& language);

    FontSet(FontSet&&) noexcept;
    FontSet& operator=(FontSet&&) noexcept;
    ~FontSet();

    /// Precondition: no line breaks in `text`.
    [[nodiscard]] MeasuredText measure(std::u32string_view text);

    /// Family name of a font of MeasuredText; 0 is the main font.
    [[nodiscard]] const std::string& family(std::size_t font) const;
    /// True if the main font is a bold face, so that the renderer need not thicken it.
    [[nodiscard]] bool bold() const;
    /// ASS counts a font's size over its ascent and descent: Fontsize = em * this.
    [[nodiscard]] double heightPerEm() const;

private:
    struct State;
    explicit FontSet(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// True for characters that draw nothing and need no glyph: joiners, variation selectors, controls.
bool isInvisible(char32_t c);

}  // namespace manju::subs
