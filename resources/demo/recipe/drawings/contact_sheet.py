# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws random scenes with their captions into one picture, for looking.

    python -m drawings.contact_sheet sheet.png --count 24 --columns 8 --seed 1"""

import argparse
import random
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from .captions import caption
from .draw import draw
from .scene import Scene, sample_character, sample_scene, sample_style


def sheet(scenes: Sequence[Scene], columns: int, scale: float = 1.0, captions: Sequence[str] = ()) -> Image.Image:
    """A grid of drawings, each over its caption."""
    width, height = round(160 * scale), round(288 * scale)
    text = 44 if captions else 0
    rows = -(-len(scenes) // columns)
    page = Image.new("RGB", (columns * (width + 4), rows * (height + 4 + text)), "white")
    pen = ImageDraw.Draw(page)
    for i, scene in enumerate(scenes):
        x, y = i % columns * (width + 4), i // columns * (height + 4 + text)
        page.paste(Image.fromarray(draw(scene, width, height)), (x, y))
        if captions:
            pen.text((x, y + height), _wrapped(captions[i], width // 6), fill="black", font_size=9)
    return page


def _wrapped(text: str, columns: int) -> str:
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) > columns * 1.3:
            lines.append(line)
            line = ""
        line += word + " "
    return "\n".join([*lines, line][:4])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--columns", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of", default="scenes", choices=("scenes", "lead_mara", "lead_tom", "ink"))
    args = parser.parse_args()
    rng = random.Random(args.seed)
    samplers = {"scenes": sample_scene, "ink": sample_style}
    scenes = [samplers[args.of](rng) if args.of in samplers else sample_character(rng, args.of) for _ in range(args.count)]
    sheet(scenes, args.columns, 1.0, [caption(scene, rng) for scene in scenes]).save(args.out)


if __name__ == "__main__":
    np.seterr(all="raise")
    main()
