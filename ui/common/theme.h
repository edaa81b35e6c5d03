// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

namespace manju::ui::theme {

/// Meanings of colours. Nothing else in the user interface names a colour.
enum class Token {
    Window,    ///< behind everything
    Surface,   ///< lists and pages
    Raised,    ///< cards, buttons, the header of a table
    Hover,     ///< under the pointer
    Selected,  ///< background of what is selected
    Border,    ///< separators and outlines that carry no meaning
    Outline,   ///< outlines that must be seen: fields, focus of inactive parts
    Text,
    Muted,     ///< secondary text
    Faint,     ///< disabled text and empty pictures
    Accent,    ///< the main action, focus, progress
    OnAccent,  ///< text on Accent
    Ok,
    Busy,
    Warn,
    Fail,
    Review,
};
inline constexpr std::array kTokens{
    Token::Window,  Token::Surface, Token::Raised, Token::Hover, Token::Selected, Token::Border,
    Token::Outline, Token::Text,    Token::Muted,  Token::Faint, Token::Accent,   Token::OnAccent,
    Token::Ok,      Token::Busy,    Token::Warn,   Token::Fail,  Token::Review};

enum class Shade { Light, Dark };
enum class Choice { System, Light, Dark };

/// The colour of a token in a shade.
QColor colorOf(Token token, Shade shade);
/// In the shade that is shown now. Thread: UI.
QColor color(Token token);
Shade shade();
Choice choice();

/// Sets style, palette and style sheet of the application. Every widget gets QEvent::PaletteChange.
void apply(Choice choice);

/// Call when the desktop's theme has changed (QEvent::ThemeChange); has an effect for Choice::System.
void follow();

/// WCAG contrast ratio, 1..21.
double contrast(const QColor& a, const QColor& b);

}  // namespace manju::ui::theme
