# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One stage of a training: its time, its learning rate, its checkpoint and what it prints."""
import os
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Callable

import numpy
import torch


class Stage:
    """A stretch of training that ends after a number of minutes and can be gone on with in a later stage."""

    def __init__(self, minutes: float, rates: tuple[float, float], warmup: int) -> None:
        self.start = time.monotonic()
        self.seconds = minutes * 60
        self.highest, self.lowest = rates
        self.warmup = warmup
        self.steps = 0

    @property
    def share(self) -> float:
        """How much of the stage's time is over, 0 to 1."""
        return min((time.monotonic() - self.start) / self.seconds, 1.0)

    @property
    def over(self) -> bool:
        return self.share >= 1

    def rate(self) -> float:
        """Linear warm-up over steps, then half a cosine over the time of the stage."""
        cosine = 0.5 * (1 + numpy.cos(numpy.pi * self.share))
        rate = self.lowest + (self.highest - self.lowest) * cosine
        return float(rate * min(1.0, (self.steps + 1) / self.warmup))


class Every:
    """True once in a number of minutes, first when they are over."""

    def __init__(self, minutes: float) -> None:
        self.seconds = minutes * 60
        self.next = time.monotonic() + self.seconds

    def __call__(self) -> bool:
        now = time.monotonic()
        if now < self.next:
            return False
        self.next = now + self.seconds
        return True


class Means:
    """Means of the losses since the last line, and samples a second."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.sums: dict[str, float] = defaultdict(float)
        self.steps = 0
        self.samples = 0
        self.since = time.monotonic()

    def add(self, parts: dict[str, float], samples: int) -> None:
        for name, value in parts.items():
            self.sums[name] += value
        self.steps += 1
        self.samples += samples

    def line(self) -> str:
        seconds = max(time.monotonic() - self.since, 1e-9)
        parts = " ".join(f"{name} {value / max(self.steps, 1):.5f}" for name, value in self.sums.items())
        text = f"{parts} | {self.samples / seconds:.2f} samples/s"
        self.clear()
        return text


class Ema:
    """An exponential mean of parameters; its decay rises to `decay` while there are few steps."""

    def __init__(self, module: torch.nn.Module, decay: float) -> None:
        self.decay = decay
        self.steps = 0
        self.source = list(module.parameters())
        self.mean = [parameter.detach().clone() for parameter in self.source]

    @torch.no_grad()
    def update(self) -> None:
        decay = min(self.decay, (1 + self.steps) / (10 + self.steps))
        self.steps += 1
        torch._foreach_lerp_(self.mean, [parameter.detach() for parameter in self.source], 1 - decay)

    def state_dict(self) -> dict[str, Any]:
        return {"steps": self.steps, "mean": self.mean}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.steps = state["steps"]
        for mean, saved in zip(self.mean, state["mean"], strict=True):
            mean.copy_(saved)

    @torch.no_grad()
    def swap(self) -> None:
        """Exchanges the parameters and their mean."""
        for mean, parameter in zip(self.mean, self.source, strict=True):
            kept = parameter.detach().clone()
            parameter.copy_(mean)
            mean.copy_(kept)

    def apply(self, look: Callable[[], None]) -> None:
        """Calls `look` while the module has the mean parameters."""
        self.swap()
        try:
            look()
        finally:
            self.swap()


def save(path: Path, state: dict[str, Any]) -> None:
    """Writes a checkpoint so that a cut never leaves half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with open(part, "wb") as file:
        torch.save(state, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def load(path: Path) -> dict[str, Any] | None:
    return torch.load(path, map_location="cpu", weights_only=False) if path.exists() else None


def say(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, flush=True)
