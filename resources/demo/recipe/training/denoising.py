# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the UNet learns: the velocity out of a noised latent."""
import torch

from .half import in_half
from .networks import make_scheduler
from .prompts import encode
from .samples import Batch

SNR_LIMIT = 5.0


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


class Denoising:
    """The loss of a batch."""

    def __init__(self, model: torch.nn.ModuleDict) -> None:
        self.model = model
        self.noising = Noising()

    def drawn(self, noised: torch.Tensor, steps: torch.Tensor, batch: Batch) -> torch.Tensor:
        context, pooled = encode((self.model["text1"], self.model["text2"]), batch.ids)
        kept = batch.kept[:, None]
        added = {"text_embeds": pooled * kept, "time_ids": batch.time_ids}
        return self.model["unet"](noised, steps, context * kept[:, None], added_cond_kwargs=added).sample

    def __call__(self, batch: Batch, generator: torch.Generator, half: bool) -> tuple[torch.Tensor, torch.Tensor]:
        """The squared error of each sample and its weight; samples go from little noise to much. `half`: in bfloat16."""
        steps = self.noising.timesteps(len(batch.latents), generator)
        noise = torch.randn(batch.latents.shape, generator=generator)
        noised, velocity, weights = self.noising(batch.latents, noise, steps)
        with in_half(half):
            drawn = self.drawn(noised.contiguous(memory_format=torch.channels_last), steps, batch).float()
        return (drawn - velocity).square().mean((1, 2, 3)), weights
