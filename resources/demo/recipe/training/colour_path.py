# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts a VAE as a linear path for the blocks' mean colours, so that training only has to add shapes.

The path lies in the residual stream, and every branch beside it begins at 0. Each colour goes along twice, with both
signs: SiLU(x) - SiLU(-x) = x, so the last layers are linear too. The other channels have constants besides, half of
either sign, so that the norms, of one group each, divide by nearly the same deviation in every picture.
"""
import math

import torch
from diffusers import AutoencoderKL

from .colour import TO_YCC, BlockColours

COLOURS = 6  # channels of the path: red, green and blue, or the latent's first three, with both signs
CONSTANT = 2.0


def _constants(count: int) -> torch.Tensor:
    signs = torch.ones(count)
    signs[1::2] = -1
    return CONSTANT * signs


def _deviation(channels: int, colours: float) -> float:
    """Of all values of a layer whose colours have this mean square."""
    return math.sqrt(((channels - COLOURS) * CONSTANT**2 + COLOURS * colours) / channels)


def _enter(layer: torch.nn.Conv2d) -> None:
    layer.weight[:COLOURS] = 0
    layer.bias[:COLOURS] = 0
    for colour in range(3):
        layer.weight[2 * colour, colour, 1, 1] = 1
        layer.weight[2 * colour + 1, colour, 1, 1] = -1
    layer.bias[COLOURS:] = _constants(len(layer.bias) - COLOURS)


def _keep(layer: torch.nn.Conv2d, channels: int = COLOURS, window: slice = slice(None)) -> None:
    """Lets the first channels through, as the mean of the window."""
    middle = layer.kernel_size[0] // 2
    if window == slice(None):
        window = slice(middle, middle + 1)
    layer.weight[:channels] = 0
    layer.bias[:channels] = 0
    for channel in range(channels):
        part = layer.weight[channel, channel, window, window]
        part.fill_(1 / part.numel())


def _through(blocks: list[torch.nn.Module]) -> None:
    for block in blocks:
        for resnet in block.resnets:
            resnet.conv2.weight.zero_()
            resnet.conv2.bias.zero_()
            if resnet.conv_shortcut is not None:
                _keep(resnet.conv_shortcut)
                # What random weights make of constants is one more constant, of any size: here it is set.
                weight = resnet.conv_shortcut.weight[COLOURS:, COLOURS:, 0, 0]
                constants = _constants(len(resnet.conv_shortcut.bias) - COLOURS)
                resnet.conv_shortcut.bias[COLOURS:] = constants - weight @ _constants(weight.shape[1])
        for attention in getattr(block, "attentions", []):
            attention.to_out[0].weight.zero_()
            attention.to_out[0].bias.zero_()
        for sampler in getattr(block, "downsamplers", None) or []:
            # Its stride is 2, its padding on the far sides only.
            _resample(sampler.conv, slice(0, 2))
        for sampler in getattr(block, "upsamplers", None) or []:
            _resample(sampler.conv, slice(None))


def _resample(layer: torch.nn.Conv2d, window: slice) -> None:
    """Every channel stays itself, with a little of random weights."""
    layer.weight[COLOURS:].mul_(0.5)
    constants = _constants(len(layer.bias) - COLOURS)
    _keep(layer, COLOURS, window)
    weight = layer.weight[COLOURS:, COLOURS:].sum((2, 3))
    layer.bias[COLOURS:] = constants - weight @ constants


def _leave(layer: torch.nn.Conv2d, matrix: torch.Tensor, offset: torch.Tensor, gain: float) -> None:
    rows = len(matrix)
    layer.weight[:rows].mul_(0.1)
    layer.weight[:rows, :COLOURS] = 0
    for row in range(rows):
        for colour in range(3):
            layer.weight[row, 2 * colour, 1, 1] = gain * matrix[row, colour]
            layer.weight[row, 2 * colour + 1, 1, 1] = -gain * matrix[row, colour]
    layer.bias[:rows] = offset


@torch.no_grad()
def lay_colour_path(vae: AutoencoderKL, colours: BlockColours) -> None:
    mean, deviation = colours.mean.flatten(), colours.deviation.flatten()
    encoder, decoder = vae.encoder, vae.decoder
    _enter(encoder.conv_in)
    _through([*encoder.down_blocks, encoder.mid_block])
    _leave(encoder.conv_out, TO_YCC / deviation[:, None], -mean / deviation,
           _deviation(encoder.conv_norm_out.num_channels, 0.3))
    _keep(vae.quant_conv, 4)
    _keep(vae.post_quant_conv, 4)
    _enter(decoder.conv_in)
    _through([decoder.mid_block, *decoder.up_blocks])
    to_rgb = torch.linalg.inv(TO_YCC)
    _leave(decoder.conv_out, to_rgb * deviation, to_rgb @ mean, _deviation(decoder.conv_norm_out.num_channels, 1.0))
