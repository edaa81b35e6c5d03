# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the demo model's UNet and text encoders: python train_unet.py --vae V/vae.pt --latents L --folder F
--minutes 150, again to go on."""
import argparse
import random
from pathlib import Path

import torch

from drawings.captions import caption
from training.drawn import HELD_OUT, picture_of, scene_of
from training.networks import make_scheduler, parameter_count
from training.options import stage_parser
from training.prompts import Tokens, encode
from training.samples import Batch, Samples
from training.sampling import Painter
from training.sheet import write_sheet
from training.stage import Ema, Every, Means, Stage, load, save, say
from training.team import Team, in_team
from training.trained import load_vae, make_model

SNR_LIMIT = 5.0
SHEET_SCENES = 12


class Noising:
    """The forward process, its targets and weights."""

    def __init__(self) -> None:
        shares = make_scheduler().alphas_cumprod.double()
        self.signal, self.noise = shares.sqrt().float(), (1 - shares).sqrt().float()
        # Min-SNR for velocities, without its fall to 0 where there is no signal: the first step of a picture
        # starts there and decides its light.
        power = 1 / (1 - shares)
        self.weight = (SNR_LIMIT / power).clamp(max=1).float()

    def timesteps(self, count: int, generator: torch.Generator) -> torch.Tensor:
        """One out of each of `count` equal parts of the time, the first step more often."""
        steps = ((torch.arange(count) + torch.rand(count, generator=generator)) / count * 1000).long()
        steps[-1] = 999 if torch.rand(1, generator=generator) < 0.01 * count else steps[-1]
        return steps

    def __call__(self, clean: torch.Tensor, noise: torch.Tensor, steps: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The noised latent, the velocity and the loss's weight."""
        signal, share = self.signal[steps, None, None, None], self.noise[steps, None, None, None]
        return signal * clean + share * noise, signal * noise - share * clean, self.weight[steps]


class Objective(torch.nn.Module):
    """Loss per sample; one module, so that all of it can be compiled."""

    def __init__(self, model: torch.nn.ModuleDict) -> None:
        super().__init__()
        self.model = model

    def forward(self, noised: torch.Tensor, velocity: torch.Tensor, steps: torch.Tensor,
                batch: Batch) -> torch.Tensor:
        context, pooled = encode((self.model["text1"], self.model["text2"]), batch.ids)
        kept = batch.kept[:, None]
        added = {"text_embeds": pooled * kept, "time_ids": batch.time_ids}
        drawn = self.model["unet"](noised, steps, context * kept[:, None], added_cond_kwargs=added).sample
        return (drawn - velocity).square().mean((1, 2, 3))


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
        self.parameters = list(self.model.parameters())
        self.ema = Ema(self.model, arguments.ema)
        self.optimizer = torch.optim.AdamW(parameter_groups(self.model), lr=1e-3, betas=(0.9, 0.99), fused=True)
        self.step = 0
        if saved:
            self.ema.load_state_dict(saved["ema"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.step = saved["step"]
        self.generator = team.generator(arguments.seed, self.step)
        self.samples = Samples(arguments.latents, scale, self.tokens, self.generator.initial_seed())
        self.noising = Noising()
        self.objective = Objective(self.model)

    def save(self) -> None:
        save(self.path, {
            "model": self.model.state_dict(), "ema": self.ema.state_dict(),
            "optimizer": self.optimizer.state_dict(), "step": self.step,
            "channels": list(self.model["unet"].config.block_out_channels)})

    def take_step(self, batch: Batch, rate: float) -> dict[str, float]:
        steps = self.noising.timesteps(len(batch.latents), self.generator)
        noise = torch.randn(batch.latents.shape, generator=self.generator)
        noised, velocity, weights = self.noising(batch.latents, noise, steps)
        losses = self.objective(noised.contiguous(memory_format=torch.channels_last), velocity, steps, batch)
        self.optimizer.zero_grad(set_to_none=True)
        (losses * weights).mean().backward()
        self.team.mean_gradients(self.parameters)
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group["factor"]
        self.optimizer.step()
        self.ema.update()
        self.step += 1
        losses, third = losses.detach(), len(steps) // 3
        return {"loss": float((losses * weights).mean()), "low": float(losses[:third].mean()),
                "middle": float(losses[third:2 * third].mean()), "high": float(losses[2 * third:].mean()),
                "norm": float(norm)}

    def sheet(self) -> None:
        """Drawings of held-out scenes over what the model draws by their captions."""
        scenes = [scene_of(HELD_OUT + 1000 + index) for index in range(SHEET_SCENES)]
        prompts = [caption(scene, random.Random(index)) for index, scene in enumerate(scenes)]
        painter = Painter(self.model["unet"], (self.model["text1"], self.model["text2"]), self.vae, self.tokens)
        drawn = painter.pictures(prompts, list(range(SHEET_SCENES)))
        true = torch.stack([picture_of(scene) for scene in scenes])
        write_sheet(self.arguments.folder / f"sheet-{self.step:06}.png", [true, drawn])
        (self.arguments.folder / "sheet.txt").write_text("\n".join(prompts) + "\n", encoding="utf-8")

    def run(self) -> None:
        options, leads = self.arguments, self.team.leads
        if leads:
            say(f"{parameter_count(self.model)} parameters, UNet {parameter_count(self.model['unet'])}, "
                f"{len(self.samples)} latents, from step {self.step}")
        stage = Stage(options.minutes, (options.rate, options.last_rate), warmup=200)
        line, sheet, keep = Every(1), Every(15), Every(5)
        means = Means()
        while True:
            share, rate = self.team.agree(stage.share, stage.rate())
            if share >= 1:
                break
            batch = self.samples.batch(options.batch)
            means.add(self.take_step(batch, rate), options.batch * self.team.count)
            stage.steps += 1
            if leads and line():
                say(f"step {self.step} rate {rate:.5f} {means.line()}")
            if leads and keep():
                self.save()
            if leads and sheet():
                self.ema.apply(self.sheet)
        if leads:
            self.save()
            self.ema.apply(self.sheet)
            say(f"ended at step {self.step}")


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
