// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QPainterPath>
#include <optional>
#include <vector>

namespace manju::ui {

/// One shape of a drawing. Without a colour of its own it takes the colour it is painted with.
struct SvgShape {
    QPainterPath path;
    bool filled = false;
    std::optional<QColor> fill;  ///< a fixed colour, or the painter's
    double strokeWidth = 0;      ///< 0: no outline
};

struct SvgDrawing {
    QRectF viewBox;
    std::vector<SvgShape> shapes;
};

/// Reads the small part of SVG that our own icons use: `path` with absolute M L H V C Z, `circle`, and the
/// attributes fill, stroke and stroke-width on the root or the shape. Anything else gives nothing, so that
/// a new icon that needs more fails its test. Saves the run-time dependency on the Qt SVG plug-in.
std::optional<SvgDrawing> readSvg(const QByteArray& xml);

}  // namespace manju::ui
