// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

class QPainter;

namespace manju::ui {

/// Paints `text` wrapped into at most `lines` lines of `box`, the last one elided. Uses the painter's font
/// and pen. Returns the height used.
int paintWrapped(QPainter& painter, const QRect& box, const QString& text, int lines);

}  // namespace manju::ui
