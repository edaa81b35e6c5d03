# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts a person together and places it in the picture."""

import random
from dataclasses import dataclass

import skia

from . import accessories, body, face, garments, hair
from .palette import CLOTHES, EYES, HAIR, LIGHT, SKIN, mix, shadow
from .pen import Pen, curve, oval, stroke
from .scene import FEMALE, Person, Scene


@dataclass(frozen=True)
class Frame:
    """Where the head's frame lies in the picture of 160 x 288: its origin, pixels a unit, width of outlines."""

    x: float
    y: float
    unit: float
    line: float


FEET_Y = 262.0


def frame_of(scene: Scene, rng: random.Random) -> Frame:
    """The standard place of a person for the scene's framing, with a little jitter."""
    assert scene.person
    shift = rng.uniform(-0.08, 0.08)
    medium = 30.0 if scene.person.kind == "girl" else 26.5
    if scene.framing == "close":
        return Frame(80 + shift * 90, 126 + rng.uniform(-5, 5), 41 * rng.uniform(0.95, 1.05), 2.0)
    if scene.framing == "medium":
        return Frame(80 + shift * 110, 92 + rng.uniform(-4, 4), medium * rng.uniform(0.96, 1.04), 1.7)
    unit = 16.5 * rng.uniform(0.95, 1.05)
    foot = body.BUILDS[scene.person.kind].foot_y
    return Frame(80 + shift * 160, FEET_Y + rng.uniform(-3, 3) - foot * unit, unit, 1.4)


def draw_person(pen: Pen, scene: Scene, frame: Frame, rng: random.Random) -> None:
    """The whole person; what falls out of the picture is clipped by it."""
    p = scene.person
    assert p
    pen.tint = LIGHT[scene.time].person
    pen.canvas.save()
    pen.canvas.translate(frame.x, frame.y)
    pen.canvas.scale(frame.unit, frame.unit)
    pen.width = frame.line / frame.unit
    painter = _Painter(pen, p, rng)
    if scene.framing == "wide":
        painter.ground_shadow()
    painter.behind() if p.behind else painter.front(scene.framing)
    pen.canvas.restore()


class _Painter:
    def __init__(self, pen: Pen, person: Person, rng: random.Random) -> None:
        self.pen = pen
        self.p = person
        self.build = body.BUILDS[person.kind]
        self.skin = SKIN[person.skin]
        self.hair = HAIR[person.hair_color]
        self.clothes = CLOTHES[person.clothes_color]
        self.fringe = rng.randrange(3)
        self.iris = rng.choice(EYES)
        self.accessory = CLOTHES[person.accessory_color]
        if person.lead:
            self.fringe = 0
            self.iris = EYES[1]

    def ground_shadow(self) -> None:
        self.pen.fill(oval(0.3, self.build.foot_y - 0.1, 2.6, 0.45), (20, 18, 40), 0.28)

    def front(self, framing: str) -> None:
        p, pen = self.p, self.pen
        hair.draw_back(pen, p.hair_style, p.kind, self.hair)
        if p.garment == "raincoat":
            garments.draw_hood(pen, self.build, self.clothes)
        self._neck()
        if framing != "close":
            self._lower()
        self._trunk()
        self._arms(framing)
        self._head()
        if framing == "close" and p.pose == "raised" and not p.behind:
            self._raised_close()

    def behind(self) -> None:
        p, pen = self.p, self.pen
        self._lower()
        self._neck()
        path = garments.torso(p.garment, self.build)
        pen.shape(path, self.clothes, curve((0.5, 0, 1), (4, 0, 1), (4, 13, 1), (0.6, 13, 1), (0.4, 4)))
        self._trunk_marks(path)
        if p.garment in ("coat", "robe"):
            y = self.build.waist_y
            pen.line(stroke((-self.build.waist, y), (0, y + 0.1), (self.build.waist, y)))
        self._arms("medium")
        if p.garment == "raincoat":
            b = self.build
            pen.shape(curve((-1.0, b.shoulder_y - 0.5), (1.0, b.shoulder_y - 0.5), (0.8, b.shoulder_y + 0.7),
                            (0, b.shoulder_y + 1.3), (-0.8, b.shoulder_y + 0.7)), self.clothes)
        for side in (-1, 1):
            pen.shape(oval(side * 0.98, 0.22, 0.16, 0.27), self.skin)
        hair.draw_back_of_head(pen, p.hair_style, p.kind, self.hair)
        if p.accessory == "cap":
            self._cap()

    def _neck(self) -> None:
        b, pen = self.build, self.pen
        neck = curve((-b.neck, 0.7, 1), (b.neck, 0.7, 1), (b.neck * 0.95, b.shoulder_y - 0.5),
                     (b.neck * 1.5, b.shoulder_y - 0.1, 1), (0, b.shoulder_y + 0.5),
                     (-b.neck * 1.5, b.shoulder_y - 0.1, 1), (-b.neck * 0.95, b.shoulder_y - 0.5))
        pen.shape(neck, self.skin)
        chin = 1.32 if self.p.kind in ("young_man", "old_man") else 1.2
        pen.inside(neck, curve((-1, 0.5, 1), (1, 0.5, 1), (0.8, chin + 0.1), (0.1, chin + 0.36), (-0.8, chin)),
                   shadow(self.skin))
        pen.line(neck)

    def _lower(self) -> None:
        p, b, pen = self.p, self.build, self.pen
        color = garments.bottoms(p.garment, p.clothes_color)
        boots = (58, 44, 44) if p.garment in ("coat", "uniform", "robe") else (80, 60, 52)
        skirt = p.kind in FEMALE and p.garment in ("uniform", "shirt")
        bare = skirt or p.garment == "dress"
        body.draw_legs(pen, b, color, self.skin, bare, boots)
        if skirt:
            low = b.hip_y + (b.knee_y - b.hip_y) * 0.62
            path = curve((-b.waist, b.waist_y, 1), (b.waist, b.waist_y, 1), (b.hip * 1.5, low, 1), (0, low + 0.2),
                         (-b.hip * 1.5, low, 1))
            pen.shape(path, color, curve((0.5, b.waist_y, 1), (3, b.waist_y, 1), (3, low + 1, 1), (0.7, low + 1, 1)))
            for x in (-0.6, 0.0, 0.6):
                pen.line(stroke((x * b.waist, b.hip_y + 0.2), (x * b.hip * 1.6, low + 0.1)), width=0.8)

    def _trunk(self) -> None:
        p, b, pen = self.p, self.build, self.pen
        garments.draw_garment(pen, p.garment, b, self.clothes, self._trunk_marks if p.lead else None)
        if p.accessory == "scarf":
            accessories.draw_scarf(pen, self.accessory, b.shoulder_y)

    def _trunk_marks(self, path: skia.Path) -> None:
        """The leads' bands or stripes round the body."""
        b = self.build
        if self.p.lead == "mara":
            accessories.draw_bands(self.pen, path, b.waist_y - 0.75)
        elif self.p.lead == "tom":
            accessories.draw_stripes(self.pen, path, b.shoulder_y + 0.35, b.hip_y + 0.3)

    def _arms(self, framing: str) -> None:
        p, b = self.p, self.build
        wide, bare = p.garment == "robe", p.garment == "dress"
        mark = self._sleeve_marks if p.lead else None
        if p.pose == "crossed":
            body.draw_crossed(self.pen, b, self.clothes, self.skin, wide, bare, mark)
        else:
            pose = "standing" if framing == "close" else p.pose
            for side in (1, -1):
                joints = body.arm_joints(b, pose, side)
                body.draw_arm(self.pen, joints, b, self.clothes, self.skin, wide, bare, pose, mark)
        if p.lead == "mara" and not p.behind:
            accessories.draw_watch(self.pen, b.shoulder_y)

    def _sleeve_marks(self, path: skia.Path, joints: list[body.Joint]) -> None:
        """The leads' reflective bands or stripes on a sleeve."""
        tom = self.p.lead == "tom"
        color = accessories.NAVY if tom else accessories.BAND
        reach = self.build.arm * 1.3
        for (x, y), (ex, ey) in zip(joints, joints[1:], strict=False):
            for share in (0.12, 0.46, 0.8) if tom else (0.42,):
                ends = [(x + (ex - x) * s, y + (ey - y) * s) for s in (share, share + 0.18)]
                self.pen.inside(path, body.limb(ends, (reach, reach)), color)

    def _head(self) -> None:
        p, pen = self.p, self.pen
        f = face.FEATURES[p.kind]
        bearded = p.beard
        face.draw_face(pen, p.kind, self.skin, self.hair, self.iris, p.expression, 0.14 if bearded else 0.0,
                       hair.draw_beard if bearded else None)
        if bearded:
            hair.draw_moustache(pen, self.hair)
        if p.expression == "sad":
            face.draw_tears(pen, p.kind)
        if p.accessory == "glasses":
            accessories.draw_glasses(pen, f.eye_x, f.eye_y)
        hair.draw_front(pen, p.hair_style, p.kind, self.hair, self.fringe, self.skin)
        face.draw_brows(pen, p.kind, self.hair, p.expression)
        if p.lead == "mara":
            accessories.draw_strand(pen)
        if p.accessory == "cap":
            self._cap()

    def _cap(self) -> None:
        if self.p.lead == "tom":
            accessories.draw_cap(self.pen, accessories.NAVY, anchor=not self.p.behind)
        else:
            accessories.draw_cap(self.pen, mix(self.accessory, (0, 0, 0), 0.1))

    def _raised_close(self) -> None:
        """In a close-up the raised hand stands beside the cheek."""
        b = self.build
        mark = self._sleeve_marks if self.p.lead else None
        joints = [(-b.shoulder - 0.5, 4.6), (-1.75, 3.0), (-1.42, 1.75)]
        body.draw_arm(self.pen, joints, b, self.clothes, self.skin, self.p.garment == "robe", False, "raised", mark)
