# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What all places share: sky, weather, windows, lamps. Places are drawn in picture units (160 x 288)."""

import random

import skia

from .palette import LIGHT, Color, mix, shadow
from .pen import Pen, box, curve, oval, polygon
from .scene import OUTDOORS, Scene

CLOUD: dict[str, Color] = {"day": (255, 255, 255), "dusk": (250, 160, 130), "night": (70, 88, 140), "dawn": (255, 226, 226)}
OVERCAST: dict[str, tuple[Color, float]] = {
    "rain": ((148, 160, 178), 0.6), "storm": ((84, 90, 112), 0.8), "snow": ((216, 222, 232), 0.55), "fog": ((208, 214, 218), 0.6)}
LAMP: Color = (255, 226, 130)
GLOW: Color = (255, 214, 120)


class Stage:
    """Draws the parts of a place under the scene's light and weather."""

    def __init__(self, pen: Pen, scene: Scene, rng: random.Random) -> None:
        self.pen = pen
        self.scene = scene
        self.rng = rng
        self.light = LIGHT[scene.time]
        self.lamps = self.light.lamps
        self.outdoors = scene.place in OUTDOORS
        self.snow = scene.weather == "snow" and self.outdoors
        self.sky_colors = [self._overcast(c) for c in self.light.sky]

    def _overcast(self, color: Color) -> Color:
        if self.scene.weather not in OVERCAST:
            return color
        grey, share = OVERCAST[self.scene.weather]
        t = self.light.ground
        return mix(color, (round(grey[0] * t[0]), round(grey[1] * t[1]), round(grey[2] * t[2])), share)

    def ground(self, color: Color, share: float = 0.85) -> Color:
        """A ground or roof colour, under snow when it snows."""
        return mix(color, (244, 248, 255), share) if self.snow else color

    def sky(self, horizon: float) -> None:
        """The sky down to the horizon, with sun, moon, stars and clouds."""
        pen = self.pen
        pen.gradient(box(-20, -20, 180, horizon), -10, horizon, self.sky_colors)
        if self.scene.weather == "clear":
            self._celestial(horizon)
        if self.scene.time != "night" or self.scene.weather != "clear":
            self._clouds(horizon)

    def _celestial(self, horizon: float) -> None:
        pen, rng, time = self.pen, self.rng, self.scene.time
        if time == "night":
            for _ in range(22):
                pen.fill(oval(round(rng.uniform(0, 160)), round(rng.uniform(4, horizon * 0.72)), 0.9, 0.9), (255, 250, 220), glow=True)
            moon(pen, 122 + rng.uniform(-6, 6), 48 + rng.uniform(-5, 5), 15, self.sky_colors[0])
        elif time == "dusk":
            sun(pen, 40 + rng.uniform(-6, 6), horizon - 16, 17, (255, 236, 150), (255, 200, 110))
        elif time == "dawn":
            sun(pen, 120 + rng.uniform(-6, 6), horizon - 20, 13, (255, 250, 214), (255, 230, 190))

    def _clouds(self, horizon: float) -> None:
        color = self._overcast(CLOUD[self.scene.time])
        if self.scene.weather in ("storm", "rain"):
            color = mix(color, shadow(self.sky_colors[0]), 0.6)
        for x, y, size in ((34, 0.2, 1.0), (122, 0.34, 1.15), (70, 0.55, 0.7)):
            cloud(self.pen, x + self.rng.uniform(-12, 12), horizon * y + self.rng.uniform(-6, 6), 17 * size, color)

    def window(self, left: float, top: float, right: float, bottom: float, frame: Color = (250, 246, 236), panes: int = 2, arch: bool = False) -> None:
        """A window onto the sky."""
        pen = self.pen
        hole = box(left, top, right, bottom)
        pen.shape(box(left - 4, top - 4, right + 4, bottom + 4), frame)
        self.view(hole, top, bottom, ((left + right) / 2, (top + bottom) / 2))
        for i in range(1, panes):
            x = left + (right - left) * i / panes
            pen.shape(box(x - 1.2, top, x + 1.2, bottom), frame, width=0.6)
        y = top + (bottom - top) * 0.5
        pen.shape(box(left, y - 1.2, right, y + 1.2), frame, width=0.6)
        pen.line(hole)

    def view(self, hole: skia.Path, top: float, bottom: float, centre: tuple[float, float]) -> None:
        """The sky and its weather as seen through an opening."""
        pen, time, weather = self.pen, self.scene.time, self.scene.weather
        pen.gradient(hole, top, bottom, self.sky_colors)
        pen.canvas.save()
        pen.canvas.clipPath(hole, doAntiAlias=True)
        x, y = centre
        if weather == "clear":
            if time == "night":
                moon(pen, x + 5, y - 14, 8, self.sky_colors[0])
                for dx, dy in ((-10, -24), (-12, 4), (9, 10), (-3, 20), (13, -30)):
                    pen.fill(oval(x + dx, y + dy, 0.9, 0.9), (255, 250, 220), glow=True)
            elif time == "day":
                cloud(pen, x + 3, y - 8, 10, CLOUD["day"])
            else:
                sun(pen, x, y + 16, 9, (255, 240, 160), (255, 206, 120))
        elif weather in ("rain", "storm"):
            streaks(pen, self.rng, 12, (x - 30, top, x + 30, bottom), 0.8)
        elif weather == "snow":
            flakes(pen, self.rng, 16, (x - 30, top, x + 30, bottom), 1.5)
        pen.canvas.restore()

    def glow(self, x: float, y: float, radius: float) -> None:
        """Warm light round a lamp when lamps are lit."""
        if self.lamps:
            for share in (1.0, 0.62):
                self.pen.fill(oval(x, y, radius * share), GLOW, 0.2, glow=True)

    def lit_window(self, shape: skia.Path, dark: Color, chance: float = 0.55) -> None:
        """A house window: warm when lamps are lit and someone is at home."""
        if self.lamps and self.rng.random() < chance:
            self.pen.fill(shape, LAMP, glow=True)
        else:
            self.pen.fill(shape, dark)

    def lamp(self, shape: skia.Path, color: Color) -> None:
        """A lamp shade: bright by night."""
        self.pen.fill(shape, LAMP if self.lamps else color, glow=self.lamps)
        self.pen.line(shape)

    def bush(self, x: float, y: float, size: float, color: Color) -> None:
        path = curve((x - size, y), (x - size * 0.9, y - size * 0.6), (x - size * 0.4, y - size * 0.95), (x + size * 0.15, y - size * 0.8),
                     (x + size * 0.7, y - size * 0.7), (x + size, y - size * 0.1), (x + size * 0.9, y + size * 0.3), (x - size * 0.9, y + size * 0.3))
        self.pen.shape(path, color, curve((x + size * 0.2, y - size, 1), (x + size * 1.2, y - size, 1), (x + size * 1.2, y + size, 1),
                                          (x - size, y + size, 1), (x - size * 0.6, y - 0.05 * size), (x + size * 0.3, y - size * 0.1)))


def moon(pen: Pen, x: float, y: float, r: float, sky: Color) -> None:
    pen.fill(oval(x, y, r * 1.5), (190, 205, 250), 0.16, glow=True)
    pen.fill(oval(x, y, r), (255, 248, 208), glow=True)
    pen.fill(oval(x - r * 0.25, y - r * 0.15, r * 0.22), (232, 222, 178), glow=True)
    pen.fill(oval(x + r * 0.3, y + r * 0.3, r * 0.3), (232, 222, 178), glow=True)


def sun(pen: Pen, x: float, y: float, r: float, color: Color, halo: Color) -> None:
    pen.fill(oval(x, y, r * 1.7), halo, 0.4, glow=True)
    pen.fill(oval(x, y, r), color, glow=True)


def cloud(pen: Pen, x: float, y: float, s: float, color: Color) -> None:
    path = curve((x - s * 1.2, y + s * 0.25, 1), (x - s * 1.15, y - s * 0.05), (x - s * 0.7, y - s * 0.15), (x - s * 0.35, y - s * 0.5), (x + s * 0.2, y - s * 0.5),
                 (x + s * 0.5, y - s * 0.2), (x + s * 1.0, y - s * 0.15), (x + s * 1.3, y + s * 0.25, 1))
    pen.fill(path, color, 0.9, glow=True)


def streaks(pen: Pen, rng: random.Random, count: int, area: tuple[float, float, float, float], width: float, slant: float = 0.22) -> None:
    """Rain."""
    path = skia.Path()
    left, top, right, bottom = area
    for _ in range(count):
        x, y, length = rng.uniform(left, right), rng.uniform(top - 10, bottom), rng.uniform(10, 20)
        path.moveTo(x, y)
        path.lineTo(x - length * slant, y + length)
    paint = skia.Paint(AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=width, StrokeCap=skia.Paint.kRound_Cap,
                       Color=skia.Color(226, 238, 252, 190))
    pen.canvas.drawPath(path, paint)


def flakes(pen: Pen, rng: random.Random, count: int, area: tuple[float, float, float, float], size: float) -> None:
    """Snow."""
    path = skia.Path()
    for _ in range(count):
        path.addCircle(rng.uniform(area[0], area[2]), rng.uniform(area[1], area[3]), size * rng.uniform(0.6, 1.1))
    pen.fill(path, (255, 255, 255), 0.95, glow=True)


def fog(pen: Pen, light: tuple[float, float, float], alpha: float, top: float = -20.0) -> None:
    """A veil over what has been drawn so far, thicker below."""
    color = (round(236 * max(light[0], 0.5)), round(240 * max(light[1], 0.52)), round(244 * max(light[2], 0.58)))
    pen.fill(box(-20, top, 180, 320), color, alpha, glow=True)
    for y in (90, 150, 205):
        pen.fill(curve((-30, y), (30, y - 12), (90, y + 2), (190, y - 10), (190, y + 26), (90, y + 34), (20, y + 24), (-30, y + 30)), color, alpha * 0.55, glow=True)


__all__ = ["Stage", "box", "cloud", "curve", "flakes", "fog", "oval", "polygon", "streaks"]
