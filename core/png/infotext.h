// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace manju::png {

/// One "Key: value" of the last line.
struct InfotextField {
    std::string key;
    std::string value;  ///< without the quotes that a comma, colon or line break demands
    friend bool operator==(const InfotextField&, const InfotextField&) = default;
};

/// The text that AUTOMATIC1111's web UI keeps under the keyword "parameters", and that most programs read:
/// prompt, "Negative prompt: ...", and a last line of settings.
struct Infotext {
    std::string prompt;
    std::string negative;
    std::vector<InfotextField> fields;  ///< in their order

    /// nullptr if there is none; of several the last, as in the web UI.
    [[nodiscard]] const std::string* find(std::string_view key) const;
    friend bool operator==(const Infotext&, const Infotext&) = default;
};

/// An empty negative prompt has no line.
std::string formatInfotext(const Infotext& text);

/// Follows the regular expression of the web UI for the last line: a key is a letter, digit or underscore and
/// one or more of those, spaces, '-' and '/'; fewer than three keys make the line a part of the prompt.
/// Takes time in proportion to the text.
Infotext parseInfotext(std::string_view text);

}  // namespace manju::png
