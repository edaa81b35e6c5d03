#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the stored reference runs of tests/core/diffusion/sampler_test.cpp with the schedulers of diffusers.

Not part of the build and never run by a test. Needs the packages of requirements.txt and PyTorch.

    sampler_reference.py tests/fixtures/sdxl_tiny

One entry a case, named preset.prediction.steps: timesteps, sigmas, and the final latent of a run whose model is
sin(input) * 0.7 + 0.1 * cos(t / 100). "zero_snr" cases rescale the betas.
"""
import argparse
import pathlib

import torch
from diffusers import (DPMSolverMultistepScheduler, EulerAncestralDiscreteScheduler, EulerDiscreteScheduler,
                       LCMScheduler, UniPCMultistepScheduler)
from safetensors.torch import save_file

SHAPE = (1, 4, 3, 4)
SEED = 3
BETAS = dict(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear")


def euler(spacing, karras=False):
    return lambda **more: EulerDiscreteScheduler(**BETAS, steps_offset=1, timestep_spacing=spacing,
                                                 use_karras_sigmas=karras, **more)


def ancestral(spacing):
    return lambda **more: EulerAncestralDiscreteScheduler(**BETAS, steps_offset=1, timestep_spacing=spacing, **more)


def multistep(spacing, karras=False, algorithm="dpmsolver++"):
    return lambda **more: DPMSolverMultistepScheduler(**BETAS, steps_offset=1, timestep_spacing=spacing,
                                                      use_karras_sigmas=karras, algorithm_type=algorithm, **more)


def unipc(karras=False):
    return lambda **more: UniPCMultistepScheduler(**BETAS, use_karras_sigmas=karras, **more)


def lcm(**more):
    return LCMScheduler(**BETAS, **more)


PRESETS = {
    "euler": euler("leading"), "euler_linspace": euler("linspace"), "euler_trailing": euler("trailing"),
    "euler_karras": euler("leading", karras=True),
    "euler_a": ancestral("leading"), "euler_a_trailing": ancestral("trailing"),
    "dpmpp_2m": multistep("linspace"), "dpmpp_2m_karras": multistep("linspace", karras=True),
    "dpmpp_2m_leading": multistep("leading"), "dpmpp_2m_trailing": multistep("trailing"),
    "dpmpp_2m_sde": multistep("linspace", algorithm="sde-dpmsolver++"),
    "dpmpp_2m_sde_karras": multistep("linspace", karras=True, algorithm="sde-dpmsolver++"),
    "unipc": unipc(), "unipc_karras": unipc(karras=True), "lcm": lcm,
}
STEPS = {"lcm": (1, 4, 8)}


def run(scheduler, steps):
    scheduler.set_timesteps(steps)
    if isinstance(scheduler, UniPCMultistepScheduler):
        scheduler.sigmas[-1] = 0  # as later versions do; this one ends at the smallest trained sigma
    generator = torch.Generator().manual_seed(SEED)
    x = torch.randn(SHAPE, generator=generator) * scheduler.init_noise_sigma
    takes_noise = isinstance(scheduler, (EulerAncestralDiscreteScheduler, LCMScheduler)) or (
        isinstance(scheduler, DPMSolverMultistepScheduler) and scheduler.config.algorithm_type.startswith("sde"))
    for t in scheduler.timesteps:
        scaled = scheduler.scale_model_input(x, t)
        output = torch.sin(scaled) * 0.7 + 0.1 * torch.cos(torch.as_tensor(t, dtype=torch.float32) / 100)
        x = scheduler.step(output, t, x, **({"generator": generator} if takes_noise else {})).prev_sample
    return x


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    out = {}

    def keep(key, scheduler, steps):
        out[key + ".latent"] = run(scheduler, steps)
        out[key + ".timesteps"] = scheduler.timesteps.to(torch.float64)
        if hasattr(scheduler, "sigmas"):
            out[key + ".sigmas"] = scheduler.sigmas.to(torch.float64)

    for name, make in PRESETS.items():
        for prediction in ("epsilon", "v_prediction"):
            for steps in STEPS.get(name, (2, 5, 20, 25)):
                keep(f"{name}.{prediction}.{steps}", make(prediction_type=prediction), steps)
    keep("euler_trailing.zero_snr.8",
         euler("trailing")(prediction_type="v_prediction", rescale_betas_zero_snr=True), 8)
    save_file({key: value.clone().contiguous() for key, value in out.items()}, args.out / "samplers.safetensors")


if __name__ == "__main__":
    main()
