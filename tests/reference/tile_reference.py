#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the stored reference values of tiled decoding and encoding, with diffusers' enable_vae_tiling.

Not part of the build and never run by a test. Needs the packages of requirements.txt and PyTorch.

    manju-make-checkpoint --variant tiny --layout folder --seed 1 --out TINY
    tile_reference.py TINY tests/fixtures/sdxl_tiny
"""
import argparse
import pathlib

import torch
from diffusers import AutoencoderKL, EulerDiscreteScheduler, StableDiffusionXLImg2ImgPipeline, UNet2DConditionModel
from PIL import Image
from safetensors.torch import save_file
from transformers import CLIPTextModel, CLIPTextModelWithProjection

from sdxl_reference import NEGATIVE_IDS, PROMPT_IDS, encoders, load, pixels
from start_reference import BETAS, arguments, picture, pipeline

FACTOR = 8
# Rows and columns of latents, for tiles of 8: full and partial tiles; tiles that lie wholly in their neighbours'
# overlap; a single row.
SIZES = {"grid": (11, 15), "thin": (8, 9), "row": (5, 14)}
SMALL_TILE = 64
TILE, WIDTH, HEIGHT = 256, 320, 96
KEPT = 4  # one pixel in so many of each side is stored


def tiled(vae, side):
    vae.tile_sample_min_size = side
    vae.tile_latent_min_size = side // FACTOR
    vae.enable_tiling()
    return vae


def noise(seed, *shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("tiny", "out"):
        parser.add_argument(name, type=pathlib.Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    weights = "diffusion_pytorch_model.safetensors"
    vae = tiled(load(args.tiny, AutoencoderKL, "vae", weights), SMALL_TILE)
    scale = vae.config.scaling_factor
    values = {}
    for seed, (name, (rows, columns)) in enumerate(SIZES.items()):
        values[f"decode.{name}"] = vae.decode(noise(seed, 1, 4, rows, columns) / scale).sample
        posterior = vae.encode(noise(seed, 1, 3, FACTOR * rows, FACTOR * columns)).latent_dist
        values[f"encode.{name}.mean"] = posterior.mean * scale
        values[f"encode.{name}.deviation"] = posterior.std * scale

    unet = load(args.tiny, UNet2DConditionModel, "unet", weights)
    text1 = load(args.tiny, CLIPTextModel, "text_encoder", "model.safetensors")
    text2 = load(args.tiny, CLIPTextModelWithProjection, "text_encoder_2", "model.safetensors")
    scheduler = EulerDiscreteScheduler(steps_offset=1, timestep_spacing="leading", **BETAS)
    pipe = pipeline(StableDiffusionXLImg2ImgPipeline, unet, tiled(vae, TILE), scheduler)
    image = picture().resize((WIDTH, HEIGHT), Image.LANCZOS)
    texts, negative = encoders(text1, text2, PROMPT_IDS), encoders(text1, text2, NEGATIVE_IDS)
    result = pipe(image=image, strength=0.6, **arguments(texts, negative)).images[0]
    values["img2img"] = pixels(result)[::KEPT, ::KEPT]
    save_file({key: value.clone().contiguous() for key, value in values.items()}, args.out / "tiles.safetensors")


if __name__ == "__main__":
    main()
