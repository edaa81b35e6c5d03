# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Low-rank additions to a model's layers, and their file as kohya's trainers write it."""
import hashlib
import json
import re
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch.nn.utils import parametrize

PREFIXES = {"unet": "lora_unet_", "text1": "lora_te1_", "text2": "lora_te2_"}
RESNET = {"conv1": "in_layers_2", "conv2": "out_layers_3", "time_emb_proj": "emb_layers_1",
          "conv_shortcut": "skip_connection"}


class LowRank(torch.nn.Module):
    """Adds up * down to a weight; a convolution's `up` is 1x1."""

    def __init__(self, weight: torch.Tensor, rank: int) -> None:
        super().__init__()
        self.down = torch.nn.Parameter(torch.empty(rank, *weight.shape[1:]))
        torch.nn.init.kaiming_uniform_(self.down.flatten(1), a=5**0.5)
        self.up = torch.nn.Parameter(torch.zeros(weight.shape[0], rank))
        self.strength = 1.0

    def forward(self, weight: torch.Tensor) -> torch.Tensor:
        return weight + self.strength * (self.up @ self.down.flatten(1)).view_as(weight)


def is_adapted(part: str, name: str, layer: torch.nn.Module) -> bool:
    """Attention, its projections and feed-forwards, and the UNet's 3x3 convolutions in resnets."""
    if part != "unet":
        return isinstance(layer, torch.nn.Linear) and ".layers." in name
    if isinstance(layer, torch.nn.Linear):
        return ".attentions." in name
    return isinstance(layer, torch.nn.Conv2d) and re.search(r"\.conv[12]$", name) is not None


def adapt(model: torch.nn.ModuleDict, rank: int) -> dict[str, LowRank]:
    """Freezes the model and gives its layers low-rank additions; by part and layer name."""
    model.requires_grad_(False)
    additions = {}
    for part, network in model.items():
        for name, layer in list(network.named_modules()):
            if is_adapted(part, name, layer):
                addition = LowRank(layer.weight, rank)
                parametrize.register_parametrization(layer, "weight", addition)
                additions[f"{part}.{name}"] = addition
    return additions


def sgm_name(name: str, layers_per_block: int) -> str:
    """A UNet layer under the numbers that SDXL's trainers use."""
    block = re.match(r"(down|up)_blocks\.(\d+)\.(resnets|attentions)\.(\d+)\.(.*)", name)
    middle = re.match(r"mid_block\.(resnets|attentions)\.(\d+)\.(.*)", name)
    if block:
        side, index, kind, layer, inner = block.groups()
        number = int(index) * (layers_per_block + 1) + int(layer) + (side == "down")
        start = f"{'input' if side == 'down' else 'output'}_blocks.{number}.{int(kind == 'attentions')}."
    elif middle:
        kind, layer, inner = middle.groups()
        start = f"middle_block.{2 * int(layer) + (kind == 'attentions')}."
    else:
        raise ValueError(f"{name} has no number")
    return start + RESNET.get(inner, inner)


def kohya_stem(part: str, name: str, layers_per_block: int) -> str:
    if part == "unet":
        name = sgm_name(name, layers_per_block)
    elif not name.startswith("text_model."):
        name = "text_model." + name
    return PREFIXES[part] + name.replace(".", "_")


def kohya_tensors(additions: dict[str, LowRank], layers_per_block: int) -> dict[str, torch.Tensor]:
    tensors = {}
    for key, addition in additions.items():
        stem = kohya_stem(*key.split(".", 1), layers_per_block)
        rank, spatial = addition.down.shape[0], addition.down.ndim - 2
        tensors[f"{stem}.lora_down.weight"] = addition.down
        tensors[f"{stem}.lora_up.weight"] = addition.up.view(*addition.up.shape, *[1] * spatial)
        tensors[f"{stem}.alpha"] = torch.tensor(float(rank))
    return {name: tensor.detach().to(torch.float16).contiguous() for name, tensor in tensors.items()}


def write_kohya(path: Path, tensors: dict[str, torch.Tensor], metadata: dict[str, object]) -> None:
    """With the hash over all tensors that trainers note."""
    texts = {key: value if isinstance(value, str) else json.dumps(value) for key, value in metadata.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    save_file(tensors, part, {})
    content = part.read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    texts["sshs_model_hash"] = hashlib.sha256(content[start:]).hexdigest()
    save_file(tensors, part, texts)
    part.replace(path)
