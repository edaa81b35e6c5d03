# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawings as training samples, drawn beside the training by a process of their own."""
import os
import random
import time

import torch
import torch.multiprocessing as processes

from drawings.draw import draw
from drawings.scene import Scene, sample_character, sample_scene, sample_style

from .networks import HEIGHT, WIDTH

# Seeds at and above this are never trained on.
HELD_OUT = 1_000_000_000


# Subjects: the base model's, then those of the LoRAs.
SCENES, STYLE, LEADS = "scenes", "ink_style", ("lead_mara", "lead_tom")
SUBJECTS = (SCENES, STYLE, *LEADS)


def scene_of(seed: int, subject: str = SCENES) -> Scene:
    rng = random.Random(seed)
    if subject in LEADS:
        return sample_character(rng, subject)
    return sample_style(rng) if subject == STYLE else sample_scene(rng)


def picture_of(scene: Scene, width: int = WIDTH, height: int = HEIGHT) -> torch.Tensor:
    """[3, H, W] bytes."""
    return torch.from_numpy(draw(scene, width, height)).permute(2, 0, 1).contiguous()


def as_floats(pictures: torch.Tensor) -> torch.Tensor:
    """Bytes to -1 ... 1."""
    return pictures.float().div_(127.5).sub_(1)


def as_bytes(pictures: torch.Tensor) -> torch.Tensor:
    return pictures.detach().add(1).mul(127.5).round().clamp(0, 255).to(torch.uint8)


def held_out(count: int, first: int = 0) -> torch.Tensor:
    return torch.stack([picture_of(scene_of(HELD_OUT + first + index)) for index in range(count)])


def _fill(pool: torch.Tensor, filled: torch.Tensor, first_seed: int, pause: float) -> None:
    os.nice(5)
    torch.set_num_threads(1)
    index = 0
    while os.getppid() != 1:
        pool[index % len(pool)] = picture_of(scene_of(first_seed + index))
        index += 1
        filled[0] = index
        if index > len(pool) // 2:
            time.sleep(pause)


class Pool:
    """Recent drawings in shared memory; the oldest are replaced all the time."""

    def __init__(self, size: int, first_seed: int, pause: float = 0.15) -> None:
        self.pictures = torch.zeros(size, 3, HEIGHT, WIDTH, dtype=torch.uint8).share_memory_()
        self.filled = torch.zeros(1, dtype=torch.int64).share_memory_()
        self.first_seed = first_seed
        context = processes.get_context("fork")
        self.process = context.Process(target=_fill, args=(self.pictures, self.filled, first_seed, pause), daemon=True)
        self.process.start()
        while self.filled[0] < min(64, size):
            if not self.process.is_alive():
                raise RuntimeError("the process that draws has ended")
            time.sleep(0.1)

    @property
    def next_seed(self) -> int:
        return self.first_seed + int(self.filled[0])

    def crops(self, count: int, height: int, width: int, generator: torch.Generator, choices: int = 1) -> torch.Tensor:
        """Random cuts, [count, 3, height, width] floats, on the latent's grid of 8 pixels; each is the one with
        the most detail out of `choices`."""
        last = min(int(self.filled[0]), len(self.pictures))

        def below(most: int) -> int:
            return int(torch.randint(most, (1,), generator=generator))

        def cut() -> torch.Tensor:
            top, left = 8 * below((HEIGHT - height) // 8 + 1), 8 * below((WIDTH - width) // 8 + 1)
            return self.pictures[below(last), :, top:top + height, left:left + width]

        return as_floats(torch.stack([max((cut() for _ in range(choices)), key=detail) for _ in range(count)]))


def detail(picture: torch.Tensor) -> float:
    """How much lines and edges there are in bytes: faces much, walls little."""
    values = picture.to(torch.int16)
    return float((values[:, 1:] - values[:, :-1]).abs_().sum() + (values[..., 1:] - values[..., :-1]).abs_().sum())
