# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fixed colours of the drawings and the light of each time of day."""

from dataclasses import dataclass

Color = tuple[int, int, int]

OUTLINE: Color = (30, 24, 38)
PAPER: Color = (250, 247, 238)

SKIN: dict[str, Color] = {"fair": (255, 226, 205), "tan": (240, 192, 152), "dark": (168, 112, 80)}

HAIR: dict[str, Color] = {
    "black": (38, 36, 46),
    "brown": (128, 78, 44),
    "blonde": (248, 212, 96),
    "red": (204, 62, 36),
    "white": (236, 236, 242),
    "blue": (62, 116, 228),
}

CLOTHES: dict[str, Color] = {
    "red": (218, 48, 46),
    "blue": (40, 92, 208),
    "green": (52, 156, 78),
    "yellow": (250, 204, 44),
    "purple": (140, 70, 184),
    "white": (242, 242, 240),
    "black": (46, 46, 56),
    "orange": (242, 136, 36),
}

EYES: tuple[Color, ...] = ((112, 66, 40), (60, 110, 190), (58, 130, 86), (96, 70, 130))


@dataclass(frozen=True)
class Light:
    """What one time of day does to colours: everything behind the person is multiplied by
    `ground`, the person by the milder `person`; the sky goes from `sky[0]` down to `sky[-1]`."""

    ground: tuple[float, float, float]
    person: tuple[float, float, float]
    room: tuple[float, float, float]
    sky: tuple[Color, Color, Color]
    lamps: bool


LIGHT: dict[str, Light] = {
    "day": Light((1.0, 1.0, 1.0), (1.0, 1.0, 1.0), (1.0, 1.0, 1.0),
                 ((92, 176, 240), (142, 206, 248), (206, 236, 252)), False),
    "dusk": Light((0.98, 0.70, 0.56), (1.0, 0.93, 0.88), (1.0, 0.78, 0.60),
                  ((134, 76, 140), (240, 112, 72), (255, 186, 88)), False),
    "night": Light((0.34, 0.40, 0.66), (0.76, 0.80, 0.96), (0.46, 0.46, 0.68),
                   ((14, 22, 58), (26, 42, 92), (52, 78, 138)), True),
    "dawn": Light((0.96, 0.86, 0.90), (1.0, 0.96, 0.95), (1.0, 0.90, 0.90),
                  ((168, 176, 226), (248, 196, 208), (255, 236, 176)), False),
}


def mix(a: Color, b: Color, share: float) -> Color:
    """`a` with `share` of `b` in it."""
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b))  # type: ignore[return-value]


def shadow(color: Color) -> Color:
    """The shadow tone of a fill: darker and a little bluer; dark fills get a lighter one to stay readable."""
    if sum(color) < 150:
        return (color[0] * 6 // 10, color[1] * 6 // 10, color[2] * 7 // 10)
    return (color[0] * 74 // 100, color[1] * 70 // 100, color[2] * 80 // 100)


def highlight(color: Color) -> Color:
    """The one highlight tone of hair."""
    if sum(color) < 180:
        return mix(color, (150, 160, 205), 0.5)
    return mix(color, (255, 255, 255), 0.55)
