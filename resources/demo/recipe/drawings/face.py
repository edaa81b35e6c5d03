# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Heads from the front: face shape, eyes, brows, nose, mouth and expressions. The head's frame has its origin
between the eyes; 1 is half the width of the head; y grows downwards."""

from collections.abc import Callable
from dataclasses import dataclass

from .palette import Color, mix, shadow
from .pen import Pen, curve, mirrored, oval, stroke

BLUSH: Color = (240, 120, 110)
TEAR: Color = (150, 214, 255)
LIPS: Color = (170, 50, 56)


@dataclass(frozen=True)
class Features:
    """Proportions of a face of one kind of person."""

    jaw: tuple[tuple[float, ...], ...]
    eye_x: float
    eye_y: float
    eye_w: float
    eye_h: float
    brow_y: float
    brow_width: float
    lash: float
    lined: bool = False


_WOMAN_JAW = ((0, -1.2), (-0.8, -0.8), (-0.97, -0.1), (-0.93, 0.35), (-0.72, 0.8), (-0.34, 1.12), (0, 1.24))
_MAN_JAW = ((0, -1.2), (-0.8, -0.8), (-0.96, -0.1), (-0.94, 0.4), (-0.8, 0.86), (-0.42, 1.22), (0, 1.32))
_CHILD_JAW = ((0, -1.15), (-0.85, -0.75), (-1.0, 0.0), (-0.99, 0.42), (-0.78, 0.8), (-0.36, 1.03), (0, 1.1))

FEATURES = {
    "young_woman": Features(_WOMAN_JAW, 0.44, 0.2, 0.27, 0.31, -0.28, 1.2, 1.0),
    "girl": Features(_CHILD_JAW, 0.46, 0.26, 0.29, 0.34, -0.24, 1.2, 0.8),
    "young_man": Features(_MAN_JAW, 0.43, 0.16, 0.25, 0.23, -0.2, 2.0, 0.7),
    "old_man": Features(_MAN_JAW, 0.42, 0.16, 0.22, 0.17, -0.16, 2.6, 0.5, True),
    "old_woman": Features(_WOMAN_JAW, 0.43, 0.18, 0.23, 0.19, -0.2, 1.4, 0.6, True),
}

# Upper lid at the inner corner, middle and outer corner (eye heights), lower lid, size of the iris.
_LIDS = {
    "calm": (-0.25, -1.0, -0.3, 0.85, 1.0),
    "smile": (-0.2, -1.0, -0.25, 0.72, 1.0),
    "sad": (-0.5, -0.72, 0.1, 0.85, 0.95),
    "angry": (0.15, -0.7, -0.6, 0.75, 0.85),
    "surprised": (-0.4, -1.2, -0.4, 1.1, 0.68),
}
# Brow at the inner end, middle, outer end (head units, added to its height).
_BROWS = {
    "calm": (0.0, -0.07, 0.03),
    "smile": (-0.04, -0.13, -0.02),
    "sad": (-0.16, -0.04, 0.12),
    "angry": (0.16, -0.02, -0.12),
    "surprised": (-0.14, -0.24, -0.12),
}


def draw_face(pen: Pen, kind: str, skin: Color, hair: Color, iris: Color, expression: str, mouth_y: float = 0.0,
              beard: Callable[[Pen, Color], None] | None = None) -> None:
    """The face without hair; a beard lies under the mouth and asks for a lower one."""
    f = FEATURES[kind]
    _ears(pen, skin)
    face = mirrored(*f.jaw)
    pen.shape(face, skin)
    cheek = curve((0.5, -1.3, 1), (1.2, -1.3, 1), (1.2, 1.4, 1), (0.1, 1.4, 1), (0.62, 0.95), (0.8, 0.4), (0.72, -0.4))
    pen.inside(face, cheek, shadow(skin), 0.55)
    if kind in ("young_woman", "girl") or expression == "smile":
        for side in (-1, 1):
            pen.fill(oval(side * 0.6, f.eye_y + 0.44, 0.17, 0.09), BLUSH, 0.4)
    if f.lined:
        _age(pen, skin, f, beard is None)
    for side in (-1, 1):
        _eye(pen, f, side, iris, expression)
    pen.line(stroke((0.03, 0.44), (0.09, 0.57), (-0.02, 0.6)), mix(shadow(skin), (60, 20, 30), 0.45), 0.9)
    if beard:
        beard(pen, hair)
    _mouth(pen, expression, 0.86 + mouth_y)
    if expression == "sad":
        _tears(pen, f)


def draw_brows(pen: Pen, kind: str, hair: Color, expression: str) -> None:
    """The brows, over the fringe so that every mood can be read."""
    for side in (-1, 1):
        _brow(pen, FEATURES[kind], side, hair, expression)


def _ears(pen: Pen, skin: Color) -> None:
    for side in (-1, 1):
        pen.shape(oval(side * 0.98, 0.22, 0.16, 0.27), skin)
        pen.line(stroke((side * 0.98, 0.1), (side * 1.04, 0.22), (side * 0.98, 0.32)), shadow(skin))


def _age(pen: Pen, skin: Color, f: Features, folds: bool) -> None:
    crease = mix(shadow(skin), skin, 0.15)
    for side in (-1, 1):
        pen.line(stroke((side * 0.24, f.eye_y + 0.3), (side * 0.42, f.eye_y + 0.35), (side * 0.6, f.eye_y + 0.28)), crease, 0.8)
        if folds:
            pen.line(stroke((side * 0.26, 0.56), (side * 0.4, 0.7), (side * 0.42, 0.86)), crease, 0.9)


def _eye(pen: Pen, f: Features, side: int, iris: Color, expression: str) -> None:
    inner, middle, outer, lower, size = _LIDS[expression]
    canvas = pen.canvas
    canvas.save()
    canvas.translate(side * f.eye_x, f.eye_y)
    canvas.scale(side * f.eye_w, f.eye_h)
    near, far = inner * 0.36 + middle * 0.64, outer * 0.36 + middle * 0.64
    white = curve((-1.0, inner, 1), (-0.62, near), (0.0, middle), (0.62, far), (1.0, outer, 1), (0.84, lower * 0.6), (0.4, lower * 0.96),
                  (-0.4, lower * 0.96), (-0.84, lower * 0.5))
    pen.fill(white, (255, 255, 255))
    canvas.save()
    canvas.clipPath(white, doAntiAlias=True)
    pen.fill(oval(0.0, -0.04, 0.72 * size, 0.98 * size), mix(iris, (20, 14, 30), 0.7))
    pen.fill(oval(0.0, 0.2 * size, 0.6 * size, 0.66 * size), iris)
    pen.fill(oval(0.0, 0.52 * size, 0.4 * size, 0.28 * size), mix(iris, (255, 255, 255), 0.4))
    pen.fill(oval(0.0, -0.05, 0.3 * size, 0.44 * size), (24, 18, 30))
    canvas.restore()
    pen.fill(oval(-0.28 * side, -0.4 * size, 0.24 * size, 0.28 * size), (255, 255, 255), glow=True)
    pen.fill(oval(0.3 * side, 0.36 * size, 0.12 * size, 0.14 * size), (255, 255, 255), glow=True)
    t = 0.14 + 0.12 * f.lash
    lash = curve((-1.06, inner + 0.08, 1), (-0.64, near - t * 0.6), (0.0, middle - t), (0.66, far - t * 1.25),
                 (1.04 + 0.2 * f.lash, outer - 0.2 * f.lash, 1), (1.0, outer + 0.2, 1), (0.6, far + 0.1), (0.0, middle + 0.1), (-0.6, near + 0.06))
    pen.fill(lash, pen.outline)
    pen.fill(curve((0.84, lower * 0.62, 1), (0.4, lower * 0.96), (-0.3, lower * 0.98, 1), (0.4, lower * 0.96 + 0.12)), pen.outline)
    canvas.restore()


def _brow(pen: Pen, f: Features, side: int, hair: Color, expression: str) -> None:
    inner, middle, outer = _BROWS[expression]
    y = f.brow_y
    line = stroke((side * 0.2, y + inner), (side * 0.44, y + middle), (side * 0.7, y + outer))
    scale = max(0.05 / pen.width, 0.5)
    color = mix(hair, (40, 30, 40), 0.55) if sum(hair) > 200 else hair
    if f.lined:
        pen.line(line, pen.outline, f.brow_width * scale + 1.2)
        color = hair
    pen.line(line, color, f.brow_width * scale)


def _mouth(pen: Pen, expression: str, y: float) -> None:
    if expression == "calm":
        pen.line(stroke((-0.14, y), (0.0, y + 0.025), (0.14, y)), (110, 40, 46), 1.1)
    elif expression == "smile":
        pen.shape(curve((-0.28, y - 0.1, 1), (0, y - 0.04), (0.28, y - 0.1, 1), (0.17, y + 0.09), (0, y + 0.14), (-0.17, y + 0.09)),
                  LIPS, width=0.8)
        pen.inside(oval(0, y, 0.22, 0.1), oval(0, y - 0.08, 0.2, 0.07), (255, 255, 255))
    elif expression == "sad":
        pen.line(stroke((-0.17, y + 0.06), (-0.07, y - 0.02), (0.07, y - 0.02), (0.17, y + 0.06)), (110, 40, 46), 1.1)
    elif expression == "angry":
        mouth = curve((-0.24, y + 0.12, 1), (-0.16, y - 0.08), (0, y - 0.11), (0.16, y - 0.08), (0.24, y + 0.12, 1), (0, y + 0.07))
        pen.shape(mouth, (255, 255, 255), width=1.0)
        pen.line(stroke((-0.17, y + 0.01), (0.17, y + 0.01)), width=0.6)
    else:
        pen.shape(oval(0, y + 0.02, 0.13, 0.18), LIPS, width=0.9)


def _tears(pen: Pen, f: Features) -> None:
    for side in (-1, 1):
        x, y = side * (f.eye_x + 0.05), f.eye_y + f.eye_h * 0.8
        pen.shape(curve((x, y, 1), (x - 0.09, y + 0.3), (x - 0.07, y + 0.52), (x, y + 0.57), (x + 0.07, y + 0.52), (x + 0.09, y + 0.3)),
                  TEAR, width=0.55)
