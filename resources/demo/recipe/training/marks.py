# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a picture shows a lead: not just someone dressed alike, but the lead's own marks."""
import random
from dataclasses import dataclass, replace

import torch

from drawings.scene import LEADS, Scene

from .drawn import as_floats, picture_of, scene_of
from .judging import disturbed, features, fit


def lead_scene(subject: str, seed: int) -> Scene:
    """From the front: from behind a lead has few marks."""
    scene = scene_of(seed, subject)
    return replace(scene, person=replace(scene.person, behind=False))


def other_scene(subject: str, seed: int) -> Scene:
    """Someone else: in one case of two with the lead's hair, garment and colours, without the marks."""
    rng = random.Random(seed)
    scene = scene_of(seed)
    while scene.person is None:
        seed += 1_000_003
        scene = scene_of(seed)
    person = scene.person
    if rng.random() < 0.5:
        lead = LEADS[subject]
        person = replace(lead, lead="", expression=person.expression, pose=person.pose, accessory_color="blue")
    return replace(scene, person=replace(person, behind=False))


@dataclass
class MarkJudge:
    network: torch.nn.Module

    @staticmethod
    def calibrated(subject: str, count: int, first_seed: int) -> "MarkJudge":
        torch.manual_seed(1)
        samples, targets = [], []
        for index in range(count):
            for target, scene in enumerate((other_scene(subject, first_seed + index), lead_scene(subject, first_seed + index))):
                samples.append(features(disturbed(as_floats(picture_of(scene))), scene, "marks"))
                targets.append(target)
        return MarkJudge(fit(torch.stack(samples), torch.tensor(targets), 2))

    @torch.no_grad()
    def shows(self, picture: torch.Tensor, scene: Scene) -> bool:
        """Of the scene only the framing is looked at, and whom it places."""
        return bool(self.network(features(as_floats(picture), scene, "marks")[None]).argmax())

    def share(self, pictures: torch.Tensor, scenes: list[Scene]) -> float:
        return sum(self.shows(picture, scene) for picture, scene in zip(pictures, scenes, strict=True)) / len(scenes)
