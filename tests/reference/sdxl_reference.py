#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the stored reference values of tests/core/diffusion with diffusers and transformers.

Not part of the build and never run by a test. Needs the packages of requirements.txt and PyTorch.

    manju-make-checkpoint --variant tiny --layout folder --seed 1 --out TINY
    sdxl_reference.py model TINY tests/fixtures/sdxl_tiny
    sdxl_reference.py tokens resources/clip tests/fixtures/sdxl_tiny
"""
import argparse
import json
import pathlib

import torch
from diffusers import AutoencoderKL, EulerDiscreteScheduler, StableDiffusionXLPipeline, UNet2DConditionModel
from safetensors.torch import load_file, save_file
from transformers import CLIPTextConfig, CLIPTextModel, CLIPTextModelWithProjection, CLIPTokenizerFast

PROMPT_IDS = [49406, 550, 18376, 6765, 320, 4558, 525, 7496, 49407]  # an astronaut riding a horse on mars
NEGATIVE_IDS = [49406, 3306, 1002, 49407]  # hello world
POSITIONS = 77
WIDTH, HEIGHT = 96, 64
STEPS, GUIDANCE, SEED = 4, 5.0, 7


def row(ids, pad):
    return torch.tensor([ids + [pad] * (POSITIONS - len(ids))])


def load(folder, model_class, name, weights):
    config = json.loads((folder / name / "config.json").read_text())
    if issubclass(model_class, (CLIPTextModel, CLIPTextModelWithProjection)):
        model = model_class(CLIPTextConfig(**config))
    else:
        model = model_class.from_config(config)
    missing, unexpected = model.load_state_dict(load_file(folder / name / weights), strict=False)
    missing = [key for key in missing if not key.endswith("position_ids")]
    assert not missing and not unexpected, (missing, unexpected)
    return model.eval()


def encoders(text1, text2, ids):
    first = text1(row(ids, 49407), output_hidden_states=True).hidden_states[-2]
    second = text2(row(ids, 0), output_hidden_states=True)
    return first, second.hidden_states[-2], second.text_embeds


def schedules():
    out = {}
    for spacing in ("leading", "linspace", "trailing"):
        for steps in (1, 4, 8, 20, 25, 28, 30, 100):
            if spacing == "linspace" and steps == 1:
                continue
            scheduler = EulerDiscreteScheduler(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear",
                                               steps_offset=1, timestep_spacing=spacing)
            scheduler.set_timesteps(steps)
            key = f"{spacing}.{steps}"
            out[key + ".timesteps"] = scheduler.timesteps.to(torch.float64)
            out[key + ".sigmas"] = scheduler.sigmas.to(torch.float64)
            out[key + ".scale"] = torch.as_tensor(scheduler.init_noise_sigma, dtype=torch.float64).reshape(1)
    scheduler = EulerDiscreteScheduler(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear",
                                       prediction_type="v_prediction", rescale_betas_zero_snr=True,
                                       timestep_spacing="trailing")
    scheduler.set_timesteps(28)
    out["zero_snr.28.timesteps"] = scheduler.timesteps.to(torch.float64)
    out["zero_snr.28.sigmas"] = scheduler.sigmas.to(torch.float64)
    return out


def picture(parts, scheduler, negative):
    unet, vae, texts = parts
    pipe = StableDiffusionXLPipeline(vae=vae, text_encoder=None, text_encoder_2=None, tokenizer=None,
                                     tokenizer_2=None, unet=unet, scheduler=scheduler, add_watermarker=False)
    pipe.set_progress_bar_config(disable=True)
    context = torch.cat(texts[:2], dim=-1)
    zero = negative is None
    return pipe(prompt_embeds=context, pooled_prompt_embeds=texts[2],
                negative_prompt_embeds=torch.zeros_like(context) if zero else torch.cat(negative[:2], dim=-1),
                negative_pooled_prompt_embeds=torch.zeros_like(texts[2]) if zero else negative[2],
                width=WIDTH, height=HEIGHT, num_inference_steps=STEPS, guidance_scale=GUIDANCE,
                generator=torch.Generator("cpu").manual_seed(SEED), output_type="np").images[0]


def pixels(image):
    return torch.from_numpy((image * 255).round().astype("uint8")).contiguous()


@torch.no_grad()
def model(folder, out):
    text1 = load(folder, CLIPTextModel, "text_encoder", "model.safetensors")
    text2 = load(folder, CLIPTextModelWithProjection, "text_encoder_2", "model.safetensors")
    unet = load(folder, UNet2DConditionModel, "unet", "diffusion_pytorch_model.safetensors")
    vae = load(folder, AutoencoderKL, "vae", "diffusion_pytorch_model.safetensors")
    texts = encoders(text1, text2, PROMPT_IDS)
    negative = encoders(text1, text2, NEGATIVE_IDS)
    blocks = dict(zip(("text1.hidden", "text2.hidden", "text2.pooled"), texts))
    blocks = {key: value.clone() for key, value in blocks.items()}

    seen = {}
    watched = {"time_embedding": unet.time_embedding, "add_embedding": unet.add_embedding,
               "resnet": unet.down_blocks[1].resnets[0], "transformer": unet.down_blocks[1].attentions[0]}
    for name, module in watched.items():
        def keep(module, inputs, output, name=name):
            seen[name] = (inputs, output[0] if isinstance(output, tuple) else output)
        module.register_forward_hook(keep)
    generator = torch.Generator().manual_seed(11)
    # An odd side at the deepest level: 9 -> 5 -> 3 and back.
    latent = torch.randn((2, 4, 12, 9), generator=generator)
    context = torch.cat(texts[:2], dim=-1)
    both = torch.cat([torch.cat(negative[:2], dim=-1), context])
    time_ids = torch.tensor([[72.0, 96.0, 0.0, 0.0, 72.0, 96.0]]).repeat(2, 1)
    output = unet(latent, torch.tensor(481.25), encoder_hidden_states=both,
                  added_cond_kwargs={"text_embeds": torch.cat([negative[2], texts[2]]), "time_ids": time_ids}).sample
    blocks.update({"unet.latent": latent, "unet.context": both,
                   "unet.pooled": torch.cat([negative[2], texts[2]]), "unet.time_ids": time_ids,
                   "unet.output": output, "time_embedding": seen["time_embedding"][1],
                   "add_embedding": seen["add_embedding"][1],
                   "resnet.input": seen["resnet"][0][0], "resnet.time": seen["resnet"][0][1],
                   "resnet.output": seen["resnet"][1], "transformer.input": seen["transformer"][0][0],
                   "transformer.output": seen["transformer"][1]})
    z = torch.randn((1, 4, 6, 5), generator=generator) * vae.config.scaling_factor
    blocks["vae.latent"] = z
    blocks["vae.output"] = vae.decode(z / vae.config.scaling_factor).sample
    save_file({key: value.clone().contiguous() for key, value in blocks.items()}, out / "blocks.safetensors")

    tables = schedules()
    for seed, count in ((0, 16), (42, 20), (3, 13)):
        tables[f"noise.{seed}"] = torch.randn((1, count), generator=torch.Generator().manual_seed(seed))
    save_file({key: value.clone().contiguous() for key, value in tables.items()}, out / "schedules.safetensors")

    euler = dict(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear", steps_offset=1)
    parts = (unet, vae, texts)
    pictures = {
        "zeros": pixels(picture(parts, EulerDiscreteScheduler(timestep_spacing="leading", **euler), None)),
        "encoded": pixels(picture(parts, EulerDiscreteScheduler(timestep_spacing="leading", **euler), negative)),
        "trailing": pixels(picture(parts, EulerDiscreteScheduler(timestep_spacing="trailing", **euler), negative)),
        "v_zero_snr": pixels(picture(parts, EulerDiscreteScheduler(
            timestep_spacing="trailing", prediction_type="v_prediction", rescale_betas_zero_snr=True, **euler),
            negative)),
    }
    save_file(pictures, out / "pictures.safetensors")


def vocabulary(folder, target):
    """The files that transformers wants, from our merges."""
    merges = (folder / "merges.txt").read_text().splitlines()
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    signs = [chr(byte) for byte in printable]
    signs += [chr(256 + i) for i in range(256 - len(printable))]
    entries = signs + [sign + "</w>" for sign in signs] + ["".join(pair.split()) for pair in merges]
    entries += ["<|startoftext|>", "<|endoftext|>"]
    assert len(entries) == 49408 == len(set(entries))
    target.mkdir(parents=True, exist_ok=True)
    (target / "vocab.json").write_text(json.dumps({entry: i for i, entry in enumerate(entries)}))
    (target / "merges.txt").write_text("\n".join(["#version: 0.2", *merges]) + "\n")


def tokens(folder, out, scratch):
    vocabulary(folder, scratch)
    first = CLIPTokenizerFast(scratch / "vocab.json", scratch / "merges.txt", model_max_length=POSITIONS)
    second = CLIPTokenizerFast(scratch / "vocab.json", scratch / "merges.txt", model_max_length=POSITIONS,
                               pad_token="!")
    prompts = json.loads((pathlib.Path(__file__).parent / "prompts.json").read_text())
    rows = []
    for prompt in prompts:
        entry = {"prompt": prompt}
        for name, tokenizer in (("first", first), ("second", second)):
            ids = tokenizer(prompt, padding="max_length", truncation=True, max_length=POSITIONS).input_ids
            # The padding says nothing that the first row does not; it is cut to keep the file small.
            end = ids.index(49407, 1) + 1 if 49407 in ids[1:] else len(ids)
            pad = 49407 if name == "first" else 0
            while len(ids) > end and ids[-1] == pad:
                ids.pop()
            entry[name] = ids
        rows.append(entry)
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in rows)
    (out / "tokens.json").write_text("[\n" + lines + "\n]\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("model", "tokens"))
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--scratch", type=pathlib.Path, default=pathlib.Path("reference-vocabulary"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    if args.what == "model":
        model(args.source, args.out)
    else:
        tokens(args.source, args.out, args.scratch)


if __name__ == "__main__":
    main()
