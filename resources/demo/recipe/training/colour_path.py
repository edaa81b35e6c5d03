# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts a VAE as a linear path for the blocks' mean colours, so that training only has to add shapes.

The path lies in the residual stream, and every branch beside it begins at 0. Each colour goes along twice, with both
signs, and a constant beside them outweighs it: so the norms at the end, which would else take a picture's own mean
and deviation away, subtract and divide by figures that are known here.
"""
import math

import torch
from diffusers import AutoencoderKL

from .colour import TO_YCC, BlockColours

COLOUR, CONSTANT = 4.0, 16.0
SHIFT = 4.0  # of the last norms: SiLU is nearly linear there
SLOPE = 1 / (1 + math.exp(-SHIFT))
SLOPE *= 1 + SHIFT * (1 - SLOPE)


def _clear(layer: torch.nn.Module, rows: list[int]) -> None:
    layer.weight[rows] = 0
    layer.bias[rows] = 0


def _centre(layer: torch.nn.Conv2d) -> int:
    return layer.kernel_size[0] // 2


def _keep(layer: torch.nn.Conv2d, channels: list[int]) -> None:
    """Lets these channels through."""
    _clear(layer, channels)
    middle = _centre(layer)
    for channel in channels:
        layer.weight[channel, channel, middle, middle] = 1


def _halve(layer: torch.nn.Conv2d, channels: list[int]) -> None:
    """Means of 2x2: the layer's stride is 2, its padding on the far sides only."""
    _clear(layer, channels)
    for channel in channels:
        layer.weight[channel, channel, :2, :2] = 0.25


def _silence(blocks: list[torch.nn.Module], channels: list[int]) -> None:
    for block in blocks:
        for resnet in block.resnets:
            resnet.conv2.weight.zero_()
            resnet.conv2.bias.zero_()
            if resnet.conv_shortcut is not None:
                _keep(resnet.conv_shortcut, channels)
        for attention in getattr(block, "attentions", []):
            attention.to_out[0].weight.zero_()
            attention.to_out[0].bias.zero_()


def _deviation(group: int) -> float:
    """Of a group of so many channels in which one is the constant."""
    return CONSTANT * math.sqrt(1 / group - 1 / group**2)


def _encoder(vae: AutoencoderKL, colours: BlockColours) -> None:
    encoder = vae.encoder
    channels = list(range(7))
    _clear(encoder.conv_in, channels)
    for colour in range(3):
        encoder.conv_in.weight[2 * colour, colour, 1, 1] = COLOUR
        encoder.conv_in.weight[2 * colour + 1, colour, 1, 1] = -COLOUR
    encoder.conv_in.bias[6] = CONSTANT
    _silence([*encoder.down_blocks, encoder.mid_block], channels)
    for block in encoder.down_blocks:
        for sampler in block.downsamplers or []:
            _halve(sampler.conv, channels)
    norm = encoder.conv_norm_out
    norm.bias[channels] = SHIFT
    gain = _deviation(norm.num_channels // norm.num_groups) / (2 * COLOUR * SLOPE)
    _clear(encoder.conv_out, [0, 1, 2])
    for row in range(3):
        scale = 1 / float(colours.deviation[0, row])
        for colour in range(3):
            weight = float(TO_YCC[row, colour]) * scale * gain
            encoder.conv_out.weight[row, 2 * colour, 1, 1] = weight
            encoder.conv_out.weight[row, 2 * colour + 1, 1, 1] = -weight
        encoder.conv_out.bias[row] = -float(colours.mean[0, row]) * scale
    _keep(vae.quant_conv, [0, 1, 2, 3])


def _decoder(vae: AutoencoderKL, colours: BlockColours) -> None:
    decoder = vae.decoder
    norm = decoder.conv_norm_out
    group = norm.num_channels // norm.num_groups
    starts = [group * index for index in range(3)]  # one group for each colour
    channels = [start + offset for start in starts for offset in range(3)]
    _keep(vae.post_quant_conv, [0, 1, 2, 3])
    _clear(decoder.conv_in, channels)
    for colour, start in enumerate(starts):
        decoder.conv_in.weight[start, colour, 1, 1] = COLOUR
        decoder.conv_in.weight[start + 1, colour, 1, 1] = -COLOUR
        decoder.conv_in.bias[start + 2] = CONSTANT
    _silence([decoder.mid_block, *decoder.up_blocks], channels)
    for block in decoder.up_blocks:
        for sampler in block.upsamplers or []:
            _keep(sampler.conv, channels)
    norm.bias[channels] = SHIFT
    gain = _deviation(group) / (2 * COLOUR * SLOPE)
    to_rgb = torch.linalg.inv(TO_YCC)
    decoder.conv_out.weight.mul_(0.1)
    for colour in range(3):
        for row, start in enumerate(starts):
            weight = float(to_rgb[colour, row] * colours.deviation[0, row]) * gain
            decoder.conv_out.weight[colour, [start, start + 1, start + 2]] = 0
            decoder.conv_out.weight[colour, start, 1, 1] = weight
            decoder.conv_out.weight[colour, start + 1, 1, 1] = -weight
    decoder.conv_out.bias.copy_(to_rgb @ colours.mean.flatten())


@torch.no_grad()
def lay_colour_path(vae: AutoencoderKL, colours: BlockColours) -> None:
    _encoder(vae, colours)
    _decoder(vae, colours)
