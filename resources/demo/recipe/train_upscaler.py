# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the network that enlarges the demo model's pictures 4 times: python train_upscaler.py --vae V/vae.pt
--folder F --minutes 40, again to go on. Writes F/upscaler.safetensors.

It learns to draw the large drawing from the small one after the VAE, whose blur and spots it so removes.
"""
import argparse
from pathlib import Path

import torch
from diffusers import AutoencoderKL
from safetensors.torch import save_file
from torch.nn import functional

from training.colour import slopes
from training.drawn import HELD_OUT, as_bytes, as_floats, picture_of, scene_of
from training.half import in_half
from training.loop import run_stage
from training.networks import HEIGHT, LATENT_CHANNELS, LATENT_SIZE, WIDTH, parameter_count
from training.options import stage_parser
from training.sheet import write_sheet
from training.stage import Ema, load, save, say
from training.team import Team, descend, in_team
from training.trained import latent_mean, load_vae

SCALE, CHANNELS, LAYERS = 4, 32, 10
FIRST_SEED = 300_000_000
EDGE_WEIGHT = 0.5
# Beyond what a sampler leaves over: noise of the latent, then of the picture.
LATENT_NOISE, PICTURE_NOISE = 0.15, 0.01
UNTOUCHED = 0.2  # share of drawings that no VAE has seen


class Compact(torch.nn.Module):
    """SRVGGNetCompact (Real-ESRGAN, "compact"), under its names: `body` alternates convolutions and PReLUs."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[torch.nn.Module] = []
        channels = 3
        for _ in range(LAYERS):
            layers += [torch.nn.Conv2d(channels, CHANNELS, 3, padding=1), torch.nn.PReLU(CHANNELS)]
            channels = CHANNELS
        layers.append(torch.nn.Conv2d(channels, 3 * SCALE**2, 3, padding=1))
        torch.nn.init.zeros_(layers[-1].weight)
        self.body = torch.nn.ModuleList(layers)

    def forward(self, small: torch.Tensor) -> torch.Tensor:
        """Values are 0 ... 1."""
        x = small
        for layer in self.body:
            x = layer(x)
        return functional.pixel_shuffle(x, SCALE) + functional.interpolate(small, scale_factor=SCALE)


class Pairs:
    """Small drawings as the VAE gives them back, and the same drawings 4 times as large, in memory."""

    def __init__(self, vae: AutoencoderKL, count: int, first: int, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        self.small = torch.zeros(count, 3, HEIGHT, WIDTH, dtype=torch.uint8)
        self.large = torch.zeros(count, 3, SCALE * HEIGHT, SCALE * WIDTH, dtype=torch.uint8)
        for index in range(count):
            scene = scene_of(first + index)
            self.small[index] = self._returned(vae, picture_of(scene), generator)
            self.large[index] = picture_of(scene, SCALE * WIDTH, SCALE * HEIGHT)

    @staticmethod
    @torch.no_grad()
    def _returned(vae: AutoencoderKL, picture: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
        if torch.rand(1, generator=generator) < UNTOUCHED:
            return picture
        latent = latent_mean(vae, as_floats(picture[None]))
        strength = LATENT_NOISE * torch.rand(1, generator=generator)
        latent += strength * torch.randn(1, LATENT_CHANNELS, *LATENT_SIZE, generator=generator)
        return as_bytes(vae.decoder(vae.post_quant_conv(latent)))[0]

    def batch(self, count: int, side: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        """Random cuts of the small ones and what belongs to them of the large ones, 0 ... 1."""
        def below(most: int) -> int:
            return int(torch.randint(most, (1,), generator=generator))

        small, large = [], []
        for _ in range(count):
            index, top, left = below(len(self.small)), below(HEIGHT - side + 1), below(WIDTH - side + 1)
            small.append(self.small[index, :, top:top + side, left:left + side])
            rows, columns = (slice(SCALE * start, SCALE * (start + side)) for start in (top, left))
            large.append(self.large[index, :, rows, columns])
        noise = PICTURE_NOISE * torch.randn(count, 3, side, side, generator=generator)
        return torch.stack(small).float() / 255 + noise, torch.stack(large).float() / 255


class Training:
    def __init__(self, arguments: argparse.Namespace, pairs: Pairs, held_out: Pairs, team: Team) -> None:
        self.arguments, self.pairs, self.held_out, self.team = arguments, pairs, held_out, team
        self.path = arguments.folder / "upscaler.pt"
        saved = load(self.path)
        torch.manual_seed(arguments.seed)  # all begin with the same parameters
        self.network = Compact()
        if saved:
            self.network.load_state_dict(saved["network"])
        self.network.to(memory_format=torch.channels_last)
        self.ema = Ema(self.network, 0.998)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=1e-3, betas=(0.9, 0.98), weight_decay=0.0, fused=True)
        self.step = 0
        if saved:
            self.ema.load_state_dict(saved["ema"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.step = saved["step"]
        self.generator = team.generator(arguments.seed, self.step)

    def save(self) -> None:
        save(self.path, {"network": self.network.state_dict(), "ema": self.ema.state_dict(),
                         "optimizer": self.optimizer.state_dict(), "step": self.step})

    def advance(self, share: float, rate: float) -> tuple[dict[str, float], int]:
        small, large = self.pairs.batch(self.arguments.batch, self.arguments.crop, self.generator)
        with in_half(share < self.arguments.half_until):
            drawn = self.network(small.contiguous(memory_format=torch.channels_last)).float()
        error = drawn - large
        across, down = slopes(error)
        flat, edge = error.abs().mean(), across.abs().mean() + down.abs().mean()
        norm = descend(flat + EDGE_WEIGHT * edge, self.optimizer, self.team, rate)
        self.ema.update()
        self.step += 1
        return {"rgb": float(flat.detach()), "edge": float(edge.detach()), "norm": norm}, len(small)

    @torch.no_grad()
    def enlarged(self, small: torch.Tensor) -> torch.Tensor:
        return torch.cat([(255 * self.network(picture[None].float() / 255)).round().clamp(0, 255).to(torch.uint8)
                          for picture in small])

    def sheet(self) -> None:
        small, large = self.held_out.small, self.held_out.large

        def write() -> None:
            repeated = functional.interpolate(small.float(), scale_factor=SCALE).to(torch.uint8)
            write_sheet(self.arguments.folder / "sheet.png", [repeated, self.enlarged(small), large])

        self.ema.apply(write)

    def export(self) -> None:
        tensors = {name: tensor.detach().to(torch.float16).contiguous(memory_format=torch.contiguous_format)
                   for name, tensor in self.network.state_dict().items()}
        save_file(tensors, self.arguments.folder / "upscaler.safetensors", {"format": "pt"})

    def run(self) -> None:
        if self.team.leads:
            say(f"{parameter_count(self.network)} parameters, from step {self.step}")
        run_stage(self, self.arguments, self.team, warmup=50, sheet_minutes=5)
        if self.team.leads:
            self.ema.apply(self.export)


def main() -> None:
    parser = stage_parser(__doc__, minutes=40, rate=1e-3, batch=8)
    parser.add_argument("--vae", type=Path, required=True, help="checkpoint of train_vae.py")
    parser.add_argument("--crop", type=int, default=32, help="side of a cut of the small drawing")
    parser.add_argument("--pictures", type=int, default=800, help="drawings kept in memory, 2.3 MB each")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    vae, _ = load_vae(load(arguments.vae))
    pairs = Pairs(vae, arguments.pictures, FIRST_SEED, arguments.seed)
    held_out = Pairs(vae, 4, HELD_OUT + 5000, arguments.seed)
    in_team(arguments.processes, lambda team: Training(arguments, pairs, held_out, team).run())


if __name__ == "__main__":
    main()
