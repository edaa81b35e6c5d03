# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proportions, limbs and poses of persons, in the head's frame (see face.py)."""

from dataclasses import dataclass

from .palette import Color, shadow
from .pen import Pen, Point, curve, limb, limb_line, mirrored, oval, stroke

Joint = tuple[float, float]


@dataclass(frozen=True)
class Build:
    """Half widths of neck, shoulders, waist and hips, heights of shoulders, waist, hips, knees and soles, and the
    half width of an arm."""

    neck: float
    shoulder: float
    waist: float
    hip: float
    shoulder_y: float
    waist_y: float
    hip_y: float
    knee_y: float
    foot_y: float
    arm: float


BUILDS = {
    "young_woman": Build(0.36, 1.52, 1.0, 1.25, 1.95, 4.2, 5.5, 8.3, 11.6, 0.34),
    "girl": Build(0.32, 1.2, 0.95, 1.1, 1.7, 3.3, 4.2, 5.7, 7.9, 0.3),
    "young_man": Build(0.5, 1.86, 1.28, 1.3, 2.05, 4.6, 5.8, 8.9, 12.4, 0.42),
    "old_man": Build(0.5, 1.78, 1.5, 1.5, 2.0, 4.4, 5.6, 8.4, 11.6, 0.44),
    "old_woman": Build(0.38, 1.5, 1.3, 1.45, 1.9, 4.0, 5.2, 7.6, 10.4, 0.38),
}


def shoulder_point(b: Build, side: int) -> Point:
    """Where a sleeve's line meets the line of the shoulders."""
    return (side * b.shoulder * 0.9, b.shoulder_y + 0.06)


def arm_joints(b: Build, pose: str, side: int) -> list[Joint]:
    """Shoulder, elbow and wrist of one arm; side -1 is the viewer's left."""
    shoulder = (side * (b.shoulder - b.arm * 0.9), b.shoulder_y + b.arm * 0.9)
    reach = b.hip_y - b.shoulder_y
    if pose == "hips":
        return [shoulder, (side * (b.shoulder + 0.8), b.shoulder_y + reach * 0.56), (side * (b.waist + 0.3), b.waist_y + 0.35)]
    if pose == "raised" and side < 0:
        return [shoulder, (side * (b.shoulder + 0.42), b.shoulder_y + reach * 0.42), (side * (b.shoulder + 0.3), b.shoulder_y - 0.75)]
    return [shoulder, (side * (b.shoulder + 0.14), b.shoulder_y + reach * 0.55), (side * (b.shoulder + 0.02), b.hip_y - 0.05)]


def draw_arm(pen: Pen, joints: list[Joint], b: Build, sleeve: Color, skin: Color, wide: bool, bare: bool, pose: str) -> None:
    """One arm: hand first, then the sleeve over its wrist."""
    shoulder, elbow, wrist = joints
    side = 1 if shoulder[0] > 0 else -1
    a = b.arm
    if pose == "raised" and side < 0:
        _open_hand(pen, wrist, side, skin, a)
    else:
        _hand(pen, elbow, wrist, side, skin, a, pose)
    width = (a * 0.92, a * 0.98, a * (1.9 if wide else 0.78))
    if bare:
        pen.shape(limb(joints, (a * 0.8, a * 0.7, a * 0.56)), skin)
        middle = ((shoulder[0] * 0.45 + elbow[0] * 0.55), (shoulder[1] * 0.45 + elbow[1] * 0.55))
        _sleeve(pen, b, [shoulder, middle], (a * 0.95, a * 1.15), side, sleeve)
        return
    _sleeve(pen, b, joints, width, side, sleeve)


def _sleeve(pen: Pen, b: Build, joints: list[Joint], widths: tuple[float, ...], side: int, color: Color) -> None:
    path = limb(joints, widths)
    pen.fill(path, color)
    (x, y), (ex, ey) = joints[:2]
    shade = [(x + (ex - x) * 0.3 + widths[0] * 0.5, y + (ey - y) * 0.3), *((px + widths[0] * 0.72, py) for px, py in joints[1:])]
    pen.inside(path, limb(shade, (0.02, *(w * 0.72 for w in widths[1:]))), shadow(color))
    pen.line(limb_line(joints, widths, side, shoulder_point(b, side)))


def _hand(pen: Pen, elbow: Joint, wrist: Joint, side: int, skin: Color, a: float, pose: str) -> None:
    x, y = wrist
    if pose == "hips":
        pen.shape(curve((x + side * 0.1, y - 0.2), (x - side * 0.3, y - 0.05), (x - side * 0.42, y + 0.25), (x - side * 0.1, y + 0.42),
                        (x + side * 0.18, y + 0.15)), skin)
        return
    pen.shape(curve((x - a * 0.6, y - 0.1), (x - a * 0.66, y + 0.4), (x - a * 0.4, y + 0.82), (x + a * 0.35, y + 0.85), (x + a * 0.7, y + 0.4),
                    (x + a * 0.6, y - 0.1)), skin)
    pen.line(stroke((x - side * a * 0.5, y + 0.2), (x - side * a * 0.6, y + 0.55)), width=0.8)


def _open_hand(pen: Pen, wrist: Joint, side: int, skin: Color, a: float) -> None:
    x, y = wrist
    points: tuple[Point, ...] = (
        (x - 0.26, y + 0.1), (x - 0.34, y - 0.35), (x - 0.4, y - 0.95), (x - 0.28, y - 1.0), (x - 0.17, y - 0.5), (x - 0.13, y - 1.1),
        (x + 0.01, y - 1.12), (x + 0.03, y - 0.52), (x + 0.14, y - 1.04), (x + 0.27, y - 1.0), (x + 0.24, y - 0.42), (x + 0.5, y - 0.62),
        (x + 0.58, y - 0.48), (x + 0.34, y - 0.1), (x + 0.24, y + 0.12))
    s = 1.0 + (a - 0.34)
    pen.shape(curve(*((x + (px - x) * s, y + (py - y) * s) for px, py in points)), skin)


def draw_crossed(pen: Pen, b: Build, sleeve: Color, skin: Color, wide: bool, bare: bool) -> None:
    """Arms crossed over the chest: upper arms down, forearms one over the other."""
    a = b.arm
    y = b.shoulder_y + (b.waist_y - b.shoulder_y) * 0.78
    elbows = [(-b.shoulder - 0.08, y + 0.12), (b.shoulder + 0.08, y + 0.12)]
    for side in (-1, 1):
        shoulder = (side * (b.shoulder - a * 0.9), b.shoulder_y + a * 0.9)
        elbow = elbows[0 if side < 0 else 1]
        if bare:
            pen.shape(limb([shoulder, elbow], (a * 0.8, a * 0.75)), skin)
            elbow = ((shoulder[0] + elbow[0]) / 2, (shoulder[1] + elbow[1]) / 2)
        _sleeve(pen, b, [shoulder, elbow], (a * 0.92, a * 1.08), side, sleeve)
    sleeve = skin if bare else sleeve
    a = a * 0.75 if bare else a
    thick = a * (1.15 if wide else 0.95)
    pen.shape(limb([(elbows[1][0] + 0.1, y + 0.1), (0.3, y - 0.02), (-b.waist * 0.75, y - 0.34)], (thick, thick, a * 0.8)), sleeve)
    under = limb([(elbows[0][0] - 0.1, y + 0.1), (-0.2, y + 0.02), (b.waist * 0.72, y - 0.24)], (thick, thick, a * 0.82))
    pen.shape(under, sleeve)
    pen.inside(under, limb([(-2.2, y + 0.42), (0, y + 0.36), (2.0, y + 0.1)], (0.2, 0.2, 0.2)), shadow(sleeve))
    pen.line(under)
    x, hy = b.waist * 0.72, y - 0.24
    pen.shape(curve((x - 0.05, hy - a * 0.7), (x + 0.36, hy - 0.32), (x + 0.62, hy - 0.1), (x + 0.5, hy + 0.16), (x, hy + a * 0.75)), skin)
    pen.line(stroke((x + 0.3, hy - 0.1), (x + 0.54, hy + 0.0)), width=0.7)


def draw_legs(pen: Pen, b: Build, color: Color, skin: Color, bare: bool, shoes: Color) -> None:
    """Two legs in trousers, or bare with socks."""
    _shoes(pen, b, shoes)
    if not bare:
        _trousers(pen, b, color)
        return
    for side in (-1, 1):
        x = side * b.hip * 0.44
        joints = [(x, b.hip_y - 0.2), (x + side * 0.04, b.knee_y), (x + side * 0.04, b.foot_y - 0.45)]
        leg = limb(joints, (b.hip * 0.44, b.hip * 0.3, b.hip * 0.2))
        pen.shape(leg, skin)
        pen.inside(leg, oval(x, b.foot_y, 0.6, (b.foot_y - b.knee_y) * 0.45), (250, 250, 250))
        pen.line(leg)


def _trousers(pen: Pen, b: Build, color: Color) -> None:
    low = b.foot_y - 0.4
    path = mirrored((0, b.waist_y), (-b.waist, b.waist_y, 1), (-b.hip, b.hip_y + 0.1), (-b.hip * 0.94, b.knee_y), (-b.hip * 0.8, low, 1),
                    (-b.hip * 0.18, low, 1), (-b.hip * 0.14, b.knee_y), (0, b.hip_y + 1.0, 1))
    pen.fill(path, color)
    for left, right in ((-0.34, -0.05), (0.5, 1.6)):
        strip = curve((b.hip * (left + right) / 2, b.hip_y - 0.3, 1), (b.hip * right, b.knee_y), (b.hip * right, low + 1, 1), (b.hip * left, low + 1, 1), (b.hip * left, b.knee_y))
        pen.inside(path, strip, shadow(color))
    pen.line(path)


def _shoes(pen: Pen, b: Build, shoes: Color) -> None:
    for side in (-1, 1):
        x = side * b.hip * 0.48
        shoe = curve((x - 0.36, b.foot_y - 0.55), (x + 0.36, b.foot_y - 0.55), (x + side * 0.2 + 0.4, b.foot_y - 0.05), (x + side * 0.2 - 0.4, b.foot_y - 0.05))
        pen.shape(shoe, shoes)
