# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One training in several processes of one thread each: small convolutions gain little from more threads."""
import tempfile
from pathlib import Path
from typing import Callable

import torch
import torch.distributed as distributed
import torch.multiprocessing as processes


class Team:
    """Its members take every step together: each with its own samples, all with the mean of their gradients."""

    def __init__(self, member: int, count: int, meeting: Path) -> None:
        torch.set_num_threads(1)
        torch.set_flush_denormal(True)
        self.member, self.count = member, count
        self.flat = torch.empty(0)
        if count > 1:
            distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=member, world_size=count)

    @property
    def leads(self) -> bool:
        return self.member == 0

    def generator(self, seed: int, step: int) -> torch.Generator:
        """Random numbers of this member's own for a stage that begins at `step`."""
        return torch.Generator().manual_seed((seed * 1_000_003 + step) * 64 + self.member)

    def agree(self, *values: float) -> tuple[float, ...]:
        """The leader's values: every member's clock is a little different."""
        told = torch.tensor(values, dtype=torch.float64)
        if self.count > 1:
            distributed.broadcast(told, 0)
        return tuple(told.tolist())

    def mean_gradients(self, parameters: list[torch.nn.Parameter]) -> None:
        if self.count == 1:
            return
        gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
        self.flat = torch.cat([gradient.flatten() for gradient in gradients])
        distributed.all_reduce(self.flat)
        self.flat.div_(self.count)
        parts = self.flat.split([gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))


def descend(loss: torch.Tensor, optimizer: torch.optim.Optimizer, team: Team, rate: float) -> float:
    """One step of all members along the mean of their gradients; returns its length before it was cut to 1. A group
    of parameters may have a `factor` of its own for the rate."""
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    team.mean_gradients(parameters)
    norm = torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    for group in optimizer.param_groups:
        group["lr"] = rate * group.get("factor", 1.0)
    optimizer.step()
    return float(norm)


def in_team(count: int, work: Callable[[Team], None]) -> None:
    """Calls `work` in `count` processes, this one being the leader. To be called before anything that uses threads."""
    with tempfile.TemporaryDirectory() as folder:
        meeting = Path(folder) / "meeting"
        context = processes.get_context("fork")
        others = [context.Process(target=lambda member=member: work(Team(member, count, meeting)), daemon=True)
                  for member in range(1, count)]
        for other in others:
            other.start()
        work(Team(0, count, meeting))
        for other in others:
            other.join()
