# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the demo model's VAE on drawings: python train_vae.py --folder F --minutes 50, again to go on."""
import argparse
from dataclasses import dataclass
from pathlib import Path

import torch
from diffusers import AutoencoderKL
from torch.nn import functional

from drawings.palette import CLOTHES, HAIR, SKIN
from training.colour import BlockColours, slopes, ycc
from training.colour_path import lay_colour_path
from training.drawn import Pool, as_bytes, as_floats, held_out
from training.half import in_half
from training.loop import run_stage
from training.networks import HEIGHT, POSTERIOR_DEVIATION, WIDTH, fix_posterior, make_vae, parameter_count
from training.options import stage_parser
from training.sheet import write_sheet
from training.stage import Ema, load, save, say
from training.team import Team, descend, in_team
from training.trained import latent_mean

CHROMA_WEIGHT, EDGE_WEIGHT, SIZE_WEIGHT = 2.0, 0.5, 1e-3
COLOUR_WEIGHTS = (0.02, 0.002)  # keep the latent near the blocks' colours: first, and once edges are there
SQUARES, SQUARE_STEPS = 4.0, 1200


class Objective(torch.nn.Module):
    """The parts of the loss of a batch."""

    def __init__(self, vae: AutoencoderKL, colours: BlockColours) -> None:
        super().__init__()
        self.vae = vae
        self.colours = colours

    def forward(self, pictures: torch.Tensor, noise: torch.Tensor, half: bool) -> dict[str, torch.Tensor]:
        with in_half(half):
            mean = latent_mean(self.vae, pictures).float()
            drawn = self.vae.decoder(self.vae.post_quant_conv(mean + POSTERIOR_DEVIATION * noise)).float()
        error = drawn - pictures
        across, down = slopes(error)
        return {
            "rgb": error.abs().mean(),
            "square": error.square().mean(),
            "chroma": ycc(functional.avg_pool2d(error, 4))[:, 1:].abs().mean(),
            "edge": across.abs().mean() + down.abs().mean(),
            "colour": functional.mse_loss(mean[:, :3], self.colours.of(pictures)),
            "size": mean.square().mean(),
        }


def total(parts: dict[str, torch.Tensor], step: int) -> torch.Tensor:
    """Squares first: by absolute errors a blurred edge is no better than none, and edges would never begin. Absolute
    errors then make them sharp."""
    sharp = min(max(step / SQUARE_STEPS - 1, 0.0), 1.0)
    absolute = parts["rgb"] + CHROMA_WEIGHT * parts["chroma"] + EDGE_WEIGHT * parts["edge"]
    return (sharp * absolute + (1 - sharp) * SQUARES * parts["square"]
            + COLOUR_WEIGHTS[int(sharp)] * parts["colour"] + SIZE_WEIGHT * parts["size"])


@torch.no_grad()
def rebuilt(vae: AutoencoderKL, pictures: torch.Tensor) -> torch.Tensor:
    """Bytes to bytes, one picture at a time."""
    out = []
    for picture in pictures:
        mean = latent_mean(vae, as_floats(picture[None]))
        out.append(as_bytes(vae.decoder(vae.post_quant_conv(mean))))
    return torch.cat(out)


def palette_errors(original: torch.Tensor, drawn: torch.Tensor) -> dict[str, tuple[float, int]]:
    """Per palette colour: the distance of the mean drawn colour from it, 0 to 255 a channel, and its pixels."""
    found = {}
    groups = {"skin": SKIN, "hair": HAIR, "clothes": CLOTHES}
    flat_original = original.permute(0, 2, 3, 1).reshape(-1, 3).int()
    flat_drawn = drawn.permute(0, 2, 3, 1).reshape(-1, 3).float()
    for group, palette in groups.items():
        for name, colour in palette.items():
            target = torch.tensor(colour)
            there = (flat_original - target).abs().amax(1) <= 1
            if there.any():
                mean = flat_drawn[there].mean(0)
                found[f"{group} {name}"] = (float((mean - target).abs().mean()), int(there.sum()))
    return found


@dataclass
class Report:
    rgb: float
    palette: dict[str, tuple[float, int]]
    mean: list[float]
    deviation: list[float]
    scaling_factor: float


@torch.no_grad()
def measure(vae: AutoencoderKL, count: int) -> Report:
    pictures = held_out(count)
    drawn = rebuilt(vae, pictures)
    latents = torch.cat([latent_mean(vae, as_floats(picture[None])) for picture in pictures])
    by_channel = latents.transpose(0, 1).flatten(1)
    return Report(float((drawn.float() - pictures.float()).abs().mean()), palette_errors(pictures, drawn),
                  by_channel.mean(1).tolist(), by_channel.std(1).tolist(), 1 / float(latents.std()))


def say_report(report: Report) -> None:
    say(f"mean error {report.rgb:.2f} of 255; latent mean {[round(x, 3) for x in report.mean]} "
        f"deviation {[round(x, 3) for x in report.deviation]} scaling factor {report.scaling_factor:.4f}")
    for name, (error, pixels) in report.palette.items():
        say(f"  {name}: {error:.1f} of 255 over {pixels} pixels")


class Training:
    def __init__(self, arguments: argparse.Namespace, pool: Pool, team: Team) -> None:
        self.arguments, self.pool, self.team = arguments, pool, team
        self.path = arguments.folder / "vae.pt"
        saved = load(self.path)
        torch.manual_seed(arguments.seed)  # all begin with the same parameters
        self.vae = make_vae()
        self.colours = BlockColours.measured(as_floats(pool.pictures[:64]))
        self.step = 0
        self.scaling_factor = 1.0
        if saved:
            if "colours" in saved:  # not in what resume.py makes
                self.colours = BlockColours(*saved["colours"])
            self.vae.load_state_dict(saved["vae"])
        else:
            lay_colour_path(self.vae, self.colours)
        fix_posterior(self.vae)
        self.vae.to(memory_format=torch.channels_last)
        self.ema = Ema(self.vae, 0.998)
        self.optimizer = torch.optim.AdamW(self.vae.parameters(), lr=1e-3, betas=(0.9, 0.98), weight_decay=0.0, fused=True)
        if saved:
            self.ema.load_state_dict(saved["ema"])
            if "optimizer" in saved:
                self.optimizer.load_state_dict(saved["optimizer"])
            self.step = saved["step"]
        self.generator = team.generator(arguments.seed, self.step)
        self.objective = Objective(self.vae, self.colours)

    def save(self) -> None:
        save(self.path, {
            "vae": self.vae.state_dict(), "ema": self.ema.state_dict(), "optimizer": self.optimizer.state_dict(),
            "step": self.step, "colours": (self.colours.mean, self.colours.deviation),
            "next_seed": self.pool.next_seed, "scaling_factor": self.scaling_factor})

    def batch(self, share: float) -> torch.Tensor:
        """Cuts first, for many steps; then whole pictures, whose norms see what they will see in use."""
        options = self.arguments
        if share < options.whole_from:
            return self.pool.crops(options.batch, options.crop, options.crop, self.generator, options.choices)
        return self.pool.crops(options.whole_batch, HEIGHT, WIDTH, self.generator)

    def advance(self, share: float, rate: float) -> tuple[dict[str, float], int]:
        pictures = self.batch(share).contiguous(memory_format=torch.channels_last)
        count, _, height, width = pictures.shape
        noise = torch.randn(count, 4, height // 8, width // 8, generator=self.generator)
        parts = self.objective(pictures, noise, share < self.arguments.half_until)
        norm = descend(total(parts, self.step), self.optimizer, self.team, rate)
        self.ema.update()
        self.step += 1
        return {**{name: float(part.detach()) for name, part in parts.items()}, "norm": norm}, count

    def sheet(self) -> None:
        pictures = held_out(8)
        self.ema.apply(lambda: write_sheet(self.arguments.folder / "sheet.png",
                                           [pictures, rebuilt(self.vae, pictures)]))

    def run(self) -> None:
        if self.team.leads:
            say(f"{parameter_count(self.vae)} parameters, from step {self.step}")
        run_stage(self, self.arguments, self.team, warmup=50, sheet_minutes=5)
        if self.team.leads:
            self.ema.apply(self.measure)
            self.save()

    def measure(self) -> None:
        report = measure(self.vae, self.arguments.measured)
        self.scaling_factor = report.scaling_factor
        say_report(report)


def main() -> None:
    parser = stage_parser(__doc__, minutes=90, rate=6e-4, batch=8)
    parser.add_argument("--crop", type=int, default=64)
    parser.add_argument("--choices", type=int, default=3, help="cuts out of which the one with most detail is taken")
    parser.add_argument("--whole-from", type=float, default=0.5, help="share of the stage that trains on cuts")
    parser.add_argument("--whole-batch", type=int, default=1)
    parser.add_argument("--pool", type=int, default=3000, help="drawings kept in memory")
    parser.add_argument("--measured", type=int, default=64, help="held-out drawings for the last measurement")
    arguments = parser.parse_args()
    saved = load(arguments.folder / "vae.pt")
    pool = Pool(arguments.pool, saved["next_seed"] if saved else 0)
    in_team(arguments.processes, lambda team: Training(arguments, pool, team).run())


if __name__ == "__main__":
    main()
