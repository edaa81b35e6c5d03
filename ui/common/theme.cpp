// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/theme.h"

#include <QApplication>
#include <QGuiApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleHints>
#include <cmath>

namespace manju::ui::theme {
namespace {

using namespace Qt::StringLiterals;

struct Row {
    Token token;
    QRgb light;
    QRgb dark;
};

constexpr std::array kRows{
    Row{Token::Window, 0xffeceef2, 0xff15171c},   Row{Token::Surface, 0xfff7f8fa, 0xff1b1e24},
    Row{Token::Raised, 0xffffffff, 0xff252931},   Row{Token::Hover, 0xffe9ecf5, 0xff2d323c},
    Row{Token::Selected, 0xffdde3fb, 0xff2f3a66}, Row{Token::Border, 0xffd5d9e1, 0xff313641},
    Row{Token::Outline, 0xff747b89, 0xff757d8c},  Row{Token::Text, 0xff1c2027, 0xffe9ebef},
    Row{Token::Muted, 0xff535b69, 0xffaab1bd},    Row{Token::Faint, 0xff8b929f, 0xff757d8c},
    Row{Token::Accent, 0xff4457d6, 0xff8293f8},   Row{Token::OnAccent, 0xffffffff, 0xff11142a},
    Row{Token::Ok, 0xff18713f, 0xff5ec98a},       Row{Token::Busy, 0xff2f5fc4, 0xff7fb0ff},
    Row{Token::Warn, 0xff8a5300, 0xfff0b352},     Row{Token::Fail, 0xffb3261e, 0xffff8a80},
    Row{Token::Review, 0xff7b3fb0, 0xffc79bf2},
};

Choice chosen = Choice::System;
Shade shown = Shade::Light;

Shade desktopShade() {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark ? Shade::Dark : Shade::Light;
#else
    // Without a palette of ours the application shows the desktop's.
    QApplication::setPalette(QPalette());
    const QPalette desktop = QGuiApplication::palette();
    return desktop.color(QPalette::Window).lightness() < desktop.color(QPalette::WindowText).lightness()
               ? Shade::Dark
               : Shade::Light;
#endif
}

QPalette palette() {
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, Token token) { p.setColor(role, color(token)); };
    set(QPalette::Window, Token::Window);
    set(QPalette::WindowText, Token::Text);
    set(QPalette::Base, Token::Surface);
    set(QPalette::AlternateBase, Token::Raised);
    set(QPalette::Text, Token::Text);
    set(QPalette::PlaceholderText, Token::Muted);
    set(QPalette::Button, Token::Raised);
    set(QPalette::ButtonText, Token::Text);
    set(QPalette::BrightText, Token::Fail);
    set(QPalette::Highlight, Token::Accent);
    set(QPalette::HighlightedText, Token::OnAccent);
    set(QPalette::Link, Token::Accent);
    set(QPalette::LinkVisited, Token::Review);
    set(QPalette::ToolTipBase, Token::Raised);
    set(QPalette::ToolTipText, Token::Text);
    set(QPalette::Light, Token::Raised);
    set(QPalette::Midlight, Token::Hover);
    set(QPalette::Mid, Token::Border);
    set(QPalette::Dark, Token::Outline);
    set(QPalette::Shadow, Token::Window);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, color(Token::Faint));
    return p;
}

/// What a palette cannot say. Sizes are in em-like units of the font where Qt allows it.
QString sheet() {
    QString text = QStringLiteral(R"(
QMainWindow, QDialog { background: @window; }
QMenuBar { background: @window; border: none; padding: 2px 4px; }
QMenuBar::item { padding: 4px 10px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @raised; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 6px 28px 6px 26px; border-radius: 4px; }
QMenu::item:selected { background: @selected; color: @text; }
QMenu::item:disabled { color: @faint; }
QMenu::icon { padding-left: 6px; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 4px; }
QAbstractItemView { background: @surface; border: none; outline: none; selection-background-color: @selected; selection-color: @text; }
QHeaderView { background: @surface; }
QHeaderView::section { background: @surface; color: @muted; border: none; border-bottom: 1px solid @border; padding: 6px 4px; }
QLineEdit { background: @raised; border: 1px solid @outline; border-radius: 6px; padding: 5px 8px; selection-background-color: @accent; selection-color: @onaccent; }
QLineEdit:focus { border: 2px solid @accent; padding: 4px 7px; }
QPushButton, QToolButton { background: @raised; color: @text; border: 1px solid @border; border-radius: 6px; padding: 5px 12px; }
QToolButton { padding: 5px 8px; }
QPushButton:hover, QToolButton:hover { background: @hover; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked { background: @selected; }
QPushButton:focus, QToolButton:focus { border: 2px solid @accent; padding: 4px 11px; }
QToolButton:focus { padding: 4px 7px; }
QPushButton:disabled, QToolButton:disabled { color: @faint; background: transparent; }
QToolButton::menu-indicator { image: none; }
QToolButton[choice="true"] { padding-right: 26px; }
QToolButton[choice="true"]:focus { padding-right: 25px; }
QToolButton[flat="true"] { background: transparent; border: 1px solid transparent; }
QToolButton[flat="true"]:hover { background: @hover; }
QToolButton[flat="true"]:checked { background: @selected; }
QToolButton[flat="true"]:focus { border: 2px solid @accent; }
QPushButton[primary="true"], QToolButton[primary="true"] { background: @accent; color: @onaccent; border: 1px solid @accent; font-weight: 600; }
QPushButton[primary="true"]:focus, QToolButton[primary="true"]:focus { border: 2px solid @text; }
QPushButton[primary="true"]:disabled, QToolButton[primary="true"]:disabled { background: @raised; color: @faint; border: 1px solid @border; }
QSplitter::handle { background: @border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QScrollArea { background: transparent; border: none; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 11px; }
QScrollBar:horizontal { height: 11px; }
QScrollBar::handle { background: @border; border-radius: 4px; margin: 2px; }
QScrollBar::handle:hover { background: @outline; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QStatusBar { background: @window; border-top: 1px solid @border; }
QStatusBar::item { border: none; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="title"] { font-weight: 600; }
QWidget[role="bar"] { background: @surface; }
QWidget[role="side"] { background: @surface; }
QFrame[role="line"] { background: @border; border: none; }
)");
    const std::array<std::pair<QLatin1StringView, Token>, 11> names{{{"@window"_L1, Token::Window},
                                                                     {"@surface"_L1, Token::Surface},
                                                                     {"@raised"_L1, Token::Raised},
                                                                     {"@hover"_L1, Token::Hover},
                                                                     {"@selected"_L1, Token::Selected},
                                                                     {"@border"_L1, Token::Border},
                                                                     {"@outline"_L1, Token::Outline},
                                                                     {"@text"_L1, Token::Text},
                                                                     {"@muted"_L1, Token::Muted},
                                                                     {"@faint"_L1, Token::Faint},
                                                                     {"@onaccent"_L1, Token::OnAccent}}};
    for (const auto& [name, token] : names) text.replace(name, color(token).name());
    return text.replace("@accent"_L1, color(Token::Accent).name());
}

double luminance(const QColor& color) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

void show(Shade shade) {
    shown = shade;
    QApplication::setPalette(palette());
    qApp->setStyleSheet(sheet());
}

}  // namespace

QColor colorOf(Token token, Shade shade) {
    for (const Row& row : kRows)
        if (row.token == token) return QColor::fromRgb(shade == Shade::Dark ? row.dark : row.light);
    return {};
}

QColor color(Token token) {
    return colorOf(token, shown);
}

Shade shade() {
    return shown;
}

Choice choice() {
    return chosen;
}

void apply(Choice choice) {
    chosen = choice;
    if (QApplication::style()->name().compare("fusion"_L1, Qt::CaseInsensitive) != 0)
        QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
    show(choice == Choice::System ? desktopShade() : choice == Choice::Dark ? Shade::Dark : Shade::Light);
}

void follow() {
    if (chosen != Choice::System) return;
    const Shade now = desktopShade();
    show(now);
}

double contrast(const QColor& a, const QColor& b) {
    const double one = luminance(a);
    const double two = luminance(b);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

}  // namespace manju::ui::theme
