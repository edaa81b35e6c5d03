# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Garments from the front, in the head's frame (see face.py)."""

from collections.abc import Callable

import skia

from .body import Build
from .palette import Color, mix, shadow
from .pen import Pen, curve, mirrored, oval, polygon, stroke

WHITE: Color = (248, 248, 246)
TIE: Color = (200, 44, 60)
NEUTRAL: Color = (70, 76, 104)
NEUTRAL_LIGHT: Color = (150, 140, 132)


def hem_y(garment: str, b: Build) -> float:
    """The height at which the upper garment ends."""
    knee = b.knee_y - b.hip_y
    return {
        "coat": b.hip_y + knee * 0.72, "raincoat": b.hip_y + knee * 0.55, "sweater": b.hip_y + 0.1, "shirt": b.hip_y + 0.05,
        "dress": b.hip_y + knee * 0.85, "uniform": b.hip_y + 0.1, "robe": b.foot_y - 0.3,
    }[garment]


def torso(garment: str, b: Build) -> skia.Path:
    """The garment's outline without sleeves."""
    low = hem_y(garment, b)
    waist = b.waist * (1.14 if garment in ("coat", "raincoat", "sweater") else 1.0)
    flare = {"coat": 1.3, "raincoat": 1.36, "sweater": 1.02, "shirt": 1.0, "dress": 1.75, "uniform": 1.04, "robe": 1.5}[garment]
    hem = b.hip * flare
    return mirrored((0, b.shoulder_y - 0.5), (-b.neck * 1.1, b.shoulder_y - 0.52, 1), (-b.shoulder * 0.68, b.shoulder_y - 0.16),
                    (-b.shoulder * 0.92, b.shoulder_y + 0.1), (-b.shoulder * 0.88, b.shoulder_y + 0.5), (-b.shoulder * 0.78, b.shoulder_y + 1.2), (-waist, b.waist_y),
                    (-(waist + hem) / 2 - 0.06, (b.waist_y + low) / 2), (-hem, low, 1), (-hem * 0.5, low + 0.16), (0, low + 0.2))


def bottoms(garment: str, clothes: str) -> Color:
    """The colour of trousers or skirt: neutral, and unlike black clothes."""
    return NEUTRAL_LIGHT if clothes == "black" else NEUTRAL


def draw_garment(pen: Pen, garment: str, b: Build, color: Color, stripes: Color | None = None) -> skia.Path:
    """Torso, collar, closure; returns the outline for the leads' marks."""
    path = torso(garment, b)
    pen.fill(path, color)
    if stripes:
        _stripes(pen, path, b, stripes)
    right = curve((b.shoulder * 0.66, b.shoulder_y + 0.8, 1), (4, b.shoulder_y, 1), (4, b.foot_y, 1), (b.waist * 0.85, b.foot_y, 1),
                  (b.waist * 0.56, b.waist_y))
    pen.inside(path, right, shadow(color), 1.0 if not stripes else 0.0)
    pen.line(path)
    _DETAILS[garment](pen, path, b, color)
    return path


def _stripes(pen: Pen, path: skia.Path, b: Build, color: Color) -> None:
    y = b.shoulder_y + 0.35
    while y < b.hip_y + 0.3:
        pen.inside(path, polygon((-4, y), (4, y), (4, y + 0.62), (-4, y + 0.62)), color)
        y += 1.24


def _collar_points(pen: Pen, b: Build, color: Color, depth: float, spread: float) -> None:
    top = b.shoulder_y - 0.62
    for side in (-1, 1):
        pen.shape(polygon((side * b.neck * 0.95, top), (side * (b.neck + spread), top + 0.4), (side * (b.neck * 0.7 + spread * 0.5), top + depth),
                          (0, top + 0.55)), color)


def _opening(pen: Pen, b: Build, depth: float, color: Color) -> None:
    """A V at the neck that shows what is worn beneath."""
    top = b.shoulder_y - 0.62
    pen.shape(polygon((-b.neck * 1.05, top), (b.neck * 1.05, top), (0, top + depth)), color)


def _coat(pen: Pen, path: skia.Path, b: Build, color: Color) -> None:
    _opening(pen, b, 1.7, WHITE if sum(color) < 640 else (120, 124, 140))
    top = b.shoulder_y - 0.6
    for side in (-1, 1):
        pen.shape(polygon((side * b.neck * 1.0, top - 0.05), (side * (b.neck + 0.36), top + 0.1), (side * (b.neck + 0.62), top + 1.05),
                          (side * (b.neck + 0.32), top + 1.1), (0, top + 2.1)), mix(color, shadow(color), 0.35))
    low = hem_y("coat", b)
    pen.line(stroke((0, top + 2.1), (0.04, b.hip_y), (0.0, low + 0.15)))
    for y in (b.shoulder_y + 2.0, b.shoulder_y + 2.8):
        for side in (-1, 1):
            pen.fill(oval(side * 0.34, y, 0.11, 0.11), pen.outline)
    belt = b.waist_y + 0.1
    pen.inside(path, polygon((-3, belt), (3, belt), (3, belt + 0.36), (-3, belt + 0.36)), shadow(color))
    pen.canvas.save()
    pen.canvas.clipPath(path, doAntiAlias=True)
    pen.line(stroke((-3, belt), (3, belt)), width=0.8)
    pen.line(stroke((-3, belt + 0.36), (3, belt + 0.36)), width=0.8)
    pen.canvas.restore()


def draw_hood(pen: Pen, b: Build, color: Color) -> None:
    """The raincoat's hood, lying behind the neck."""
    y = b.shoulder_y
    pen.shape(curve((-b.neck - 0.72, y - 0.3), (-0.7, y - 0.95), (0, y - 1.1), (0.7, y - 0.95), (b.neck + 0.72, y - 0.3), (0.5, y + 0.2), (-0.5, y + 0.2)),
              shadow(color))


def _raincoat(pen: Pen, path: skia.Path, b: Build, color: Color) -> None:
    y = b.shoulder_y
    for side in (-1, 1):
        pen.shape(curve((side * b.neck * 0.8, y - 0.72, 1), (side * (b.neck + 0.5), y - 0.78), (side * (b.neck + 0.9), y - 0.25), (side * 0.52, y + 0.2),
                        (0, y + 0.52, 1), (side * 0.3, y - 0.1)), color, curve((0.5, y - 0.9), (2, y - 0.5), (0.6, y + 0.6), (0.8, y - 0.2)))
    low = hem_y("raincoat", b)
    pen.line(stroke((-0.16, y + 0.42), (-0.16, low + 0.16)))
    pen.line(stroke((0.16, y + 0.42), (0.16, low + 0.16)))
    for step in range(4):
        pen.shape(oval(0, y + 0.95 + step * (low - y - 1.2) / 3.6, 0.12, 0.12), WHITE, width=0.7)
    for side in (-1, 1):
        x = side * b.waist * 0.75
        pen.line(stroke((x - 0.34, b.waist_y + 0.7), (x + 0.34, b.waist_y + 0.7), (x + 0.34, b.waist_y + 1.0), (x - 0.34, b.waist_y + 1.0), (x - 0.34, b.waist_y + 0.7)), width=0.8)
    pen.fill(curve((-b.shoulder * 0.72, y + 0.5), (-b.shoulder * 0.55, y + 0.5), (-b.waist * 0.68, b.waist_y - 0.4), (-b.waist * 0.8, b.waist_y - 0.4)),
             mix(color, (255, 255, 255), 0.5))


def _sweater(pen: Pen, path: skia.Path, b: Build, color: Color) -> None:
    y = b.shoulder_y
    pen.shape(mirrored((0, y - 0.86), (-b.neck * 0.9, y - 0.92), (-b.neck - 0.2, y - 0.5), (-b.neck - 0.14, y - 0.16), (0, y + 0.02)), color,
              curve((-0.6, y - 0.3), (0, y - 0.18), (0.7, y - 0.3), (0.6, y + 0.2), (-0.6, y + 0.2)))
    for x in (-0.22, 0.0, 0.22):
        pen.line(stroke((x, y - 0.74), (x * 1.2, y - 0.16)), shadow(color), 0.8)
    low = hem_y("sweater", b)
    hem = curve((-3, low - 0.36, 1), (0, low - 0.2), (3, low - 0.36, 1), (3, low + 1, 1), (-3, low + 1, 1))
    pen.inside(path, hem, shadow(color))
    pen.line(stroke((-b.hip, low - 0.34), (0, low - 0.2), (b.hip, low - 0.34)), width=0.8)


def _shirt(pen: Pen, path: skia.Path, b: Build, color: Color) -> None:
    top = b.shoulder_y - 0.62
    pen.line(stroke((0, top + 0.6), (0, hem_y("shirt", b) + 0.15)))
    for step in range(4):
        pen.fill(oval(0.16, top + 1.1 + step * 0.95, 0.08, 0.08), pen.outline)
    _collar_points(pen, b, color, 0.95, 0.5)
    pen.line(stroke((-b.shoulder * 0.68, b.shoulder_y + 1.3), (-b.shoulder * 0.25, b.shoulder_y + 1.3), (-b.shoulder * 0.28, b.shoulder_y + 1.95),
                    (-b.shoulder * 0.62, b.shoulder_y + 1.95), (-b.shoulder * 0.68, b.shoulder_y + 1.3)), width=0.8)


def _dress(pen: Pen, path: skia.Path, b: Build, color: Color) -> None:
    y = b.shoulder_y
    pen.line(stroke((-b.waist, b.waist_y), (0, b.waist_y + 0.16), (b.waist, b.waist_y)))
    low = hem_y("dress", b)
    for x in (-0.6, -0.1, 0.5):
        pen.line(stroke((x * b.waist, b.waist_y + 0.6), (x * b.hip * 1.5, low)), shadow(shadow(color)), 0.9)
    for side in (-1, 1):
        pen.shape(curve((0, y - 0.16, 1), (side * 0.3, y - 0.5), (side * (b.neck + 0.3), y - 0.58, 1), (side * (b.neck + 0.46), y - 0.05), (side * 0.34, y + 0.24)), WHITE)
    pen.shape(polygon((0, y - 0.1), (-0.46, y + 0.02), (-0.4, y + 0.48), (0, y + 0.24), (0.4, y + 0.48), (0.46, y + 0.02)), mix(color, shadow(color), 0.8))


def _uniform(pen: Pen, path: skia.Path, b: Build, color: Color) -> None:
    under = WHITE if sum(color) < 640 else (176, 190, 214)
    _opening(pen, b, 2.3, under)
    top = b.shoulder_y - 0.6
    pen.shape(polygon((-0.17, top + 0.42), (0.17, top + 0.42), (0.24, top + 1.5), (0, top + 1.95), (-0.24, top + 1.5)), TIE)
    _collar_points(pen, b, under, 0.7, 0.24)
    for side in (-1, 1):
        pen.shape(polygon((side * (b.neck + 0.08), top), (side * (b.neck + 0.5), top + 0.7), (side * (b.neck + 0.32), top + 0.86), (side * (b.neck + 0.42), top + 1.0),
                          (0, top + 2.6)), mix(color, shadow(color), 0.35))
    pen.line(stroke((0, top + 2.6), (0, hem_y("uniform", b) + 0.15)))
    for step in range(2):
        pen.fill(oval(0.2, top + 3.0 + step * 0.8, 0.11, 0.11), (244, 196, 64))
    x, y = b.shoulder * 0.52, b.shoulder_y + 1.1
    pen.shape(polygon((x - 0.2, y), (x + 0.2, y), (x + 0.2, y + 0.24), (x, y + 0.46), (x - 0.2, y + 0.24)), (244, 196, 64), width=0.7)


def _robe(pen: Pen, path: skia.Path, b: Build, color: Color) -> None:
    top = b.shoulder_y - 0.62
    trim = WHITE if sum(color) < 640 else (96, 120, 176)
    pen.shape(polygon((-b.neck * 1.0, top), (b.neck * 1.0, top), (0, top + 0.9)), WHITE)
    sash = b.waist_y - 0.3
    for side in (1, -1):
        pen.shape(polygon((side * b.neck * 0.95, top - 0.05), (side * (b.neck + 0.42), top + 0.02), (side * -0.26, sash + 0.1), (side * -0.74, sash + 0.1), (side * -0.3, top + 1.3)), trim)
    pen.line(stroke((0.3, sash + 0.8), (0.5, hem_y("robe", b))))
    band = polygon((-3, sash), (3, sash), (3, sash + 0.8), (-3, sash + 0.8))
    pen.inside(path, band, trim)
    pen.canvas.save()
    pen.canvas.clipPath(path, doAntiAlias=True)
    pen.line(band)
    pen.canvas.restore()
    pen.shape(polygon((-0.12, sash + 0.8), (0.3, sash + 0.8), (0.36, sash + 2.6), (-0.2, sash + 2.6)), trim)
    pen.line(path)


_DETAILS: dict[str, Callable[[Pen, skia.Path, Build, Color], None]] = {
    "coat": _coat, "raincoat": _raincoat, "sweater": _sweater, "shirt": _shirt, "dress": _dress, "uniform": _uniform, "robe": _robe,
}
