#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the stored reference values of pictures that start from a picture, with diffusers.

Not part of the build and never run by a test. Needs the packages of requirements.txt and PyTorch.

    manju-make-checkpoint --variant tiny --layout folder --seed 1 --out TINY
    manju-make-checkpoint --variant tiny_inpaint --layout folder --seed 1 --out INPAINT
    start_reference.py TINY INPAINT tests/fixtures/sdxl_tiny
"""
import argparse
import pathlib

import numpy
import torch
from diffusers import (AutoencoderKL, DPMSolverMultistepScheduler, EulerAncestralDiscreteScheduler,
                       EulerDiscreteScheduler, StableDiffusionXLImg2ImgPipeline, StableDiffusionXLInpaintPipeline,
                       UNet2DConditionModel)
from PIL import Image
from safetensors.torch import save_file
from transformers import CLIPTextModel, CLIPTextModelWithProjection

from sdxl_reference import GUIDANCE, HEIGHT, NEGATIVE_IDS, PROMPT_IDS, SEED, WIDTH, encoders, load, pixels

STEPS = 8
BETAS = dict(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear")


def picture():
    """Soft colours with an edge."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    red = 128 + 100 * numpy.sin(x / 9) * numpy.cos(y / 13)
    green = 255 * x / WIDTH
    blue = numpy.where((x - 60) ** 2 + (y - 30) ** 2 < 300, 230, 255 * y / HEIGHT / 2)
    return Image.fromarray(numpy.stack([red, green, blue], axis=-1).astype("uint8"))


def mask():
    """A soft disc, so that where it is cut matters."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    distance = numpy.sqrt((x - 40) ** 2 + (y - 32) ** 2)
    return Image.fromarray(numpy.clip(255 * (30 - distance) / 12, 0, 255).astype("uint8"))


def arguments(texts, negative, **more):
    return dict(prompt_embeds=torch.cat(texts[:2], dim=-1), pooled_prompt_embeds=texts[2],
                negative_prompt_embeds=torch.cat(negative[:2], dim=-1), negative_pooled_prompt_embeds=negative[2],
                num_inference_steps=STEPS, guidance_scale=GUIDANCE, output_type="np",
                generator=torch.Generator("cpu").manual_seed(SEED), **more)


def pipeline(kind, unet, vae, scheduler):
    pipe = kind(vae=vae, text_encoder=None, text_encoder_2=None, tokenizer=None, tokenizer_2=None, unet=unet,
                scheduler=scheduler, add_watermarker=False)
    pipe.set_progress_bar_config(disable=True)
    return pipe


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("tiny", "inpaint", "out"):
        parser.add_argument(name, type=pathlib.Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    text1 = load(args.tiny, CLIPTextModel, "text_encoder", "model.safetensors")
    text2 = load(args.tiny, CLIPTextModelWithProjection, "text_encoder_2", "model.safetensors")
    weights = "diffusion_pytorch_model.safetensors"
    unet = load(args.tiny, UNet2DConditionModel, "unet", weights)
    painter = load(args.inpaint, UNet2DConditionModel, "unet", weights)
    vae = load(args.tiny, AutoencoderKL, "vae", weights)
    texts, negative = encoders(text1, text2, PROMPT_IDS), encoders(text1, text2, NEGATIVE_IDS)
    image, hole = picture(), mask()
    image.save(args.out / "start.png")
    hole.save(args.out / "mask.png")

    tensor = torch.from_numpy(numpy.array(image)).permute(2, 0, 1)[None] / 255 * 2 - 1
    posterior = vae.encode(tensor).latent_dist
    values = {"vae.mean": posterior.mean * vae.config.scaling_factor, "vae.deviation": posterior.std * vae.config.scaling_factor}

    schedulers = {"euler": lambda: EulerDiscreteScheduler(steps_offset=1, timestep_spacing="leading", **BETAS),
                  "euler_a": lambda: EulerAncestralDiscreteScheduler(steps_offset=1, timestep_spacing="leading", **BETAS),
                  "dpmpp_2m": lambda: DPMSolverMultistepScheduler(algorithm_type="dpmsolver++", **BETAS)}
    for sampler, make in schedulers.items():
        for strength in (0.6, 1.0):
            pipe = pipeline(StableDiffusionXLImg2ImgPipeline, unet, vae, make())
            result = pipe(image=image, strength=strength, **arguments(texts, negative)).images[0]
            values[f"img2img.{sampler}.{strength}"] = pixels(result)
        for name, model in (("inpaint", unet), ("painter", painter)):
            for strength in (0.7, 1.0):
                pipe = pipeline(StableDiffusionXLInpaintPipeline, model, vae, make())
                result = pipe(image=image, mask_image=hole, strength=strength, width=WIDTH, height=HEIGHT,
                              **arguments(texts, negative)).images[0]
                values[f"{name}.{sampler}.{strength}"] = pixels(result)
    save_file({key: value.clone().contiguous() for key, value in values.items()}, args.out / "start.safetensors")


if __name__ == "__main__":
    main()
