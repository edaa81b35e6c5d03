# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Places under a roof; a window shows time and weather. What makes a place known stands at the sides."""

from .palette import Color, mix, shadow
from .pen import box, curve, oval, polygon, stroke
from .stage import Stage

WOOD: Color = (196, 140, 90)
BRASS: Color = (226, 176, 84)
RED: Color = (196, 44, 44)
GOLD: Color = (244, 196, 76)


def _floor(s: Stage, y: float, color: Color) -> None:
    s.pen.fill(box(-20, y, 180, 320), color)
    s.pen.line(stroke((-20, y), (180, y)))


def _boards(s: Stage, y: float, color: Color) -> None:
    _floor(s, y, color)
    for x in (-60, 0, 40, 80, 120, 160, 220):
        s.pen.line(stroke((80 + (x - 80) * 0.55, y), (80 + (x - 80) * 1.3, 320)), shadow(color), 0.9)


def living_room(s: Stage) -> None:
    pen = s.pen
    pen.fill(box(-20, -20, 180, 220), (250, 230, 190))
    _boards(s, 214, WOOD)
    pen.fill(box(-20, 208, 180, 214), (252, 246, 232))
    s.window(8, 46, 48, 124)
    for x in (0, 47):
        pen.shape(curve((x, 38, 1), (x + 10, 38, 1), (x + 8, 90), (x + 11, 142, 1), (x - 1, 142, 1), (x + 1, 90)), (96, 176, 168))
    pen.shape(box(-4, 34, 62, 40), (150, 100, 66))
    pen.shape(box(108, 56, 138, 86), (150, 100, 66))
    pen.shape(box(112, 60, 134, 82), (176, 220, 236), curve((110, 90), (110, 78), (120, 68), (128, 76), (140, 72), (140, 90)))
    s.glow(134, 122, 34)
    pen.shape(box(132.6, 128, 135.4, 236), (110, 80, 62))
    s.lamp(polygon((126, 108), (142, 108), (149, 132), (119, 132)), (252, 222, 150))
    sofa = (222, 104, 78)
    pen.shape(box(6, 156, 118, 214, 10), sofa, box(-10, 196, 130, 220))
    pen.line(stroke((62, 160), (62, 196)), width=0.9)
    pen.shape(box(0, 176, 18, 232, 7), sofa, box(12, 170, 30, 240))
    pen.shape(box(106, 176, 124, 232, 7), sofa, box(118, 170, 130, 240))
    pen.shape(box(16, 196, 108, 226, 5), mix(sofa, (255, 255, 255), 0.16))
    pen.shape(box(20, 168, 40, 190, 5), (252, 214, 110))
    pen.fill(oval(80, 266, 74, 20), (236, 214, 196))
    pen.line(oval(80, 266, 74, 20), shadow((236, 214, 196)))


def bedroom(s: Stage) -> None:
    pen = s.pen
    pen.fill(box(-20, -20, 180, 220), (212, 202, 240))
    _boards(s, 212, (214, 176, 140))
    pen.fill(box(-20, 206, 180, 212), (246, 240, 250))
    s.window(114, 46, 150, 122)
    for x in (104, 149):
        pen.shape(curve((x, 38, 1), (x + 11, 38, 1), (x + 9, 90), (x + 12, 140, 1), (x - 1, 140, 1), (x + 1, 90)), (244, 150, 176))
    pen.shape(box(98, 34, 166, 40), (236, 226, 240))
    pen.shape(box(-20, 138, 66, 214, 9), (176, 124, 90))
    pen.shape(box(4, 164, 46, 190, 8), (255, 255, 255))
    pen.shape(curve((-20, 184, 1), (70, 184, 1), (74, 206), (76, 246, 1), (-20, 246, 1)), (110, 150, 226), curve((-20, 226), (80, 222), (80, 250), (-20, 250)))
    pen.shape(box(-20, 180, 71, 194, 5), (250, 250, 255))
    pen.shape(box(118, 186, 150, 236), (190, 138, 100))
    pen.line(stroke((118, 210), (150, 210)))
    s.glow(134, 162, 30)
    pen.shape(box(132.4, 170, 135.6, 186), (150, 110, 90))
    s.lamp(polygon((127, 150), (141, 150), (147, 171), (121, 171)), (255, 236, 214))
    pen.shape(box(18, 58, 44, 92), (255, 255, 255))
    pen.fill(curve((31, 84), (22, 74), (24, 67), (31, 71), (38, 67), (40, 74)), (244, 120, 150))
    pen.fill(oval(96, 266, 56, 16), (250, 226, 236))


def palace(s: Stage) -> None:
    pen = s.pen
    pen.fill(box(-20, -20, 180, 230), (150, 52, 46))
    for x in (34, 98):
        hole = box(x, 66, x + 28, 190)
        s.view(hole, 66, 190, (x + 14, 112))
        for i in range(1, 4):
            pen.line(stroke((x + 7 * i, 66), (x + 7 * i, 190)), (120, 40, 36), 1.5)
        for y in range(82, 190, 18):
            pen.line(stroke((x, y), (x + 28, y)), (120, 40, 36), 1.5)
        pen.line(hole, (120, 40, 36), 3)
        pen.line(hole)
    pen.shape(box(66, 84, 94, 200), GOLD, box(82, 84, 96, 200))
    pen.shape(oval(80, 120, 9), (216, 80, 60))
    _floor(s, 210, (214, 178, 140))
    for y in (226, 246, 272):
        pen.line(stroke((-20, y), (180, y)), shadow((214, 178, 140)), 0.9)
    pen.shape(polygon((62, 210), (98, 210), (134, 330), (26, 330)), RED)
    for side in (-1, 1):
        pen.fill(polygon((80 + side * 15, 210), (80 + side * 13, 210), (80 + side * 43, 330), (80 + side * 48, 330)), GOLD)
    for x in (18, 142):
        pen.shape(box(x - 11, 20, x + 11, 240), (214, 46, 42), box(x + 3, 20, x + 14, 240))
        pen.shape(box(x - 13, 30, x + 13, 42), GOLD)
        pen.shape(box(x - 14, 232, x + 14, 246, 2), (214, 208, 200))
    pen.shape(box(-20, -20, 180, 30), (36, 124, 118))
    pen.shape(box(-20, 14, 180, 22), GOLD, width=0.8)
    for x in range(6, 160, 16):
        pen.fill(oval(x, 4, 3.4), (92, 190, 176))
    for x in (48, 112):
        _lantern(s, x, 56)


def _lantern(s: Stage, x: float, y: float) -> None:
    pen = s.pen
    pen.line(stroke((x, 28), (x, y - 13)))
    if s.lamps:
        s.glow(x, y, 27)
        pen.fill(oval(x, y, 13, 12), (255, 92, 60), glow=True)
        pen.fill(oval(x, y, 6, 10), (255, 190, 90), glow=True)
        pen.line(oval(x, y, 13, 12))
    else:
        pen.shape(oval(x, y, 13, 12), (238, 58, 48), oval(x + 8, y + 3, 9, 12))
    pen.shape(box(x - 6, y - 14, x + 6, y - 10), GOLD, width=0.8)
    pen.shape(box(x - 6, y + 10, x + 6, y + 14), GOLD, width=0.8)
    pen.shape(polygon((x - 2, y + 14), (x + 2, y + 14), (x + 3, y + 27), (x - 3, y + 27)), GOLD, width=0.8)


def classroom(s: Stage) -> None:
    pen = s.pen
    pen.fill(box(-20, -20, 180, 220), (246, 240, 214))
    _boards(s, 206, (216, 170, 116))
    pen.fill(box(-20, 152, 180, 206), (206, 222, 206))
    pen.line(stroke((-20, 152), (180, 152)), shadow((206, 222, 206)))
    pen.shape(box(6, 60, 112, 134), (176, 118, 72))
    pen.shape(box(11, 65, 107, 127), (36, 106, 82))
    for y, a, b in ((78, 18, 40), (88, 18, 34), (100, 18, 38)):
        pen.line(stroke((a, y), (b, y - 1)), (206, 226, 212), 1.0)
    pen.shape(box(56, 128, 80, 134), (250, 250, 244), width=0.7)
    s.window(124, 52, 156, 132)
    pen.shape(oval(58, 42, 10), (252, 252, 250))
    pen.line(stroke((58, 36), (58, 42), (62, 44)), width=0.9)
    for x, y, k in ((10, 186, 0.7), (150, 186, 0.7), (16, 220, 1.0), (146, 220, 1.0)):
        _desk(s, x, y, 30 * k)


def _desk(s: Stage, x: float, y: float, w: float) -> None:
    pen = s.pen
    for side in (-0.8, 0.8):
        pen.shape(box(x + side * w - 1.4, y, x + side * w + 1.4, y + w * 1.4), (130, 140, 156), width=0.8)
    pen.shape(polygon((x - w * 0.85, y - w * 0.3), (x + w * 0.85, y - w * 0.3), (x + w, y), (x - w, y)), (232, 176, 104))
    pen.shape(box(x - w, y, x + w, y + w * 0.28), (206, 146, 82))


def lantern_room(s: Stage) -> None:
    """The top of a lighthouse: glass all round, the great lamp, portholes below."""
    pen = s.pen
    glass = box(-20, 34, 180, 178)
    s.view(glass, 34, 150, (40, 84))
    sea = polygon((-20, 138), (180, 138), (180, 178), (-20, 178))
    pen.fill(sea, (46, 140, 186))
    for x, y in ((4, 148), (34, 156), (92, 150), (112, 162), (60, 166)):
        pen.line(stroke((x, y), (x + 7, y - 1.6), (x + 14, y)), (200, 232, 246), 0.8)
    iron = (40, 112, 116)
    for x in (-6, 26, 58, 102, 134, 166):
        pen.shape(box(x - 2.6, 30, x + 2.6, 180), iron, width=0.8)
    pen.shape(box(-20, 82, 180, 87), iron, width=0.8)
    pen.shape(curve((-30, -30, 1), (190, -30, 1), (190, 40, 1), (130, 33), (80, 31), (30, 33), (-30, 40, 1)), shadow(iron))
    for x in (-4, 36, 80, 124, 164):
        pen.line(stroke((80 + (x - 80) * 0.2, -30), (x, 34)), width=0.8)
    pen.shape(box(-20, 176, 180, 240), mix(iron, (240, 250, 250), 0.2), box(-20, 228, 180, 240))
    for x in (12, 148):
        pen.shape(oval(x, 206, 15), BRASS)
        hole = oval(x, 206, 11)
        pen.gradient(hole, 194, 216, s.sky_colors)
        pen.line(hole)
    _floor(s, 238, (168, 118, 84))
    for x in (20, 60, 100, 140):
        pen.line(stroke((80 + (x - 80) * 0.9, 238), (80 + (x - 80) * 1.5, 320)), shadow((168, 118, 84)), 0.9)
    pen.shape(box(-20, 172, 180, 179), BRASS)
    _great_lamp(s, 124)


def _great_lamp(s: Stage, x: float) -> None:
    pen = s.pen
    s.glow(x, 112, 62)
    pen.shape(polygon((x - 12, 160), (x + 12, 160), (x + 18, 244), (x - 18, 244)), (70, 90, 100), box(x + 3, 150, x + 30, 250))
    pen.shape(box(x - 20, 154, x + 20, 164, 3), BRASS)
    lens = curve((x - 12, 66), (x + 12, 66), (x + 22, 90), (x + 23, 122), (x + 15, 154, 1), (x - 15, 154, 1), (x - 23, 122), (x - 22, 90))
    pen.fill(lens, (255, 226, 110), glow=s.lamps)
    pen.canvas.save()
    pen.canvas.clipPath(lens, doAntiAlias=True)
    for y in (78, 90, 130, 142):
        pen.line(stroke((x - 26, y), (x, y + 3), (x + 26, y)), (214, 160, 60), 1.0)
    pen.fill(oval(x, 110, 13), (255, 250, 220), glow=s.lamps)
    pen.line(oval(x, 110, 13), (214, 160, 60), 1.0)
    pen.canvas.restore()
    pen.line(lens)
    pen.shape(curve((x - 16, 68, 1), (x - 10, 56), (x, 52), (x + 10, 56), (x + 16, 68, 1)), BRASS)


_SPINES: tuple[Color, ...] = ((206, 70, 62), (64, 112, 190), (232, 190, 84), (78, 150, 104), (140, 92, 160), (236, 226, 204))


def library(s: Stage) -> None:
    pen, rng = s.pen, s.rng
    pen.fill(box(-20, -20, 180, 220), (226, 206, 176))
    _boards(s, 220, (170, 116, 76))
    s.window(64, 40, 96, 128)
    for left in (-10, 106):
        pen.shape(box(left, 22, left + 64, 232), (134, 84, 52))
        for row in range(5):
            top = 28 + row * 41
            pen.fill(box(left + 4, top, left + 60, top + 36), (84, 52, 38))
            x = left + 4.0
            while x < left + 53:
                w, h = rng.choice((6.0, 7.0, 8.0)), rng.choice((26.0, 29.0, 32.0))
                pen.shape(box(x, top + 36 - h, x + w, top + 36), rng.choice(_SPINES), width=0.6)
                x += w
            pen.line(box(left + 4, top, left + 60, top + 36))
    s.glow(80, 18, 34)
    pen.line(stroke((80, -20), (80, 8)))
    s.lamp(curve((66, 22, 1), (70, 10), (80, 6), (90, 10), (94, 22, 1)), (70, 150, 110))


def corridor(s: Stage) -> None:
    pen = s.pen
    pen.fill(box(-20, -20, 180, 320), (240, 244, 242))
    pen.shape(polygon((56, 84), (104, 84), (104, 186), (56, 186)), (214, 228, 228))
    pen.shape(box(70, 116, 90, 186), (120, 176, 196))
    pen.fill(polygon((-20, -6), (56, 84), (56, 186), (-20, 296)), (206, 232, 224))
    pen.fill(polygon((180, -6), (104, 84), (104, 186), (180, 296)), (218, 238, 232))
    pen.shape(polygon((56, 186), (104, 186), (190, 310), (-30, 310)), (176, 192, 206))
    for a, b in (((56, 84), (-30, -18)), ((104, 84), (190, -18))):
        pen.line(stroke(a, b))
    for y, w in ((70, 16), (44, 24), (10, 38)):
        pen.shape(polygon((80 - w * 0.4, y), (80 + w * 0.4, y), (80 + w * 0.55, y - w * 0.35), (80 - w * 0.55, y - w * 0.35)), (255, 255, 240), width=0.8)
    pen.shape(polygon((4, 84), (30, 106), (30, 222), (4, 260)), (110, 168, 192))
    pen.shape(polygon((10, 108), (24, 118), (24, 146), (10, 140)), (220, 238, 244), width=0.8)
    pen.fill(oval(26, 172, 1.8), (244, 210, 90))
    pen.shape(polygon((40, 112), (50, 120), (50, 196), (40, 208)), (110, 168, 192))
    hole = polygon((118, 96), (156, 64), (156, 156), (118, 152))
    pen.shape(polygon((115, 93), (159, 56), (159, 162), (115, 157)), (252, 252, 250))
    s.view(hole, 64, 156, (138, 108))
    pen.line(hole)
    pen.line(stroke((137, 80), (137, 154)), (252, 252, 250), 2.2)


def simple(s: Stage) -> None:
    """No place: two tones of the time of day."""
    pen = s.pen
    tones: dict[str, tuple[Color, Color]] = {"day": ((222, 240, 250), (250, 244, 222)), "dusk": ((252, 172, 112), (246, 140, 104)),
                                             "night": ((40, 52, 104), (28, 36, 78)), "dawn": ((252, 222, 226), (255, 240, 210))}
    a, b = tones[s.scene.time]
    pen.fill(box(-20, -20, 180, 320), a, glow=True)
    pen.fill(polygon((-20, 150), (180, 70), (180, 320), (-20, 320)), b, glow=True)


INDOOR = {"living_room": living_room, "bedroom": bedroom, "palace": palace, "classroom": classroom, "lantern_room": lantern_room,
          "library": library, "corridor": corridor, "simple": simple}
