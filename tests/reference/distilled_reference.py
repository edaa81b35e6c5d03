#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the stored reference values of a UNet with transformers of unequal depth, with diffusers.

Not part of the build and never run by a test. Needs the packages of requirements.txt and PyTorch.

    manju-make-checkpoint --variant tiny_distilled --layout folder --seed 1 --out DISTILLED
    distilled_reference.py DISTILLED tests/fixtures/sdxl_tiny
"""
import argparse
import pathlib

import torch
from diffusers import UNet2DConditionModel
from safetensors.torch import save_file

from sdxl_reference import load


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    given = parser.parse_args()
    unet = load(given.folder, UNet2DConditionModel, "unet", "diffusion_pytorch_model.safetensors")
    torch.manual_seed(11)
    config = unet.config
    values = {"latent": torch.randn(2, config.in_channels, 10, 8),
              "context": torch.randn(2, 77, config.cross_attention_dim),
              "pooled": torch.randn(2, config.projection_class_embeddings_input_dim - 6 * config.addition_time_embed_dim),
              "time_ids": torch.tensor([[80.0, 64, 0, 0, 80, 64]] * 2)}
    with torch.inference_mode():
        values["output"] = unet(values["latent"], 481.25, encoder_hidden_states=values["context"],
                                added_cond_kwargs={"text_embeds": values["pooled"],
                                                   "time_ids": values["time_ids"]}).sample.contiguous()
    save_file(values, given.out / "distilled.safetensors")


if __name__ == "__main__":
    main()
