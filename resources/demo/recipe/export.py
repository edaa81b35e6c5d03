# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the trained model as a diffusers folder in fp16: python export.py --vae V/vae.pt --unet U/unet.pt --out D."""
import argparse
import json
from pathlib import Path

import torch
from safetensors.torch import save_file

from training.prompts import read_merges, vocabulary
from training.networks import make_scheduler
from training.published import text_tensors
from training.stage import load, say
from training.trained import load_model, load_vae

LIBRARY = "0.27.0"  # of the oldest diffusers that the layout is meant for
PARTS = {
    "unet": ("diffusers", "UNet2DConditionModel"), "vae": ("diffusers", "AutoencoderKL"),
    "scheduler": ("diffusers", "EulerDiscreteScheduler"),
    "text_encoder": ("transformers", "CLIPTextModel"),
    "text_encoder_2": ("transformers", "CLIPTextModelWithProjection"),
    "tokenizer": ("transformers", "CLIPTokenizer"), "tokenizer_2": ("transformers", "CLIPTokenizer"),
}


def write_json(path: Path, value: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def own_fields(config: dict, name: str) -> dict:
    """A diffusers configuration without what only the library's own bookkeeping needs."""
    fields = {key: value for key, value in config.items() if not key.startswith("_") and value is not None}
    return {**fields, "_class_name": name, "_diffusers_version": LIBRARY}


def halves(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    out = {name: tensor.detach().to(torch.float16).contiguous() for name, tensor in tensors.items()}
    for name, tensor in out.items():
        if not tensor.isfinite().all():
            raise SystemExit(f"{name} does not fit into fp16")
    return out


def write_network(folder: Path, network: torch.nn.Module, name: str) -> None:
    write_json(folder / "config.json", own_fields(dict(network.config), name))
    save_file(halves(network.state_dict()), folder / "diffusion_pytorch_model.safetensors", {"format": "pt"})


def write_text_encoder(folder: Path, encoder: torch.nn.Module, name: str) -> None:
    config = encoder.config
    fields = ("vocab_size", "hidden_size", "intermediate_size", "projection_dim", "num_hidden_layers",
              "num_attention_heads", "max_position_embeddings", "hidden_act", "layer_norm_eps", "attention_dropout",
              "initializer_range", "initializer_factor", "bos_token_id", "eos_token_id", "pad_token_id")
    write_json(folder / "config.json", {**{field: getattr(config, field) for field in fields},
                                        "model_type": "clip_text_model", "architectures": [name]})
    save_file(halves(text_tensors(encoder)), folder / "model.safetensors", {"format": "pt"})


def write_tokenizer(folder: Path, padding: str) -> None:
    merges = read_merges()
    write_json(folder / "tokenizer_config.json", {
        "tokenizer_class": "CLIPTokenizer", "model_max_length": 77, "bos_token": "<|startoftext|>",
        "eos_token": "<|endoftext|>", "unk_token": "<|endoftext|>", "pad_token": padding})
    words = json.dumps(vocabulary(merges), ensure_ascii=False)
    (folder / "vocab.json").write_text(words, encoding="utf-8")
    lines = ["#version: 0.2", *(" ".join(pair) for pair in merges)]
    (folder / "merges.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_index(out: Path) -> None:
    write_json(out / "model_index.json", {
        **{name: list(kind) for name, kind in PARTS.items()}, "_class_name": "StableDiffusionXLPipeline",
        "_diffusers_version": LIBRARY, "add_watermarker": None, "force_zeros_for_empty_prompt": True})


def write_rest(out: Path, checkpoint: Path, tokenizers: bool) -> None:
    unet, encoders = load_model(load(checkpoint))
    write_index(out)
    write_json(out / "scheduler" / "scheduler_config.json",
               own_fields(dict(make_scheduler().config), "EulerDiscreteScheduler"))
    write_network(out / "unet", unet, PARTS["unet"][1])
    for name, encoder in zip(("text_encoder", "text_encoder_2"), encoders, strict=True):
        write_text_encoder(out / name, encoder, PARTS[name][1])
    if tokenizers:
        write_tokenizer(out / "tokenizer", "<|endoftext|>")
        write_tokenizer(out / "tokenizer_2", "!")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vae", type=Path, required=True)
    parser.add_argument("--unet", type=Path, help="without it the VAE alone is written")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tokenizers", action="store_true",
                        help="with both tokenizers, which diffusers wants and the product has itself")
    arguments = parser.parse_args()
    vae, _ = load_vae(load(arguments.vae))
    out = arguments.out
    write_network(out / "vae", vae, PARTS["vae"][1])
    if arguments.unet:
        write_rest(out, arguments.unet, arguments.tokenizers)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    say(f"{out}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
