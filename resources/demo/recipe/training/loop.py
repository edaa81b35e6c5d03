# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The loop of a stage: steps until its minutes are over, lines, checkpoints and sheets meanwhile."""
import argparse
from typing import Protocol

from .stage import Every, Means, Stage, say
from .team import Team


class Trainer(Protocol):
    step: int  # taken in all stages

    def advance(self, share: float, rate: float) -> tuple[dict[str, float], int]:
        """Takes one step at this share of the stage; the parts of its loss and the samples it saw."""

    def save(self) -> None:
        """Writes the checkpoint."""

    def sheet(self) -> None:
        """Draws a sheet for looking."""


def run_stage(trainer: Trainer, options: argparse.Namespace, team: Team, warmup: int, sheet_minutes: float) -> None:
    """To be called by every member; the leader alone prints, saves and draws, and does so once more at the end."""
    stage = Stage(options.minutes, (options.rate, options.last_rate), warmup)
    line, sheet, keep = Every(1), Every(sheet_minutes), Every(4)
    means = Means()
    while True:
        share, rate = team.agree(stage.share, stage.rate())
        if share >= 1:
            break
        parts, samples = trainer.advance(share, rate)
        means.add(parts, samples * team.count)
        stage.steps += 1
        if not team.leads:
            continue
        if line():
            say(f"step {trainer.step} rate {rate:.5f} {means.line()}")
        if keep():
            trainer.save()
        if sheet():
            trainer.sheet()
    if team.leads:
        trainer.save()
        trainer.sheet()
        say(f"the stage ended at step {trainer.step}")
