# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures side by side, for looking."""
from pathlib import Path

import torch
from PIL import Image


def write_sheet(path: Path, rows: list[torch.Tensor]) -> None:
    """Rows of pictures, each [N, 3, H, W] bytes."""
    lines = [torch.cat(list(row), dim=2) for row in rows]
    whole = torch.cat(lines, dim=1).permute(1, 2, 0).contiguous().numpy()
    part = path.with_suffix(".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(whole).save(part, format="PNG")
    part.replace(path)
