# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stored latents: a file of fp16 records and the scenes that they show, one JSON object a line."""
import dataclasses
import json
from pathlib import Path

import numpy
import torch

from drawings.scene import Person, Scene

from .networks import LATENT_CHANNELS, LATENT_SIZE

SHAPE = (LATENT_CHANNELS, *LATENT_SIZE)
RECORD_BYTES = 2 * LATENT_CHANNELS * LATENT_SIZE[0] * LATENT_SIZE[1]


def scene_from(fields: dict) -> Scene:
    person = fields.pop("person")
    return Scene(person=Person(**person) if person else None, **fields)


class LatentStore:
    """Appends in any number of runs; what a cut run left incomplete is dropped by the next one."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.records, self.scenes = folder / "latents.f16", folder / "scenes.jsonl"
        for path in (self.records, self.scenes):
            path.touch()
        lines = self.scenes.read_bytes().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        self.count = min(len(whole), self.records.stat().st_size // RECORD_BYTES)
        with open(self.records, "r+b") as file:
            file.truncate(self.count * RECORD_BYTES)
        with open(self.scenes, "r+b") as file:
            file.truncate(sum(len(line) for line in whole[:self.count]))

    def append(self, latents: torch.Tensor, scenes: list[Scene]) -> None:
        with open(self.records, "ab") as file:
            file.write(latents.to(torch.float16).contiguous().numpy().tobytes())
        with open(self.scenes, "a", encoding="utf-8") as file:
            file.writelines(json.dumps(dataclasses.asdict(scene)) + "\n" for scene in scenes)
        self.count += len(scenes)


def read_store(folder: Path) -> tuple[numpy.memmap, list[Scene]]:
    lines = (folder / "scenes.jsonl").read_text(encoding="utf-8").splitlines()
    count = min(len(lines), (folder / "latents.f16").stat().st_size // RECORD_BYTES)
    records = numpy.memmap(folder / "latents.f16", dtype=numpy.float16, mode="r", shape=(count, *SHAPE))
    return records, [scene_from(json.loads(line)) for line in lines[:count]]
