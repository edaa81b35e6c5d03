# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks whether a lead's LoRA draws the lead, and nothing does without it: python evaluate_lora.py --subject lead_mara
--vae V/vae.pt --unet U/unet.pt --loras F.

Shares of pictures with the lead's marks: true drawings of the lead and of others (the judge's own quality), the trigger
with the LoRA, the same prompts without the LoRA, and other persons beside the LoRA.
"""
import argparse
from pathlib import Path

import torch

from drawings import words
from drawings.scene import Scene
from training.drawn import HELD_OUT, LEADS, picture_of
from training.judging import judgeable_scenes
from training.lora import adapt
from training.marks import MarkJudge, lead_scene, other_scene
from training.prompts import Tokens
from training.sampling import Painter
from training.sheet import write_sheet
from training.stage import load, say
from training.trained import load_model, load_vae
from evaluate import STYLE, draw_all, plain_prompt

CALIBRATION = HELD_OUT + 200_000_000
TRUE_DRAWINGS = 300
KINDS = {"lead_mara": "1girl, young woman", "lead_tom": "1boy, old man"}


def trigger_prompt(subject: str, scene: Scene) -> str:
    """What a user writes who trusts the LoRA: the trigger and the setting, no looks."""
    person = scene.person
    tags = [STYLE, subject, KINDS[subject], "solo", words.FRAMING[scene.framing][0][0],
            words.MOOD[person.expression][0][0], words.PLACE[scene.place][0][0], words.TIME[scene.time][0][0],
            words.WEATHER[scene.weather][0][0]]
    return ", ".join(tag for tag in tags if tag)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--subject", choices=LEADS, required=True)
    parser.add_argument("--vae", type=Path, required=True)
    parser.add_argument("--unet", type=Path, required=True)
    parser.add_argument("--loras", type=Path, required=True, help="folder of train_lora.py")
    parser.add_argument("--prompts", type=int, default=30)
    parser.add_argument("--strength", type=float, default=0.8)
    parser.add_argument("--rank", type=int, default=8)
    parser.add_argument("--calibration", type=int, default=1500, help="true drawings of each kind for the judge")
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)
    subject = arguments.subject
    judge = MarkJudge.calibrated(subject, arguments.calibration, CALIBRATION)
    leads = [lead_scene(subject, HELD_OUT + 30_000_000 + index) for index in range(TRUE_DRAWINGS)]
    others = [other_scene(subject, HELD_OUT + 30_000_000 + index) for index in range(TRUE_DRAWINGS)]
    for name, scenes in (("the lead", leads), ("others", others)):
        say(f"true drawings of {name}: {100 * judge.share([picture_of(scene) for scene in scenes], scenes):.1f} %")

    vae, _ = load_vae(load(arguments.vae))
    unet, encoders = load_model(load(arguments.unet))
    model = torch.nn.ModuleDict({"unet": unet, "text1": encoders[0], "text2": encoders[1]})
    additions = torch.nn.ModuleDict(
        {key.replace(".", "/"): addition for key, addition in adapt(model, arguments.rank).items()})
    additions.load_state_dict(load(arguments.loras / f"{subject}.pt")["additions"])
    painter = Painter(unet, encoders, vae, Tokens())
    scenes = leads[:arguments.prompts]
    prompts = [trigger_prompt(subject, scene) for scene in scenes]
    strangers = judgeable_scenes(HELD_OUT + 40_000_000, arguments.prompts)
    rows = []
    for name, strength, who, texts in (
            ("with the LoRA", arguments.strength, scenes, prompts), ("trigger alone", 0.0, scenes, prompts),
            ("others beside the LoRA", arguments.strength, strangers, [plain_prompt(scene) for scene in strangers])):
        for addition in additions.values():
            addition.strength = strength
        pictures = draw_all(painter, texts, 6)
        say(f"{name}: {100 * judge.share(pictures, who):.1f} % show the marks")
        rows.append(pictures)
    if arguments.sheet:
        write_sheet(arguments.sheet, [row for pictures in rows for row in pictures[:10].split(10)])


if __name__ == "__main__":
    main()
