# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prompts as the two text encoders read them, and the words around captions that the model learns to live with."""
import random
from pathlib import Path

import torch
from transformers import CLIPTokenizer
from transformers.models.clip.modeling_clip import CLIPTextModel, CLIPTextModelWithProjection

from .networks import POSITIONS

MERGES = Path(__file__).resolve().parents[3] / "clip" / "merges.txt"
END_OF_TEXT = 49407
PADDING = (END_OF_TEXT, 0)  # SDXL's second encoder pads with id 0
DEFAULT_NEGATIVE = "text, watermark, blurry, deformed hands"

# What users write to be avoided. The model has never seen such a picture, so the words must mean nothing.
NEGATIVE_WORDS = (
    "text", "watermark", "blurry", "deformed hands", "bad anatomy", "bad hands", "lowres", "low quality",
    "worst quality", "jpeg artifacts", "signature", "extra fingers", "ugly", "cropped", "logo", "out of focus",
    "photo", "realistic", "3d", "noise", "extra limbs", "disfigured")
# What users put before or behind a description, the product's own presets first.
FILLERS = (
    "comic style, clean line art, dramatic lighting", "comic style", "clean line art", "dramatic lighting",
    "masterpiece", "best quality", "high quality", "highly detailed", "flat colors", "anime style", "cartoon",
    "illustration", "comic panel", "cinematic", "sharp focus", "beautiful", "vertical", "webtoon")


def byte_signs() -> list[str]:
    """The sign that stands for each byte in the table of merges: itself if printable, else one above 255."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return [chr(byte) for byte in printable] + [chr(256 + index) for index in range(len(others))]


def vocabulary(merges: list[tuple[str, str]]) -> dict[str, int]:
    signs = byte_signs()
    words = signs + [sign + "</w>" for sign in signs] + [first + second for first, second in merges]
    words += ["<|startoftext|>", "<|endoftext|>"]
    return {word: index for index, word in enumerate(words)}


def read_merges() -> list[tuple[str, str]]:
    lines = MERGES.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" ")) for line in lines if line]


class Tokens:
    """CLIP's tokenizer from the product's table of merges."""

    def __init__(self) -> None:
        merges = read_merges()
        self.tokenizer = CLIPTokenizer(vocab=vocabulary(merges), merges=merges)

    def __call__(self, prompts: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
        """Ids for the first and the second encoder, [N, 77] each; what is too long is cut."""
        rows = self.tokenizer(prompts, truncation=True, max_length=POSITIONS)["input_ids"]

        def padded(padding: int) -> torch.Tensor:
            return torch.tensor([row + [padding] * (POSITIONS - len(row)) for row in rows])

        return padded(PADDING[0]), padded(PADDING[1])


def encode(encoders: tuple[CLIPTextModel, CLIPTextModelWithProjection],
           ids: tuple[torch.Tensor, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Context [N, 77, both widths] from the last layers but one, and the second encoder's pooled state."""
    first = encoders[0](ids[0], output_hidden_states=True).hidden_states[-2]
    second = encoders[1](ids[1], output_hidden_states=True)
    return torch.cat([first, second.hidden_states[-2]], dim=2), second.text_embeds


def negative_prompt(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return DEFAULT_NEGATIVE
    return ", ".join(rng.sample(NEGATIVE_WORDS, rng.randint(1, 8)))


def with_surroundings(caption: str, rng: random.Random) -> str:
    """A caption as users would write it: some words of praise or style around it, seldom unknown ones between."""
    tags = caption.split(", ")
    if rng.random() < 0.4:
        tags[:0] = rng.sample(FILLERS, rng.randint(1, 3)) if rng.random() < 0.5 else [FILLERS[0]]
    if rng.random() < 0.1:
        tags += rng.sample(FILLERS, rng.randint(1, 2))
    return ", ".join(tags)
