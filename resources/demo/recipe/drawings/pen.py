# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Flat fills with clean outlines on a Skia canvas, under a light."""

from collections.abc import Sequence
from functools import lru_cache

import skia

from .palette import OUTLINE, Color, mix, shadow

Point = tuple[float, ...]


@lru_cache(maxsize=4096)
def _spline(points: tuple[Point, ...], closed: bool) -> skia.Path:
    path = skia.Path()
    count = len(points)
    path.moveTo(points[0][0], points[0][1])

    def tangent(i: int) -> tuple[float, float]:
        corner = len(points[i]) > 2
        end = not closed and i in (0, count - 1)
        if corner or end:
            return 0.0, 0.0
        before, after = points[i - 1], points[(i + 1) % count]
        return (after[0] - before[0]) / 6, (after[1] - before[1]) / 6

    for i in range(count if closed else count - 1):
        j = (i + 1) % count
        a, b = points[i], points[j]
        ta, tb = tangent(i), tangent(j)
        path.cubicTo(a[0] + ta[0], a[1] + ta[1], b[0] - tb[0], b[1] - tb[1], b[0], b[1])
    if closed:
        path.close()
    return path


def curve(*points: Point) -> skia.Path:
    """A closed smooth shape through the points; a point with a third number is a corner."""
    return _spline(points, True)


def stroke(*points: Point) -> skia.Path:
    """An open smooth line through the points."""
    return _spline(points, False)


def mirrored(*points: Point) -> skia.Path:
    """A closed shape symmetric about x = 0: the given left half, from top to bottom, and its mirror image."""
    right = tuple((-p[0], *p[1:]) for p in reversed(points) if abs(p[0]) > 1e-6)
    return _spline(points + right, True)


@lru_cache(maxsize=4096)
def polygon(*points: Point) -> skia.Path:
    """A closed shape with straight sides."""
    path = skia.Path()
    path.moveTo(points[0][0], points[0][1])
    for p in points[1:]:
        path.lineTo(p[0], p[1])
    path.close()
    return path


@lru_cache(maxsize=4096)
def box(left: float, top: float, right: float, bottom: float, radius: float = 0.0) -> skia.Path:
    """A rectangle, with round corners on request."""
    path = skia.Path()
    rect = skia.Rect(left, top, right, bottom)
    if radius > 0:
        path.addRoundRect(rect, radius, radius)
    else:
        path.addRect(rect)
    return path


@lru_cache(maxsize=4096)
def oval(x: float, y: float, rx: float, ry: float | None = None) -> skia.Path:
    """An ellipse by centre and radii."""
    path = skia.Path()
    ry = rx if ry is None else ry
    path.addOval(skia.Rect(x - rx, y - ry, x + rx, y + ry))
    return path


def limb(points: Sequence[tuple[float, float]], widths: Sequence[float]) -> skia.Path:
    """The outline of an arm or leg: a centre line with its half width at each point."""
    left, right = _limb_sides(points, widths)
    return _spline(tuple(left + right[::-1]), True)


def limb_line(points: Sequence[tuple[float, float]], widths: Sequence[float], side: int, root: Point) -> skia.Path:
    """A limb's contour open at its root, so that a sleeve grows out of the shoulder; on the inner side it
    starts at the armpit, on the outer side it ends at `root`. `side` is -1 for the viewer's left."""
    left, right = _limb_sides(points, widths)
    inner, outer = (left, right) if side > 0 else (right, left)
    start = tuple(inner[0][i] + (inner[1][i] - inner[0][i]) * 0.22 for i in (0, 1))
    return _spline((start, *inner[1:], *outer[::-1], root), False)


def _limb_sides(points: Sequence[tuple[float, float]], widths: Sequence[float]) -> tuple[list[Point], list[Point]]:
    left: list[Point] = []
    right: list[Point] = []
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        ax, ay = points[max(i - 1, 0)]
        bx, by = points[min(i + 1, last)]
        length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-6)
        nx, ny = -(by - ay) / length * widths[i], (bx - ax) / length * widths[i]
        end: Point = (1.0,) if i == last else ()
        left.append((x + nx, y + ny, *end))
        right.append((x - nx, y - ny, *end))
    return left, right


class Pen:
    """Draws on a canvas. Colours are multiplied by `tint`; `haze` mixes in a share of a colour (distance,
    fog). `ink` turns all colours to black, grey wash and paper."""

    def __init__(self, canvas: skia.Canvas, ink: bool = False) -> None:
        self.canvas = canvas
        self.ink = ink
        self.tint = (1.0, 1.0, 1.0)
        self.haze: tuple[Color, float] | None = None
        self.outline: Color = OUTLINE
        self.width = 1.6
        self._paint = skia.Paint(AntiAlias=True)
        self._line = skia.Paint(AntiAlias=True, Style=skia.Paint.kStroke_Style,
                                StrokeJoin=skia.Paint.kRound_Join, StrokeCap=skia.Paint.kRound_Cap)
        if ink:
            self._line.setPathEffect(skia.DiscretePathEffect.Make(4.0, 0.35, 7))

    def lit(self, color: Color) -> Color:
        """The colour as it looks under the present light."""
        t = self.tint
        shown = (int(color[0] * t[0]), int(color[1] * t[1]), int(color[2] * t[2]))
        return mix(shown, *self.haze) if self.haze else shown

    def _argb(self, color: Color, alpha: float, glow: bool) -> int:
        if self.ink:
            r, g, b = _inked(color)
        else:
            r, g, b = color if glow else self.lit(color)
        return skia.Color(r, g, b, round(alpha * 255))

    def fill(self, shape: skia.Path, color: Color, alpha: float = 1.0, glow: bool = False) -> None:
        """A flat fill without outline; `glow` leaves the light out (lamps, sky)."""
        self._paint.setColor(self._argb(color, alpha, glow))
        self.canvas.drawPath(shape, self._paint)

    def line(self, shape: skia.Path, color: Color | None = None, width: float = 1.0) -> None:
        """A line of `width` times the standard width, in the outline's colour unless given one."""
        self._line.setColor(self._argb(self.outline if color is None else color, 1.0, False))
        self._line.setStrokeWidth(self.width * width)
        self.canvas.drawPath(shape, self._line)

    def shape(self, shape: skia.Path, color: Color, shade: skia.Path | None = None, width: float = 1.0) -> None:
        """A flat fill, its shadow where `shade` covers it, and the outline."""
        self.fill(shape, color)
        if shade is not None:
            self.inside(shape, shade, shadow(color))
        self.line(shape, width=width)

    def inside(self, shape: skia.Path, part: skia.Path, color: Color, alpha: float = 1.0) -> None:
        """Fills `part` only where it lies within `shape`."""
        self.canvas.save()
        self.canvas.clipPath(shape, doAntiAlias=True)
        self.fill(part, color, alpha)
        self.canvas.restore()

    def gradient(self, shape: skia.Path, top: float, bottom: float, colors: Sequence[Color]) -> None:
        """An unlit vertical gradient (skies)."""
        argb = [self._argb(c, 1.0, True) for c in colors]
        paint = skia.Paint(AntiAlias=True, Shader=skia.GradientShader.MakeLinear(
            [skia.Point(0, top), skia.Point(0, bottom)], argb))
        self.canvas.drawPath(shape, paint)


def _inked(color: Color) -> Color:
    level = 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]
    if color[0] > 190 and color[1] < 40 and color[2] < 50:
        return color  # the accent
    if level > 150:
        return (250, 247, 238)
    if level > 84:
        return (200, 196, 190)
    return (22, 20, 24)
