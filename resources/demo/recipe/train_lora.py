# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains a LoRA of a lead or of the ink style on the finished model: python train_lora.py --subject lead_mara
--vae V/vae.pt --unet U/unet.pt --latents S --others L --folder F --minutes 15, again to go on.

`--latents` holds the subject's drawings, `--others` those of the base, without the trigger: they keep everyone else
as they are.
"""
import argparse
import random
from pathlib import Path

import torch

from drawings.captions import caption
from training.denoising import Denoising
from training.drawn import HELD_OUT, LEADS, STYLE, picture_of, scene_of
from training.lora import adapt, kohya_tensors, write_kohya
from training.loop import run_stage
from training.networks import HEIGHT, WIDTH, parameter_count
from training.options import stage_parser
from training.prompts import Tokens
from training.samples import Batch, Samples
from training.sampling import Painter
from training.sheet import write_sheet
from training.stage import load, save, say
from training.team import Team, descend, in_team
from training.trained import load_model, load_vae

TRIGGERS = {STYLE: "ink style", "lead_mara": "lead_mara", "lead_tom": "lead_tom"}
OTHERS = 4  # one sample in so many is of the base
STRENGTHS = (0.6, 1.1)  # users turn a LoRA down and up: it learns to be itself at all of these
SHEET_SCENES = 10


def joined(first: Batch, second: Batch) -> Batch:
    return Batch(torch.cat([first.latents, second.latents]),
                 tuple(torch.cat(pair) for pair in zip(first.ids, second.ids, strict=True)),
                 torch.cat([first.kept, second.kept]), torch.cat([first.time_ids, second.time_ids]))


class Training:
    def __init__(self, arguments: argparse.Namespace, team: Team) -> None:
        self.arguments, self.team = arguments, team
        self.path = arguments.folder / f"{arguments.subject}.pt"
        saved = load(self.path)
        torch.manual_seed(arguments.seed)  # all begin with the same parameters
        self.vae, scale = load_vae(load(arguments.vae))
        unet, encoders = load_model(load(arguments.unet))
        unet.to(memory_format=torch.channels_last)
        self.model = torch.nn.ModuleDict({"unet": unet, "text1": encoders[0], "text2": encoders[1]})
        self.additions = torch.nn.ModuleDict(
            {key.replace(".", "/"): addition for key, addition in adapt(self.model, arguments.rank).items()})
        self.optimizer = torch.optim.AdamW(self.additions.parameters(), lr=1e-3, betas=(0.9, 0.99), weight_decay=0.01, fused=True)
        self.step = 0
        if saved:
            self.additions.load_state_dict(saved["additions"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.step = saved["step"]
        self.generator = team.generator(arguments.seed, self.step)
        self.rng = random.Random(self.generator.initial_seed())
        self.tokens = Tokens()
        self.subject, self.others = (Samples(folder, scale, self.tokens, self.generator.initial_seed())
                                     for folder in (arguments.latents, arguments.others))
        self.denoising = Denoising(self.model)

    def save(self) -> None:
        save(self.path, {"additions": self.additions.state_dict(), "optimizer": self.optimizer.state_dict(),
                         "step": self.step})

    def strengthen(self, strength: float) -> None:
        for addition in self.additions.values():
            addition.strength = strength

    def advance(self, share: float, rate: float) -> tuple[dict[str, float], int]:
        count = self.arguments.batch
        others = count // OTHERS
        batch = joined(self.subject.batch(count - others), self.others.batch(others))
        mixed = torch.randperm(count, generator=self.generator)  # each kind at all amounts of noise
        batch = Batch(batch.latents[mixed], tuple(ids[mixed] for ids in batch.ids), batch.kept[mixed],
                      batch.time_ids[mixed])
        self.strengthen(self.rng.uniform(*STRENGTHS))
        losses, weights = self.denoising(batch, self.generator, share < self.arguments.half_until)
        norm = descend((losses * weights).mean(), self.optimizer, self.team, rate)
        self.step += 1
        losses, subject = losses.detach(), mixed < count - others
        return {"loss": float((losses * weights).mean()), "subject": float(losses[subject].mean()),
                "others": float(losses[~subject].mean()), "norm": norm}, count

    def sheet(self) -> None:
        """Drawings of held-out scenes, what the model draws by their captions at 0.8, and at 0."""
        scenes = [scene_of(HELD_OUT + index, self.arguments.subject) for index in range(SHEET_SCENES)]
        prompts = [caption(scene, random.Random(index)) for index, scene in enumerate(scenes)]
        painter = Painter(self.model["unet"], (self.model["text1"], self.model["text2"]), self.vae, self.tokens)
        rows = [torch.stack([picture_of(scene) for scene in scenes])]
        for strength in (0.8, 0.0):
            self.strengthen(strength)
            rows.append(painter.pictures(prompts, list(range(SHEET_SCENES))))
        write_sheet(self.arguments.folder / f"{self.arguments.subject}-{self.step:05}.png", rows)

    def metadata(self) -> dict[str, object]:
        """What kohya's trainer notes, as far as it is true here."""
        options = self.arguments
        subject, trigger = options.subject, TRIGGERS[options.subject]
        tags: dict[str, int] = {}
        for index, scene in enumerate(self.subject.scenes):
            for tag in caption(scene, random.Random(index)).split(", "):
                tags[tag] = tags.get(tag, 0) + 1
        frequent = dict(sorted(tags.items(), key=lambda item: (-item[1], item[0])))
        return {
            "ss_output_name": subject, "ss_sd_model_name": "manju-demo", "ss_base_model_version": "sdxl_base_v1-0",
            "ss_v2": "False", "ss_v_parameterization": "True", "ss_zero_terminal_snr": "True",
            "ss_network_module": "networks.lora", "ss_network_dim": str(options.rank),
            "ss_network_alpha": str(float(options.rank)),
            "ss_network_args": {"conv_dim": options.rank, "conv_alpha": options.rank},
            "ss_resolution": f"({WIDTH}, {HEIGHT})", "ss_num_train_images": str(len(self.subject)),
            "ss_num_reg_images": str(len(self.others)), "ss_steps": str(self.step),
            "ss_learning_rate": str(options.rate), "ss_optimizer": "torch.optim.AdamW", "ss_seed": str(options.seed),
            "ss_tag_frequency": {f"1_{subject}": frequent},
            "modelspec.sai_model_spec": "1.0.0", "modelspec.architecture": "stable-diffusion-xl-v1-base/lora",
            "modelspec.implementation": "https://github.com/Stability-AI/generative-models",
            "modelspec.title": subject, "modelspec.trigger_phrase": trigger, "modelspec.prediction_type": "v",
            "modelspec.resolution": f"{WIDTH}x{HEIGHT}", "modelspec.license": "GPL-3.0-or-later"}

    def run(self) -> None:
        options, leads = self.arguments, self.team.leads
        if leads:
            say(f"{options.subject}: {parameter_count(self.additions)} parameters, from step {self.step}")
        run_stage(self, options, self.team, warmup=30, sheet_minutes=15)
        if leads:
            additions = {key.replace("/", "."): addition for key, addition in self.additions.items()}
            layers = self.model["unet"].config.layers_per_block
            write_kohya(options.folder / f"{options.subject}.safetensors", kohya_tensors(additions, layers),
                        self.metadata())


def main() -> None:
    parser = stage_parser(__doc__, minutes=15, rate=1e-3, batch=16)
    parser.add_argument("--subject", choices=(STYLE, *LEADS), required=True)
    parser.add_argument("--vae", type=Path, required=True, help="checkpoint of train_vae.py")
    parser.add_argument("--unet", type=Path, required=True, help="checkpoint of train_unet.py")
    parser.add_argument("--latents", type=Path, required=True, help="encode_latents.py --subject ...")
    parser.add_argument("--others", type=Path, required=True, help="latents of the base")
    parser.add_argument("--rank", type=int, default=8)
    arguments = parser.parse_args()
    in_team(arguments.processes, lambda team: Training(arguments, team).run())


if __name__ == "__main__":
    main()
