# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws a scene at any size."""

import random

import numpy as np
import skia

from .indoors import INDOOR
from .outdoors import OUTDOOR
from .palette import OUTLINE, mix
from .pen import Pen, oval
from .person import draw_person, frame_of
from .scene import OUTDOORS, Scene
from .stage import Stage, flakes, fog, streaks

WIDTH, HEIGHT = 160, 288
_ZOOM = {"close": 1.3, "medium": 1.15, "wide": 1.0}
_DIM = {"rain": 0.86, "storm": 0.7, "snow": 1.0, "fog": 0.96, "clear": 1.0}
ACCENT = (206, 30, 36)


def draw(scene: Scene, width: int, height: int) -> np.ndarray:
    """The picture as uint8 [height, width, 3]; the same at any size of these proportions."""
    pixels = np.empty((height, width, 4), np.uint8)
    canvas = skia.Surface(pixels).getCanvas()
    canvas.clear(skia.ColorWHITE)
    canvas.scale(width / WIDTH, height / HEIGHT)
    rng = random.Random(scene.seed)
    pen = Pen(canvas, ink=scene.style == "ink")
    _draw_place(pen, scene, rng)
    if pen.ink:
        pen.fill(oval(112, 62, 34), ACCENT, glow=True)
    if scene.person:
        draw_person(pen, scene, frame_of(scene, rng), rng)
    _draw_weather(pen, scene, rng)
    return np.ascontiguousarray(pixels[:, :, :3])


def _draw_place(pen: Pen, scene: Scene, rng: random.Random) -> None:
    stage = Stage(pen, scene, rng)
    outdoors = scene.place in OUTDOORS
    light = stage.light.ground if outdoors else stage.light.room
    dim = _DIM[scene.weather] if outdoors else 1.0
    pen.tint = (light[0] * dim, light[1] * dim, light[2] * dim)
    pen.outline = mix(OUTLINE, (86, 84, 120), 0.6)
    pen.haze = (stage.sky_colors[2], 0.06 if scene.framing == "wide" else 0.14)
    pen.width = 1.15
    canvas = pen.canvas
    canvas.save()
    zoom = _ZOOM[scene.framing]
    canvas.translate(80 + rng.uniform(-4, 4), 140)
    canvas.scale(zoom, zoom)
    canvas.translate(-80, -140)
    (OUTDOOR if outdoors else INDOOR)[scene.place](stage)
    if outdoors and scene.weather == "fog":
        fog(pen, light, 0.5)
    if outdoors and scene.weather in ("rain", "storm"):
        streaks(pen, rng, 46, (-10, -10, 190, 290), 1.0)
    canvas.restore()
    pen.haze = None
    pen.outline = OUTLINE


def _draw_weather(pen: Pen, scene: Scene, rng: random.Random) -> None:
    """What falls in front of the person."""
    if scene.place not in OUTDOORS and scene.place != "simple":
        return
    area = (-5.0, -5.0, 175.0, 290.0)
    if scene.weather in ("rain", "storm"):
        streaks(pen, rng, 26, area, 1.1)
    elif scene.weather == "snow":
        flakes(pen, rng, 60, area, 2.1)
