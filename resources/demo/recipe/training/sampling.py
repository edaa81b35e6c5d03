# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws pictures with the networks in training: Euler's method over the trailing schedule."""
from dataclasses import dataclass

import torch
from diffusers import AutoencoderKL, UNet2DConditionModel

from .drawn import as_bytes
from .networks import HEIGHT, LATENT_CHANNELS, LATENT_SIZE, WIDTH, make_scheduler
from .prompts import DEFAULT_NEGATIVE, Tokens, encode

TIME_IDS = (float(HEIGHT), float(WIDTH), 0.0, 0.0, float(HEIGHT), float(WIDTH))


@dataclass
class Painter:
    """All that is needed to draw a prompt."""

    unet: UNet2DConditionModel
    encoders: tuple
    vae: AutoencoderKL
    tokens: Tokens
    steps: int = 20
    guidance: float = 4.0
    negative: str | None = DEFAULT_NEGATIVE  # None: zeros

    def conditions(self, prompts: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
        """Context and pooled states of the negative side, then of the prompts."""
        context, pooled = encode(self.encoders, self.tokens(prompts))
        if self.negative is None:
            without = torch.zeros_like(context), torch.zeros_like(pooled)
        else:
            without = encode(self.encoders, self.tokens([self.negative]))
            without = tuple(part.expand(len(prompts), *part.shape[1:]) for part in without)
        return torch.cat([without[0], context]), torch.cat([without[1], pooled])

    @torch.no_grad()
    def latents(self, prompts: list[str], seeds: list[int]) -> torch.Tensor:
        scheduler = make_scheduler()
        scheduler.set_timesteps(self.steps)
        context, pooled = self.conditions(prompts)
        noise = [torch.randn(1, LATENT_CHANNELS, *LATENT_SIZE, generator=torch.Generator().manual_seed(seed))
                 for seed in seeds]
        latent = torch.cat(noise) * scheduler.init_noise_sigma
        added = {"text_embeds": pooled, "time_ids": torch.tensor([TIME_IDS]).expand(2 * len(prompts), 6)}
        for timestep in scheduler.timesteps:
            scaled = scheduler.scale_model_input(latent, timestep)
            output = self.unet(torch.cat([scaled, scaled]), timestep, context, added_cond_kwargs=added).sample
            without, along = output.chunk(2)
            latent = scheduler.step(without + self.guidance * (along - without), timestep, latent).prev_sample
        return latent

    @torch.no_grad()
    def pictures(self, prompts: list[str], seeds: list[int]) -> torch.Tensor:
        """[N, 3, H, W] bytes."""
        latents = self.latents(prompts, seeds) / self.vae.config.scaling_factor
        return torch.cat([as_bytes(self.vae.decode(latent[None]).sample) for latent in latents])
