# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the demo model's UNet and text encoders: python train_unet.py --vae V/vae.pt --latents L --folder F
--minutes 150, again to go on."""
import argparse
import random
from pathlib import Path

import torch

from drawings.captions import caption
from training.denoising import Denoising
from training.drawn import HELD_OUT, picture_of, scene_of
from training.loop import run_stage
from training.networks import parameter_count
from training.options import stage_parser
from training.prompts import Tokens
from training.samples import Samples
from training.sampling import Painter
from training.sheet import write_sheet
from training.stage import Ema, load, save, say
from training.team import Team, descend, in_team
from training.trained import load_vae, make_model

SHEET_SCENES = 12


def parameter_groups(model: torch.nn.ModuleDict) -> list[dict]:
    """Matrices decay; embeddings, norms and biases do not. Rows of seldom words learn faster."""
    words, matrices, rest = [], [], []
    for name, parameter in model.named_parameters():
        if "token_embedding" in name:
            words.append(parameter)
        else:
            (matrices if parameter.ndim > 1 and "position_embedding" not in name else rest).append(parameter)
    return [{"params": matrices, "weight_decay": 0.01, "factor": 1.0},
            {"params": rest, "weight_decay": 0.0, "factor": 1.0},
            {"params": words, "weight_decay": 0.0, "factor": 2.0}]


class Training:
    def __init__(self, arguments: argparse.Namespace, team: Team) -> None:
        self.arguments, self.team = arguments, team
        self.path = arguments.folder / "unet.pt"
        saved = load(self.path)
        torch.manual_seed(arguments.seed)  # all begin with the same parameters
        self.vae, scale = load_vae(load(arguments.vae))
        self.tokens = Tokens()
        self.model = make_model(tuple(saved["channels"] if saved else arguments.channels))
        if saved:
            self.model.load_state_dict(saved["model"])
        self.model["unet"].to(memory_format=torch.channels_last)
        self.ema = Ema(self.model, arguments.ema)
        self.optimizer = torch.optim.AdamW(parameter_groups(self.model), lr=1e-3, betas=(0.9, 0.99), fused=True)
        self.step = 0
        if saved:
            self.ema.load_state_dict(saved["ema"])
            if "optimizer" in saved:  # not in what resume.py makes
                self.optimizer.load_state_dict(saved["optimizer"])
            self.step = saved["step"]
        self.generator = team.generator(arguments.seed, self.step)
        self.samples = Samples(arguments.latents, scale, self.tokens, self.generator.initial_seed())
        self.denoising = Denoising(self.model)

    def save(self) -> None:
        save(self.path, {
            "model": self.model.state_dict(), "ema": self.ema.state_dict(),
            "optimizer": self.optimizer.state_dict(), "step": self.step,
            "channels": list(self.model["unet"].config.block_out_channels)})

    def advance(self, share: float, rate: float) -> tuple[dict[str, float], int]:
        batch = self.samples.batch(self.arguments.batch)
        losses, weights = self.denoising(batch, self.generator, share < self.arguments.half_until)
        norm = descend((losses * weights).mean(), self.optimizer, self.team, rate)
        self.ema.update()
        self.step += 1
        losses, third = losses.detach(), len(losses) // 3
        return {"loss": float((losses * weights).mean()), "low": float(losses[:third].mean()),
                "middle": float(losses[third:2 * third].mean()), "high": float(losses[2 * third:].mean()),
                "norm": norm}, len(losses)

    def sheet(self) -> None:
        """Drawings of held-out scenes over what the model draws by their captions."""
        scenes = [scene_of(HELD_OUT + 1000 + index) for index in range(SHEET_SCENES)]
        prompts = [caption(scene, random.Random(index)) for index, scene in enumerate(scenes)]
        painter = Painter(self.model["unet"], (self.model["text1"], self.model["text2"]), self.vae, self.tokens)
        true = torch.stack([picture_of(scene) for scene in scenes])

        def write() -> None:
            drawn = painter.pictures(prompts, list(range(SHEET_SCENES)))
            write_sheet(self.arguments.folder / f"sheet-{self.step:06}.png", [true, drawn])

        self.ema.apply(write)
        (self.arguments.folder / "sheet.txt").write_text("\n".join(prompts) + "\n", encoding="utf-8")

    def run(self) -> None:
        if self.team.leads:
            say(f"{parameter_count(self.model)} parameters, UNet {parameter_count(self.model['unet'])}, "
                f"{len(self.samples)} latents, from step {self.step}")
        run_stage(self, self.arguments, self.team, warmup=200, sheet_minutes=15)


def main() -> None:
    parser = stage_parser(__doc__, minutes=150, rate=1e-3, batch=16)
    parser.add_argument("--vae", type=Path, required=True, help="checkpoint of train_vae.py")
    parser.add_argument("--latents", type=Path, required=True, help="folder of encode_latents.py")
    parser.add_argument("--ema", type=float, default=0.999)
    parser.add_argument("--channels", type=int, nargs=3, default=(48, 96, 192), help="UNet widths of a new model")
    arguments = parser.parse_args()
    in_team(arguments.processes, lambda team: Training(arguments, team).run())


if __name__ == "__main__":
    main()
