# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks whether pictures show what their prompts say: python evaluate.py --vae V/vae.pt --unet U/unet.pt.

Reads hair colour, clothes colour, place and time of day out of the pixels of held-out single-person prompts'
pictures. Three figures each: for true drawings (the judge's own quality), for the model's pictures, and for the
same pictures under other pictures' prompts (chance).
"""
import argparse
from pathlib import Path

import torch

from drawings import words
from drawings.scene import Scene
from training.drawn import HELD_OUT, picture_of
from training.judging import CLASSES, Judge, judgeable_scenes, labels_of
from training.prompts import DEFAULT_NEGATIVE, Tokens
from training.sampling import Painter
from training.sheet import write_sheet
from training.stage import load, say
from training.trained import load_model, load_vae

STYLE = "comic style, clean line art, dramatic lighting"
CALIBRATION = HELD_OUT + 100_000_000
TRUE_DRAWINGS = 600
LEAST_TRUE = 0.97
Readings = list[dict[str, int]]


def plain_prompt(scene: Scene) -> str:
    """The scene in the first words of each kind, nothing left out."""
    person = scene.person
    hair = words.HAIR_STYLE[person.hair_style][0].format(words.HAIR_COLOR[person.hair_color][0])
    clothes = words.GARMENT[person.garment][0].format(person.clothes_color)
    tags = [STYLE, words.KIND[person.kind][0], hair, clothes, "solo", words.FRAMING[scene.framing][0][0],
            words.MOOD[person.expression][0][0], words.POSE[person.pose][0], words.PLACE[scene.place][0][0],
            words.TIME[scene.time][0][0], words.WEATHER[scene.weather][0][0]]
    return ", ".join(tag for tag in tags if tag)


def accuracies(readings: Readings, labels: Readings) -> dict[str, float]:
    """Share of right ones for each attribute, and of pictures in which all are."""
    pairs = list(zip(readings, labels, strict=True))
    shares = {name: sum(read[name] == label[name] for read, label in pairs) / len(pairs) for name in CLASSES}
    return {**shares, "all": sum(read == label for read, label in pairs) / len(pairs)}


def shuffled(readings: Readings, labels: Readings) -> dict[str, float]:
    """The mean over all rotations of the prompts against the pictures."""
    turns = [accuracies(readings, labels[turn:] + labels[:turn]) for turn in range(1, len(labels))]
    return {name: sum(turn[name] for turn in turns) / len(turns) for name in turns[0]}


def say_shares(title: str, shares: dict[str, float]) -> None:
    say(f"{title}: " + ", ".join(f"{name} {100 * share:.1f} %" for name, share in shares.items()))


def confusions(readings: Readings, labels: Readings) -> str:
    wrong = [f"{names[label[name]]} as {names[read[name]]}" for read, label in zip(readings, labels, strict=True)
             for name, names in CLASSES.items() if read[name] != label[name]]
    return "; ".join(sorted(wrong))


def check_judge(judge: Judge, first_seed: int) -> bool:
    scenes = judgeable_scenes(first_seed, TRUE_DRAWINGS)
    readings = [judge.read(picture_of(scene), scene) for scene in scenes]
    shares = accuracies(readings, [labels_of(scene) for scene in scenes])
    say_shares("true drawings", shares)
    return all(shares[name] > LEAST_TRUE for name in CLASSES)


def draw_all(painter: Painter, prompts: list[str], batch: int) -> torch.Tensor:
    parts = []
    for start in range(0, len(prompts), batch):
        part = prompts[start:start + batch]
        parts.append(painter.pictures(part, list(range(start, start + len(part)))))
        say(f"{start + len(part)} of {len(prompts)} pictures")
    return torch.cat(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vae", type=Path)
    parser.add_argument("--unet", type=Path, help="without it only the judge is checked")
    parser.add_argument("--prompts", type=int, default=60)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--guidance", type=float, default=4.0)
    parser.add_argument("--negative", default=DEFAULT_NEGATIVE, help="empty: zeros, as the product does")
    parser.add_argument("--calibration", type=int, default=6000, help="true drawings the judge is fitted to")
    parser.add_argument("--sheet", type=Path, help="PNG of all pictures, ten a row")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)
    judge = Judge.calibrated(arguments.calibration, CALIBRATION)
    if not check_judge(judge, HELD_OUT + 10_000_000):
        say(f"the judge is not good enough: it needs more than {100 * LEAST_TRUE:.0f} % on true drawings")
    if not arguments.unet:
        return
    scenes = judgeable_scenes(HELD_OUT + 20_000_000, arguments.prompts)
    vae, _ = load_vae(load(arguments.vae))
    unet, encoders = load_model(load(arguments.unet))
    painter = Painter(unet, encoders, vae, Tokens(), arguments.steps, arguments.guidance, arguments.negative or None)
    pictures = draw_all(painter, [plain_prompt(scene) for scene in scenes], 6)
    readings = [judge.read(picture, scene) for picture, scene in zip(pictures, scenes, strict=True)]
    labels = [labels_of(scene) for scene in scenes]
    say_shares("generated", accuracies(readings, labels))
    say_shares("prompts shuffled", shuffled(readings, labels))
    say(f"wrong: {confusions(readings, labels)}")
    if arguments.sheet:
        white = torch.full((-len(pictures) % 10, *pictures.shape[1:]), 255, dtype=torch.uint8)
        write_sheet(arguments.sheet, list(torch.cat([pictures, white]).split(10)))


if __name__ == "__main__":
    main()
