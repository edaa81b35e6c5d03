// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QRect>
#include <QString>

class QPainter;

namespace manju::ui {

/// Paints `text` wrapped into at most `lines` lines of `box`, the last one elided. Uses the painter's font
/// and pen. Returns the height used.
int paintWrapped(QPainter& painter, const QRect& box, const QString& text, int lines);

/// Width of a digit: the unit of widths on the screen. The average letter would not do: in a Chinese font it
/// is as wide as a character.
inline int letterWidth(const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QLatin1Char('0'));
}

}  // namespace manju::ui
