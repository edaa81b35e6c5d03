# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options that every training program has."""
import argparse
from pathlib import Path


def stage_parser(description: str, minutes: float, rate: float, batch: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--folder", type=Path, required=True, help="for the checkpoint and the sheets")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--rate", type=float, default=rate, help="highest learning rate")
    parser.add_argument("--last-rate", type=float, default=rate / 50, help="at the end of the stage")
    parser.add_argument("--batch", type=int, default=batch, help="samples of a step in each process")
    parser.add_argument("--half-until", type=float, default=0.0,
                        help="share of the stage that is computed in bfloat16; 0 where that is not faster")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser
