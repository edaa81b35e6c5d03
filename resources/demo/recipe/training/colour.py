# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brightness, colour and slopes of pictures, and what the latent's first channels are led to carry."""
from dataclasses import dataclass

import torch
from torch.nn import functional

# Rows: brightness (Rec. 601), then the blue and red differences at the same scale.
TO_YCC = torch.tensor([[0.299, 0.587, 0.114], [-0.169, -0.331, 0.5], [0.5, -0.419, -0.081]])


def ycc(pictures: torch.Tensor) -> torch.Tensor:
    return torch.einsum("yc,nchw->nyhw", TO_YCC, pictures)


def slopes(pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Differences between neighbours, across and down."""
    return pictures[..., 1:] - pictures[..., :-1], pictures[..., 1:, :] - pictures[..., :-1, :]


@dataclass(frozen=True)
class BlockColours:
    """Mean colours of 8x8 blocks, brought to mean 0 and deviation 1 by figures measured once."""

    mean: torch.Tensor
    deviation: torch.Tensor

    @staticmethod
    def measured(pictures: torch.Tensor) -> "BlockColours":
        values = ycc(functional.avg_pool2d(pictures, 8)).transpose(0, 1).flatten(1)
        return BlockColours(values.mean(1)[None, :, None, None], values.std(1)[None, :, None, None])

    def of(self, pictures: torch.Tensor) -> torch.Tensor:
        return (ycc(functional.avg_pool2d(pictures, 8)) - self.mean) / self.deviation
