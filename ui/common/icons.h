// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "ui/common/theme.h"

class QPainter;

namespace manju::ui {

/// An icon of resources/icons by its file name without ".svg". Drawn as a vector at every size and pixel
/// ratio, in the present theme's colour for `tone` (faint when disabled). Thread: UI.
QIcon icon(const QString& name, theme::Token tone = theme::Token::Text);

/// Paints the icon into `box` in `color`.
void paintIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& color);

/// The program's own picture, in its own colours.
QIcon applicationIcon();

/// Names of all icons; for the test that reads each of them.
QStringList iconNames();

}  // namespace manju::ui
