# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads attributes out of pixels: small classifiers over regions, calibrated on true drawings."""
import random
from dataclasses import dataclass

import torch
from torch.nn import functional

from drawings.person import frame_of
from drawings.scene import CLOTHES_COLORS, HAIR_COLORS, PLACES, TIMES, Scene

from .drawn import as_floats, picture_of, scene_of

CLASSES = {"hair": HAIR_COLORS, "clothes": CLOTHES_COLORS, "place": PLACES, "time": TIMES}
# Left, top, right, bottom in the head's frame; None is the whole picture. Then the grid of mean colours.
REGIONS = {"hair": ((-1.5, -2.1, 1.5, 1.4), (8, 8)), "clothes": ((-2.0, 1.5, 2.0, 5.6), (8, 8)),
           "place": (None, (18, 10)), "time": (None, (18, 10)), "marks": ((-1.7, -2.2, 1.7, 4.4), (20, 10))}
LEVELS = 5


class _Middle(random.Random):
    """Takes the jitter out of a placement."""

    def uniform(self, a: float, b: float) -> float:
        return (a + b) / 2


def judgeable(scene: Scene) -> bool:
    """One person from the front whose hair no cap hides."""
    person = scene.person
    return person is not None and not person.behind and person.accessory != "cap"


def labels_of(scene: Scene) -> dict[str, int]:
    person = scene.person
    values = {"hair": person.hair_color, "clothes": person.clothes_color, "place": scene.place, "time": scene.time}
    return {name: CLASSES[name].index(value) for name, value in values.items()}


def judgeable_scenes(first_seed: int, count: int) -> list[Scene]:
    scenes: list[Scene] = []
    seed = first_seed
    while len(scenes) < count:
        scene = scene_of(seed)
        scenes += [scene] if judgeable(scene) else []
        seed += 1
    return scenes


def _cut(picture: torch.Tensor, scene: Scene, box: tuple[float, ...] | None) -> torch.Tensor:
    if box is None:
        return picture
    frame = frame_of(scene, _Middle())
    _, height, width = picture.shape
    left, right = (round(min(max(frame.x + frame.unit * edge, 0), width - 8)) for edge in (box[0], box[2]))
    top, bottom = (round(min(max(frame.y + frame.unit * edge, 0), height - 8)) for edge in (box[1], box[3]))
    return picture[:, top:max(bottom, top + 8), left:max(right, left + 8)]


def features(picture: torch.Tensor, scene: Scene, name: str) -> torch.Tensor:
    """Mean colours on a grid, and how often each of the coarse colours occurs, of a picture in -1 ... 1."""
    box, grid = REGIONS[name]
    cut = _cut(picture, scene, box)
    means = functional.adaptive_avg_pool2d(cut, grid).flatten()
    levels = ((cut + 1) * (LEVELS / 2)).long().clamp(0, LEVELS - 1)
    bins = (levels[0] * LEVELS + levels[1]) * LEVELS + levels[2]
    counts = torch.bincount(bins.flatten(), minlength=LEVELS**3).float()
    framing = torch.tensor([float(scene.framing == kind) for kind in ("close", "medium", "wide")])
    return torch.cat([means, (counts / counts.sum()).sqrt(), framing])


def disturbed(picture: torch.Tensor) -> torch.Tensor:
    """With colours a little off, as a model's are."""
    return (picture * (1 + 0.04 * torch.randn(3, 1, 1)) + 0.04 * torch.randn(3, 1, 1)
            + 0.04 * torch.randn_like(picture))


@dataclass
class Judge:
    """A classifier for each attribute."""

    networks: dict[str, torch.nn.Module]

    @staticmethod
    def calibrated(count: int, first_seed: int, seed: int = 1) -> "Judge":
        """Fitted to drawings."""
        torch.manual_seed(seed)
        scenes = judgeable_scenes(first_seed, count)
        samples: dict[str, list[torch.Tensor]] = {name: [] for name in CLASSES}
        for scene in scenes:
            picture = disturbed(as_floats(picture_of(scene)))
            for name in CLASSES:
                samples[name].append(features(picture, scene, name))
        targets = {name: torch.tensor([labels_of(scene)[name] for scene in scenes]) for name in CLASSES}
        return Judge({name: fit(torch.stack(samples[name]), targets[name], len(CLASSES[name])) for name in CLASSES})

    @torch.no_grad()
    def read(self, picture: torch.Tensor, scene: Scene) -> dict[str, int]:
        """The class of each attribute in a picture of bytes; of the scene only the placement is looked at."""
        floats = as_floats(picture)
        return {name: int(network(features(floats, scene, name)[None]).argmax())
                for name, network in self.networks.items()}


def fit(samples: torch.Tensor, targets: torch.Tensor, classes: int) -> torch.nn.Module:
    network = torch.nn.Sequential(torch.nn.Linear(samples.shape[1], 96), torch.nn.SiLU(), torch.nn.Dropout(0.2),
                                  torch.nn.Linear(96, classes))
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=0.02)
    steps = 30 * len(samples) // 64
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * (1 - step / steps)
        chosen = torch.randint(len(samples), (64,))
        loss = functional.cross_entropy(network(samples[chosen]), targets[chosen])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return network.eval()
