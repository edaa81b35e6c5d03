# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hair styles, beards and caps, in the head's frame (see face.py)."""

from .palette import Color, highlight, shadow
from .pen import Pen, curve, mirrored, oval, stroke

Points = tuple[tuple[float, ...], ...]

_BACK: dict[str, Points] = {
    "short": ((0, -1.4), (-0.9, -1.0), (-1.2, -0.2), (-1.24, 0.6), (-1.08, 1.12, 1), (-0.5, 1.2), (0, 1.22)),
    "medium": ((0, -1.4), (-0.9, -1.0), (-1.22, -0.1), (-1.34, 1.0), (-1.42, 1.9), (-1.2, 2.24, 1), (-0.6, 2.1), (0, 2.12)),
    "long": ((0, -1.4), (-0.9, -1.0), (-1.24, 0.0), (-1.42, 1.4), (-1.56, 3.2), (-1.5, 4.3), (-1.1, 4.8, 1), (-0.5, 4.5), (0, 4.6)),
}
_DOME: Points = ((-1.13, -0.1), (-1.08, -0.62), (-0.82, -1.12), (-0.42, -1.38), (0, -1.45), (0.42, -1.38), (0.82, -1.12),
                 (1.08, -0.62), (1.13, -0.1))
# Lower edges of the fringe, from the right temple to the left one.
_FRINGES: tuple[Points, ...] = (
    ((1.0, 0.5, 1), (0.84, -0.1), (0.62, -0.1, 1), (0.46, -0.36), (0.26, -0.08, 1), (0.06, -0.38), (-0.14, -0.08, 1), (-0.34, -0.38),
     (-0.52, -0.1, 1), (-0.76, -0.2), (-1.0, 0.5, 1)),
    ((1.0, 0.5, 1), (0.86, -0.05), (0.66, -0.12, 1), (0.52, -0.36), (0.28, -0.12, 1), (0.1, -0.36), (-0.2, -0.22, 1), (-0.42, -0.72, 1),
     (-0.74, -0.34), (-1.0, 0.5, 1)),
    ((1.0, 0.5, 1), (0.8, -0.1), (0.42, -0.46), (0.08, -0.84, 1), (-0.26, -0.5), (-0.8, -0.1), (-1.0, 0.5, 1)),
)


def draw_back(pen: Pen, style: str, kind: str, color: Color) -> None:
    """What hangs behind neck and shoulders."""
    if kind in ("young_man", "old_man"):
        if style == "medium":
            _mass(pen, _BACK["short"], color)
        return
    if style == "ponytail":
        tail = curve((0.5, -1.2, 1), (1.2, -1.5), (1.75, -0.9), (1.9, 0.2), (1.78, 1.3), (1.45, 2.3, 1), (1.35, 1.2), (1.3, 0.2), (1.0, -0.6))
        pen.shape(tail, color, curve((1.0, -1.0), (1.5, -0.6), (1.6, 0.6), (1.4, 2.4), (1.0, 1.0)))
        _mass(pen, ((0, -1.4), (-0.9, -1.0), (-1.1, -0.2), (-1.0, 0.5), (-0.6, 0.9), (0, 1.0)), color)
    elif style == "bun":
        pen.shape(oval(0, -1.66, 0.55, 0.5), color, oval(0.3, -1.5, 0.45, 0.45))
        pen.line(stroke((-0.3, -1.8), (0, -1.62), (0.32, -1.76)), shadow(color))
        _mass(pen, ((0, -1.4), (-0.9, -1.0), (-1.1, -0.2), (-1.0, 0.4), (-0.6, 0.7), (0, 0.8)), color)
    else:
        _mass(pen, _BACK[style], color)


def _mass(pen: Pen, points: Points, color: Color) -> None:
    path = mirrored(*points)
    pen.shape(path, color)
    bottom = points[-1][1]
    pen.inside(path, curve((-0.95, 0.0, 1), (0.95, 0.0, 1), (1.05, bottom * 0.6), (0.9, bottom + 0.4, 1), (-0.9, bottom + 0.4, 1),
                           (-1.05, bottom * 0.6)), shadow(color))
    pen.line(path)


def draw_front(pen: Pen, style: str, kind: str, color: Color, fringe: int, skin: Color) -> None:
    """Cap of hair, fringe and side locks over the face; the fringe throws a small shadow on the face."""
    if kind == "old_man":
        _thin_hair(pen, color, skin)
        return
    if kind == "young_man":
        _man_front(pen, style, color, fringe, skin)
        return
    if style == "bun":
        fringe = 2
    _side_locks(pen, style, color)
    _fringe(pen, curve(*_DOME, *_FRINGES[fringe]), color, skin)
    if style == "ponytail":
        pen.shape(oval(0.78, -1.12, 0.2, 0.2), (214, 50, 60))


def _fringe(pen: Pen, shape, color: Color, skin: Color) -> None:
    pen.canvas.save()
    pen.canvas.clipPath(curve((-0.93, -0.9), (0, -1.1), (0.93, -0.9), (0.93, 0.3), (0.6, 0.7), (-0.6, 0.7), (-0.93, 0.3)), doAntiAlias=True)
    pen.canvas.translate(0.02, 0.1)
    pen.fill(shape, shadow(skin), 0.8)
    pen.canvas.restore()
    pen.shape(shape, color, curve((0.55, -1.5, 1), (1.4, -1.5, 1), (1.4, 0.6, 1), (0.9, 0.6, 1), (0.95, -0.3), (0.8, -0.9)))
    pen.fill(curve((-0.86, -0.5, 1), (-0.7, -0.84), (-0.36, -1.06), (0.14, -1.12, 1), (-0.26, -0.9), (-0.58, -0.68)), highlight(color))


def _side_locks(pen: Pen, style: str, color: Color) -> None:
    ends = {"short": 1.02, "medium": 1.7, "long": 3.0, "ponytail": 0.72, "bun": 0.3}
    low = ends[style]
    out = 1.2 if style != "long" else 1.26
    for side in (-1, 1):
        lock = curve((side * 0.9, -0.5), (side * 1.12, -0.3), (side * (1.04 + 0.16 * min(low, 1.0)), low * 0.45), (side * out, low * 0.8),
                     (side * 0.98, low, 1), (side * 0.86, low * 0.62), (side * 0.88, 0.1))
        pen.shape(lock, color, curve((0.98, -0.5), (1.5, -0.5), (1.5, low), (1.08, low), (1.02, low * 0.5)) if side > 0 else None)


def _man_front(pen: Pen, style: str, color: Color, fringe: int, skin: Color) -> None:
    if style == "medium":
        _side_locks(pen, "short", color)
        edge = _FRINGES[2 if fringe else 1]
    else:
        edge = (((0.96, 0.34, 1), (0.82, -0.3, 1), (0.56, -0.42), (0.4, -0.14, 1), (0.24, -0.46), (0.02, -0.16, 1), (-0.2, -0.5),
                 (-0.46, -0.3, 1), (-0.62, -0.56), (-0.82, -0.3, 1), (-0.96, 0.34, 1)),
                ((0.96, 0.34, 1), (0.82, -0.36, 1), (0.5, -0.44), (0.1, -0.4), (-0.5, -0.66, 1), (-0.78, -0.44, 1), (-0.96, 0.34, 1)),
                ((0.96, 0.34, 1), (0.82, -0.5, 1), (0.5, -0.62), (0, -0.66), (-0.5, -0.62), (-0.82, -0.5, 1), (-0.96, 0.34, 1)))[fringe]
    dome = ((-1.1, -0.2), (-1.13, -0.7), (-0.98, -1.12), (-0.72, -1.32), (-0.3, -1.66, 1), (0.0, -1.44), (0.42, -1.62, 1), (0.66, -1.34),
            (0.96, -1.3, 1), (1.04, -0.92), (1.13, -0.6), (1.1, -0.2))
    _fringe(pen, curve(*dome, *edge), color, skin)


def _thin_hair(pen: Pen, color: Color, skin: Color) -> None:
    edge = ((0.98, 0.34, 1), (0.86, -0.1), (0.8, -0.5), (0.62, -0.74, 1), (0.3, -0.92), (0.0, -0.86), (-0.3, -0.92), (-0.62, -0.74, 1), (-0.8, -0.5),
            (-0.86, -0.1), (-0.98, 0.34, 1))
    dome = ((-1.16, -0.05), (-1.17, -0.5), (-0.9, -1.06), (-0.46, -1.34), (0, -1.4), (0.46, -1.34), (0.9, -1.06), (1.17, -0.5), (1.16, -0.05))
    _fringe(pen, curve(*dome, *edge), color, skin)


def draw_beard(pen: Pen, color: Color) -> None:
    """A full beard; the mouth is drawn after it, the moustache last."""
    beard = curve((-0.96, 0.2, 1), (-1.04, 0.7), (-0.9, 1.4), (-0.5, 1.95), (0, 2.15), (0.5, 1.95), (0.9, 1.4), (1.04, 0.7), (0.96, 0.2, 1),
                  (0.82, 0.55), (0.5, 0.64), (0, 0.68), (-0.5, 0.64), (-0.82, 0.55))
    pen.shape(beard, color, curve((0.3, 2.4, 1), (0.6, 1.5), (0.75, 0.6), (1.2, 0.2, 1), (1.3, 2.4, 1)))
    for x in (-0.36, 0.0, 0.36):
        pen.line(stroke((x, 1.3), (x * 0.9, 1.55), (x * 0.7, 1.75)), shadow(color))


def draw_moustache(pen: Pen, color: Color) -> None:
    pen.shape(mirrored((0, 0.66), (-0.28, 0.64), (-0.58, 0.9, 1), (-0.28, 0.88), (0, 0.8)), color)


def draw_back_of_head(pen: Pen, style: str, kind: str, color: Color) -> None:
    """The head from behind."""
    if kind in ("young_man", "old_man") and style == "short":
        path = mirrored((0, -1.46), (-0.5, -1.38), (-0.98, -0.9), (-1.13, -0.2), (-1.0, 0.4), (-0.62, 0.86), (-0.3, 1.0, 1), (0, 0.9))
        pen.shape(path, color, curve((0.5, -1.5, 1), (1.8, -1.5, 1), (1.8, 1.2, 1), (0.3, 1.2, 1), (0.8, 0)))
        return
    low = {"short": 1.0, "medium": 2.2, "long": 4.7, "ponytail": 0.8, "bun": 0.7}[style]
    if kind == "young_man":
        low = 1.1
    wide = 1.16 + 0.08 * low
    path = mirrored((0, -1.44), (-0.5, -1.36), (-0.98, -0.9), (-1.14, -0.2), (-wide, low * 0.6), (-wide * 0.8, low, 1), (-wide * 0.4, low * 0.96),
                    (0, low * 1.02))
    pen.shape(path, color, curve((0.5, -1.5, 1), (1.8, -1.5, 1), (2.0, low + 0.2, 1), (0.5, low + 0.2, 1), (0.8, 0)))
    pen.fill(curve((-0.8, -0.5, 1), (-0.5, -0.9), (0, -1.02), (0.3, -0.95, 1), (0, -0.82), (-0.4, -0.66), (-0.7, -0.3, 1)), highlight(color))
    if style == "ponytail":
        tail = curve((-0.2, -0.6, 1), (0.2, -0.6, 1), (0.5, 0.4), (0.4, 1.6), (0.0, 2.4, 1), (-0.4, 1.6), (-0.45, 0.4))
        pen.shape(tail, color, curve((0.1, -0.6), (0.6, 0.4), (0.5, 2.4), (0.1, 1.6)))
        pen.shape(oval(0, -0.6, 0.22, 0.16), (214, 50, 60))
    if style == "bun":
        pen.shape(oval(0, -1.2, 0.55, 0.5), color, oval(0.3, -1.1, 0.45, 0.45))
