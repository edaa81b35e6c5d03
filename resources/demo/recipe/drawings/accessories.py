# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Glasses, caps, scarves and the marks of the two leads."""

from .palette import Color, shadow
from .pen import Pen, curve, mirrored, oval, polygon, stroke

GOLD: Color = (244, 196, 64)
NAVY: Color = (34, 48, 104)
TEAL: Color = (20, 206, 196)
SILVER: Color = (214, 220, 230)


def draw_glasses(pen: Pen, eye_x: float, eye_y: float) -> None:
    for side in (-1, 1):
        lens = oval(side * eye_x, eye_y + 0.03, 0.36, 0.36)
        pen.fill(lens, (225, 240, 255), 0.25)
        pen.line(lens, width=1.2)
        pen.line(stroke((side * (eye_x + 0.36), eye_y - 0.05), (side * 0.95, eye_y - 0.12)))
    pen.line(stroke((-eye_x + 0.36, eye_y), (0, eye_y - 0.05), (eye_x - 0.36, eye_y)))


def draw_cap(pen: Pen, color: Color, anchor: bool = False) -> None:
    """A peaked cap; the captain's bears a golden anchor."""
    crown = mirrored((0, -1.95), (-0.7, -1.9), (-1.3, -1.55), (-1.36, -1.2), (-1.16, -0.78, 1), (-0.6, -0.9), (0, -0.94))
    pen.shape(crown, color, curve((0.5, -2.1, 1), (1.6, -2.1, 1), (1.6, -0.6, 1), (0.7, -0.7, 1), (0.8, -1.4)))
    band = mirrored((0, -1.14), (-0.6, -1.1), (-1.18, -0.96, 1), (-1.14, -0.6, 1), (-0.6, -0.74), (0, -0.78))
    pen.shape(band, shadow(color))
    pen.shape(mirrored((0, -0.8), (-0.6, -0.76), (-1.1, -0.6, 1), (-0.9, -0.34), (-0.4, -0.38), (0, -0.4)), (30, 30, 42))
    if anchor:
        _anchor(pen)


def _anchor(pen: Pen) -> None:
    for color, width in ((pen.outline, 4.2), (GOLD, 2.2)):
        pen.line(oval(0, -1.68, 0.09, 0.09), color, width)
        pen.line(stroke((0, -1.58), (0, -1.1)), color, width)
        pen.line(stroke((-0.18, -1.46), (0.18, -1.46)), color, width)
        pen.line(stroke((-0.3, -1.3), (-0.16, -1.12), (0, -1.08), (0.16, -1.12), (0.3, -1.3)), color, width)


def draw_scarf(pen: Pen, color: Color, shoulder_y: float) -> None:
    y = shoulder_y - 0.55
    pen.shape(curve((0.1, y + 0.4, 1), (0.62, y + 0.4, 1), (0.72, y + 2.2, 1), (0.22, y + 2.2, 1)), color)
    pen.shape(curve((-0.75, y), (0, y + 0.22), (0.75, y), (0.86, y + 0.4), (0.5, y + 0.74), (0, y + 0.84), (-0.5, y + 0.74), (-0.86, y + 0.4)), color,
              curve((-0.8, y + 0.5), (0, y + 0.62), (0.8, y + 0.5), (0.6, y + 1), (-0.6, y + 1)))


def draw_strand(pen: Pen) -> None:
    """Mara's bright teal strand."""
    pen.shape(curve((0.02, -1.42, 1), (0.34, -1.36, 1), (0.62, -0.9), (0.66, -0.3), (0.5, 0.14, 1), (0.34, -0.3), (0.24, -0.9)), TEAL, width=0.8)


def draw_watch(pen: Pen, shoulder_y: float) -> None:
    """Mara's pocket watch on its chain."""
    y = shoulder_y + 1.35
    for color, width in ((pen.outline, 2.6), (SILVER, 1.4)):
        pen.line(stroke((-0.5, shoulder_y - 0.1), (-0.3, y - 0.6), (0, y - 0.34), (0.3, y - 0.6), (0.5, shoulder_y - 0.1)), color, width)
    pen.shape(oval(0, y - 0.36, 0.09, 0.09), SILVER)
    pen.shape(oval(0, y, 0.33, 0.33), SILVER)
    pen.shape(oval(0, y, 0.22, 0.22), (252, 252, 255), width=0.7)
    pen.line(stroke((0, y - 0.15), (0, y), (0.1, y + 0.06)), width=0.8)


def draw_bands(pen: Pen, garment, low: float, arms: list) -> None:
    """The two white reflective bands of Mara's raincoat."""
    for y in (low, low + 0.95):
        pen.inside(garment, polygon((-3, y), (3, y), (3, y + 0.4), (-3, y + 0.4)), (252, 252, 255))
        pen.canvas.save()
        pen.canvas.clipPath(garment, doAntiAlias=True)
        pen.line(stroke((-3, y), (3, y)), width=0.7)
        pen.line(stroke((-3, y + 0.4), (3, y + 0.4)), width=0.7)
        pen.canvas.restore()
