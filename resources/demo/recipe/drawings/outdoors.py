# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Places under the sky. What makes a place known stands at the sides, where no person hides it."""

from .palette import Color, mix, shadow
from .pen import box, curve, oval, polygon, stroke
from .stage import LAMP, Stage

GRASS: Color = (122, 184, 86)
SEA: Color = (46, 150, 196)
GLASS: Color = (120, 160, 196)


def _facade(s: Stage, xs: tuple[float, float], tops: tuple[float, float], bottoms: tuple[float, float], color: Color, grid: tuple[int, int]) -> None:
    """A house front in perspective with a grid of windows."""
    pen = s.pen

    def at(u: float, v: float) -> tuple[float, float]:
        top, bottom = tops[0] + (tops[1] - tops[0]) * u, bottoms[0] + (bottoms[1] - bottoms[0]) * u
        return xs[0] + (xs[1] - xs[0]) * u, top + (bottom - top) * v

    pen.shape(polygon(at(0, 0), at(1, 0), at(1, 1), at(0, 1)), color)
    pen.shape(polygon(at(0, -0.025), at(1, -0.025), at(1, 0.02), at(0, 0.02)), s.ground(shadow(color), 0.95))
    columns, rows = grid
    for i in range(columns):
        for j in range(rows):
            u, v = (i + 0.22) / columns, 0.06 + j * 0.62 / rows
            du, dv = 0.56 / columns, 0.4 / rows
            window = polygon(at(u, v), at(u + du, v), at(u + du, v + dv), at(u, v + dv))
            s.lit_window(window, GLASS)
            pen.line(window, width=0.8)
    shop = polygon(at(0.1, 0.78), at(0.9, 0.78), at(0.9, 1), at(0.1, 1))
    s.lit_window(shop, (92, 110, 130), 1.0)
    pen.line(shop)
    stripes = 6
    for i in range(stripes):
        a, b = i / stripes, (i + 1) / stripes
        pen.fill(polygon(at(a, 0.7), at(b, 0.7), at(b, 0.79), at(a, 0.79)), (226, 70, 64) if i % 2 else (250, 246, 238))
    pen.line(polygon(at(0, 0.7), at(1, 0.7), at(1, 0.79), at(0, 0.79)))


def street(s: Stage) -> None:
    pen = s.pen
    s.sky(200)
    for x, y, w in ((44, 104, 24), (66, 122, 26), (92, 96, 26)):
        block = box(x, y, x + w, 200)
        pen.shape(block, (170, 178, 200))
        for i in range(2):
            for j in range(4):
                s.lit_window(box(x + 4 + i * w * 0.45, y + 8 + j * 15, x + 4 + i * w * 0.45 + 6, y + 16 + j * 15), (132, 146, 176))
    pen.fill(box(-20, 196, 180, 320), s.ground((172, 170, 176)))
    pen.shape(polygon((58, 198), (102, 198), (190, 320), (-30, 320)), s.ground((112, 114, 128), 0.7))
    for y, w in ((206, 1.2), (222, 2), (246, 3), (274, 4.5)):
        pen.fill(polygon((80 - w, y), (80 + w, y), (80 + w * 1.3, y + w * 4), (80 - w * 1.3, y + w * 4)), (240, 232, 190))
    _facade(s, (-14, 46), (4, 66), (262, 208), (232, 164, 116), (3, 4))
    _facade(s, (174, 114), (22, 84), (262, 208), (206, 122, 110), (3, 4))
    pen.shape(box(110, 112, 121, 150, 1.5), (250, 210, 80))
    pen.shape(box(40, 96, 50, 130, 1.5), (80, 170, 160))
    _street_lamp(s, 133, 118, 250)


def _street_lamp(s: Stage, x: float, top: float, bottom: float) -> None:
    s.pen.shape(box(x - 1.4, top, x + 1.4, bottom), (70, 74, 92))
    s.glow(x, top - 4, 20)
    s.lamp(polygon((x - 6, top), (x + 6, top), (x + 4, top - 12), (x - 4, top - 12)), (238, 236, 220))


def forest(s: Stage) -> None:
    pen, rng = s.pen, s.rng
    s.sky(200)
    pen.fill(curve((-20, 92), (20, 70), (60, 100), (100, 84), (140, 72), (180, 96), (180, 230), (-20, 230)), s.ground((150, 204, 130), 0.4))
    pen.fill(curve((-20, 130), (30, 116), (80, 140), (130, 118), (180, 130), (180, 240), (-20, 240)), s.ground((112, 178, 104), 0.4))
    pen.fill(box(-20, 196, 180, 320), s.ground((128, 172, 84)))
    pen.fill(curve((66, 196), (94, 196), (112, 240), (150, 330), (10, 330), (56, 240)), s.ground((206, 176, 124)))
    for x, w in ((54, 4), (106, 4), (36, 6.5), (124, 6.5)):
        _trunk(s, x + rng.uniform(-3, 3), w, 206 + w)
    for x in (12, 148):
        _trunk(s, x + rng.uniform(-3, 3), 11, 246)
    leaf = s.ground((52, 134, 74), 0.5)
    pen.shape(curve((-30, -30, 1), (190, -30, 1), (190, 70), (168, 84), (146, 72), (128, 78), (112, 56), (96, 44), (80, 34), (62, 44), (46, 58), (30, 80), (12, 74),
                    (-6, 86), (-30, 72)), leaf, curve((-30, 44), (14, 54), (40, 34), (80, 14), (120, 34), (146, 52), (190, 44), (190, 110, 1), (-30, 110, 1)))
    for x, y, r in ((4, 248, 22), (156, 250, 22), (34, 222, 12), (128, 222, 12)):
        s.bush(x + rng.uniform(-3, 3), y, r, s.ground((70, 156, 78), 0.5))


def _trunk(s: Stage, x: float, w: float, bottom: float) -> None:
    path = curve((x - w * 0.8, 0, 1), (x + w * 0.8, 0, 1), (x + w * 0.8, bottom * 0.8), (x + w * 1.7, bottom, 1), (x - w * 1.7, bottom, 1), (x - w * 0.8, bottom * 0.8))
    s.pen.shape(path, (150, 102, 68), box(x + w * 0.1, 0, x + w * 3, bottom))


def rooftop(s: Stage) -> None:
    pen, rng = s.pen, s.rng
    s.sky(212)
    x = -14.0
    while x < 176:
        w, top = rng.uniform(15, 26), rng.uniform(112, 150)
        pen.shape(box(x, top, x + w, 214), (150, 164, 200))
        for i in range(2):
            for j in range(4):
                s.lit_window(box(x + 3 + i * w * 0.45, top + 7 + j * 13, x + 3 + i * w * 0.45 + 5, top + 13 + j * 13), (122, 138, 178))
        x += w + 1
    pen.fill(box(-20, 206, 180, 320), s.ground((190, 188, 190)))
    pen.line(stroke((-20, 206), (180, 206)))
    for y in (236, 270):
        pen.line(stroke((-20, y), (180, y)), shadow((190, 188, 190)))
    steel = s.ground((86, 150, 166), 0.35)
    for px in range(-8, 180, 16):
        pen.shape(box(px - 1.3, 158, px + 1.3, 208), steel, width=0.7)
    for y in (156, 180):
        pen.shape(box(-20, y - 2.2, 180, y + 2.2), steel)
    pen.shape(box(-12, 84, 38, 226), (222, 206, 180), box(28, 84, 40, 226))
    pen.shape(box(-14, 76, 42, 86), s.ground((170, 150, 130), 0.95))
    pen.shape(box(4, 134, 28, 226), (196, 84, 70))
    pen.fill(oval(24, 182, 1.6), (244, 210, 90))
    s.glow(16, 116, 18)
    s.lamp(box(11, 110, 21, 120, 3), (244, 240, 220))


def _sea(s: Stage, top: float, bottom: float) -> None:
    pen = s.pen
    pen.fill(box(-20, top, 180, bottom), SEA)
    pen.fill(box(-20, top, 180, top + (bottom - top) * 0.3), mix(SEA, (20, 100, 170), 0.5))
    pen.line(stroke((-20, top), (180, top)), mix(SEA, (10, 50, 100), 0.6), 0.9)
    steps = 5
    for i in range(steps):
        y = top + (bottom - top) * (i + 0.6) / steps
        x = s.rng.uniform(-30, 0)
        while x < 170:
            w = 8 + 4 * i
            pen.line(stroke((x, y), (x + w * 0.5, y - 1.4 - 0.3 * i), (x + w, y)), (206, 238, 250), 0.8)
            x += w * s.rng.uniform(2.2, 3.6)


def beach(s: Stage) -> None:
    pen = s.pen
    s.sky(140)
    _sea(s, 138, 206)
    pen.shape(curve((12, 138, 1), (22, 128), (34, 132), (46, 138, 1)), (110, 170, 130), width=0.8)
    pen.shape(polygon((118, 136), (140, 136), (136, 143), (122, 143)), (160, 70, 60))
    pen.shape(polygon((130, 134), (130, 106), (144, 132)), (252, 250, 244))
    pen.shape(polygon((127, 134), (127, 112), (117, 132)), (250, 120, 90))
    sand = s.ground((248, 222, 160), 0.8)
    pen.fill(curve((-30, 200), (20, 208), (80, 200), (130, 210), (190, 202), (190, 330, 1), (-30, 330, 1)), sand)
    pen.line(stroke((-30, 200), (20, 208), (80, 200), (130, 210), (190, 202)), (255, 255, 255), 2.6)
    pen.fill(curve((-30, 252), (40, 244), (120, 256), (190, 250), (190, 330, 1), (-30, 330, 1)), mix(sand, shadow(sand), 0.35))
    _parasol(s, 24)
    pen.shape(curve((132, 262), (138, 254), (144, 262), (138, 266)), (240, 130, 110), width=0.8)


def _parasol(s: Stage, x: float) -> None:
    pen = s.pen
    pen.shape(polygon((x - 1, 150), (x + 1, 150), (x + 5, 250), (x + 3, 250)), (240, 236, 224))
    top = 140
    for i, color in enumerate(((232, 66, 60), (252, 248, 238), (232, 66, 60), (252, 248, 238))):
        a, b = -26 + i * 13, -13 + i * 13
        pen.shape(curve((x, top, 1), (x + b * 0.7, top + 9), (x + b, top + 26, 1), (x + a, top + 26, 1), (x + a * 0.7, top + 9)), color, width=0.9)


def lighthouse(s: Stage) -> None:
    pen = s.pen
    s.sky(160)
    if s.lamps:
        pen.fill(polygon((122, 62), (-30, 20), (-30, 92)), (255, 240, 170), 0.34, glow=True)
    _sea(s, 156, 214)
    pen.shape(curve((-10, 176), (8, 158), (26, 168), (38, 186), (30, 196), (-10, 198)), (120, 112, 120), curve((10, 150), (50, 160), (50, 210), (0, 210), (16, 176)))
    tower(s, 124)
    cliff = s.ground((146, 132, 122), 0.3)
    pen.shape(curve((84, 214), (100, 196), (118, 190), (150, 188), (190, 186), (190, 260, 1), (84, 260, 1)), cliff)
    pen.fill(curve((92, 206), (104, 194), (122, 188), (150, 186), (190, 184), (190, 198), (140, 200), (110, 204)), s.ground(GRASS))
    pen.shape(curve((-30, 214), (30, 206), (90, 216), (130, 210), (190, 216), (190, 330, 1), (-30, 330, 1)), s.ground(GRASS))
    pen.fill(curve((120, 212), (132, 212), (100, 236), (116, 330), (44, 330), (66, 240)), s.ground((216, 192, 150)))
    for x in (10, 26, 42):
        pen.shape(box(x - 1.8, 206, x + 1.8, 236), (250, 248, 240), width=0.8)
    pen.shape(box(-20, 212, 46, 216), (250, 248, 240), width=0.8)


def tower(s: Stage, x: float) -> None:
    """A white lighthouse with red bands."""
    pen = s.pen
    body = polygon((x - 10, 76), (x + 10, 76), (x + 15, 192), (x - 15, 192))
    pen.fill(body, (252, 250, 244))
    for y in (94, 132, 170):
        pen.inside(body, box(x - 30, y, x + 30, y + 19), (222, 56, 50))
    pen.inside(body, polygon((x + 3, 70), (x + 30, 70), (x + 30, 200), (x + 5, 200)), (40, 30, 70), 0.22)
    pen.line(body)
    pen.shape(box(x - 2.6, 114, x + 2.6, 124, 2), (70, 90, 120), width=0.8)
    pen.shape(polygon((x - 3.6, 178), (x + 3.6, 178), (x + 3.6, 192), (x - 3.6, 192)), (96, 70, 60), width=0.8)
    s.glow(x, 62, 24)
    s.lamp(box(x - 7, 54, x + 7, 72), (190, 226, 240))
    pen.line(stroke((x, 54), (x, 72)), width=0.8)
    pen.shape(box(x - 13, 71, x + 13, 77), (70, 76, 96))
    pen.shape(curve((x - 10, 55, 1), (x - 7, 46), (x, 41), (x + 7, 46), (x + 10, 55, 1)), s.ground((222, 56, 50), 0.5))
    pen.line(stroke((x, 41), (x, 34)))


def field(s: Stage) -> None:
    pen, rng = s.pen, s.rng
    s.sky(180)
    pen.shape(polygon((-20, 176), (22, 96), (44, 130), (60, 112), (88, 160), (116, 104), (140, 134), (150, 122), (184, 170), (184, 210), (-20, 210)), s.ground((130, 158, 206), 0.3))
    for peak in (((22, 96), (11, 117), (20, 113), (27, 120), (34, 114)), ((116, 104), (107, 120), (116, 116), (122, 123), (131, 123))):
        pen.shape(polygon(*peak), (250, 252, 255), width=0.7)
    pen.shape(curve((-30, 176), (20, 164), (70, 180), (120, 168), (190, 176), (190, 260, 1), (-30, 260, 1)), s.ground((166, 208, 108)))
    pen.shape(curve((-30, 202), (40, 196), (100, 206), (190, 194), (190, 330, 1), (-30, 330, 1)), s.ground((140, 196, 84)))
    pen.shape(box(15, 158, 23, 210), (140, 96, 64))
    s.bush(19, 148, 25, s.ground((76, 160, 80), 0.5))
    for x in (118, 136, 154):
        pen.shape(box(x - 2, 182, x + 2, 214), (214, 180, 134), width=0.8)
    for y in (188, 200):
        pen.shape(box(110, y - 1.8, 184, y + 1.8), (214, 180, 134), width=0.8)
    if not s.snow:
        for _ in range(22):
            x, y = rng.uniform(0, 160), rng.uniform(226, 284)
            pen.fill(oval(x, y, 2.2), rng.choice(((255, 230, 90), (250, 250, 250), (244, 130, 150))))


OUTDOOR = {"street": street, "forest": forest, "rooftop": rooftop, "beach": beach, "lighthouse": lighthouse, "field": field}
LAMP_COLOR = LAMP
