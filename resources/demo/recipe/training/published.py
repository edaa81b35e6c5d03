# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of the published text encoders' tensors, and the networks of a published folder."""
from pathlib import Path

import torch
from diffusers import AutoencoderKL, UNet2DConditionModel
from safetensors.torch import load_file

from .trained import make_model

TEXT_PREFIX = "text_model."


def text_name(key: str) -> str:
    """As SDXL's files name it, whatever the library calls it inside."""
    return key if key.startswith((TEXT_PREFIX, "text_projection.")) else TEXT_PREFIX + key


def text_tensors(encoder: torch.nn.Module) -> dict[str, torch.Tensor]:
    return {text_name(key): value for key, value in encoder.state_dict().items() if not key.endswith("position_ids")}


def read_vae(folder: Path) -> AutoencoderKL:
    return AutoencoderKL.from_pretrained(folder / "vae", torch_dtype=torch.float32)


def read_model(folder: Path) -> torch.nn.ModuleDict:
    """UNet and text encoders in fp32."""
    unet = UNet2DConditionModel.from_pretrained(folder / "unet", torch_dtype=torch.float32)
    model = make_model(tuple(unet.config.block_out_channels))
    model["unet"].load_state_dict(unet.state_dict())
    for part, name in (("text1", "text_encoder"), ("text2", "text_encoder_2")):
        tensors = load_file(folder / name / "model.safetensors")
        model[part].load_state_dict({key: tensors[text_name(key)].float() for key in model[part].state_dict()
                                     if not key.endswith("position_ids")}, strict=False)
    return model
