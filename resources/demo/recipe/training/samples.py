# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Batches for the UNet: latents with captions drawn anew each time."""
import random
from dataclasses import dataclass
from pathlib import Path

import torch

from drawings.captions import caption

from .latents import read_store
from .prompts import Tokens, negative_prompt, with_surroundings
from .sampling import TIME_IDS

WITHOUT_PROMPT = 0.10  # half of them zeros, as for an empty negative; half words that users want to avoid
OTHER_SIZE = 0.10
# Height and width that a picture may be said to have: SDXL's own, and what a larger second pass sends.
SIZES = ((1344, 768), (1216, 832), (1024, 1024), (576, 320), (336, 192), (432, 240))


@dataclass
class Batch:
    latents: torch.Tensor
    ids: tuple[torch.Tensor, torch.Tensor]
    kept: torch.Tensor  # [N], 0 where context and pooled state are zeros
    time_ids: torch.Tensor


class Samples:
    """Goes through the latents in a new order each time."""

    def __init__(self, folder: Path, scale: float, tokens: Tokens, seed: int) -> None:
        self.records, self.scenes = read_store(folder)
        self.scale = scale
        self.tokens = tokens
        self.rng = random.Random(seed)
        self.order: list[int] = []

    def __len__(self) -> int:
        return len(self.scenes)

    def _next(self) -> int:
        if not self.order:
            self.order = list(range(len(self)))
            self.rng.shuffle(self.order)
        return self.order.pop()

    def _time_ids(self) -> tuple[float, ...]:
        if self.rng.random() >= OTHER_SIZE:
            return TIME_IDS
        height, width = self.rng.choice(SIZES)
        return float(height), float(width), 0.0, 0.0, float(height), float(width)

    def batch(self, count: int) -> Batch:
        indices = [self._next() for _ in range(count)]
        prompts, kept = [], []
        for index in indices:
            without = self.rng.random() < WITHOUT_PROMPT
            zeros = without and self.rng.random() < 0.5
            kept.append(0.0 if zeros else 1.0)
            prompts.append(negative_prompt(self.rng) if without
                           else with_surroundings(caption(self.scenes[index], self.rng), self.rng))
        latents = torch.from_numpy(self.records[indices].astype("float32")) * self.scale
        return Batch(latents, self.tokens(prompts), torch.tensor(kept),
                     torch.tensor([self._time_ids() for _ in range(count)]))
