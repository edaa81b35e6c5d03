# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks out of the training programs' checkpoints, with their mean parameters."""
from typing import Any

import torch
from diffusers import AutoencoderKL, UNet2DConditionModel

from .networks import make_text_encoders, make_unet, make_vae


def latent_mean(vae: AutoencoderKL, pictures: torch.Tensor) -> torch.Tensor:
    return vae.quant_conv(vae.encoder(pictures)).chunk(2, dim=1)[0]


@torch.no_grad()
def with_mean(module: torch.nn.Module, mean: list[torch.Tensor]) -> torch.nn.Module:
    for parameter, value in zip(module.parameters(), mean, strict=True):
        parameter.copy_(value)
    return module.eval().requires_grad_(False)


def load_vae(saved: dict[str, Any]) -> tuple[AutoencoderKL, float]:
    """The VAE and its scaling factor, which is 1 before the first stage has ended."""
    vae = make_vae()
    with_mean(vae, saved["ema"]["mean"])
    vae.register_to_config(scaling_factor=saved.get("scaling_factor", 1.0))
    return vae, vae.config.scaling_factor


def make_model(channels: tuple[int, int, int]) -> torch.nn.ModuleDict:
    """UNet and text encoders as one module: they are trained together."""
    first, second = make_text_encoders()
    return torch.nn.ModuleDict({"unet": make_unet(channels), "text1": first, "text2": second})


def load_model(saved: dict[str, Any]) -> tuple[UNet2DConditionModel, tuple]:
    model = make_model(tuple(saved["channels"]))
    with_mean(model, saved["ema"]["mean"])
    return model["unet"], (model["text1"], model["text2"])
