#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the stored reference values of the resampler and of the upscalers.

Resampling is that of Pillow 10.4.0, which always goes across before it goes down (13.0.0 chooses). The networks are those of BasicSR (1.4.2) and, for SPAN and the names of old
ESRGAN files, of spandrel (0.4.1), with small random weights. Both are unpacked source packages: single
functions and classes are taken out of their files, so that nothing else of them need be installed. Not part
of the build and never run by a test. Needs Pillow, safetensors 0.4.2, numpy and PyTorch 1.13.1.

    upscale_reference.py BASICSR SPANDREL tests/fixtures/upscale
"""
import argparse
import ast
import collections
import math
import pathlib
import re
import typing

import numpy
import torch
from PIL import Image
from safetensors.torch import save_file

# Width and height before and after: larger, smaller, both ways, odd sides, one side unchanged, sides of 1.
RESIZES = ((23, 17, 41, 35), (40, 31, 13, 9), (19, 28, 31, 11), (34, 28, 33, 29), (16, 12, 16, 29),
           (16, 12, 5, 12), (1, 9, 4, 3), (7, 1, 3, 2), (5, 6, 1, 1), (9, 7, 45, 38), (60, 50, 7, 5))


class Registry:
    def register(self, **_):
        return lambda thing: thing


def taken(path, names, known):
    """The functions and classes `names` of a source file, run in the namespace `known`."""
    nodes = [node for node in ast.parse(path.read_text()).body
             if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in names]
    assert len(nodes) == len(names), (path, names)
    future = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)
    tree = ast.fix_missing_locations(ast.Module([future, *nodes], []))
    exec(compile(tree, str(path), "exec"), known)
    return known


def architectures(basicsr, spandrel):
    known = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "ARCH_REGISTRY": Registry(), "re": re,
             "math": math, "OrderedDict": collections.OrderedDict, "Literal": typing.Literal,
             "functools": __import__("functools"), "override": lambda thing: thing,
             "store_hyperparameters": lambda **_: lambda thing: thing,
             "default_init_weights": lambda *_: None}
    archs = basicsr / "basicsr" / "archs"
    taken(archs / "arch_util.py", ("make_layer", "pixel_unshuffle"), known)
    taken(archs / "rrdbnet_arch.py", ("ResidualDenseBlock", "RRDB", "RRDBNet"), known)
    taken(archs / "srvgg_arch.py", ("SRVGGNetCompact",), known)
    foreign = spandrel / "spandrel" / "architectures"
    taken(foreign / "ESRGAN" / "__init__.py", ("_new_to_old_arch", "_get_num_blocks", "_to_old_arch"), known)
    taken(foreign / "SPAN" / "__arch" / "span.py",
          ("_make_pair", "conv_layer", "activation", "sequential", "pixelshuffle_block", "Conv3XC", "SPAB", "SPAN"),
          known)
    return known


def randomised(net, seed, dtype, gain=1.0):
    """Weights that keep the size of what passes through, rounded to what the file will hold."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in net.named_parameters():
        if parameter.dim() == 4:
            fan = parameter[0].numel()
            values = torch.randn(parameter.shape, generator=generator) * gain / math.sqrt(fan)
        else:
            values = torch.rand(parameter.shape, generator=generator) * 0.4 - 0.1
        parameter.data = values.to(dtype).float()
    return net.eval()


def picture(seed, height, width):
    return torch.randint(0, 256, (height, width, 3), generator=torch.Generator().manual_seed(seed),
                         dtype=torch.uint8)


def enlarged(net, pixels, factor):
    """What the network makes of a picture whose sides are mirrored up to a multiple of `factor`."""
    height, width = pixels.shape[:2]
    values = pixels.permute(2, 0, 1).unsqueeze(0).float() / 255
    values = torch.nn.functional.pad(values, (0, -width % factor, 0, -height % factor), mode="reflect")
    out = net(values)
    scale = out.shape[3] // values.shape[3]
    return out[:, :, :height * scale, :width * scale].contiguous()


@torch.no_grad()
def networks(known, out):
    names = (
        # file, net, dtype of the file, what multiple the sides must have, gain
        ("rrdb_x4", known["RRDBNet"](3, 3, scale=4, num_feat=6, num_block=2, num_grow_ch=3), torch.float16, 1, 1.0),
        ("rrdb_x2", known["RRDBNet"](3, 3, scale=2, num_feat=6, num_block=1, num_grow_ch=3), torch.float32, 2, 1.0),
        ("rrdb_x1", known["RRDBNet"](3, 3, scale=1, num_feat=6, num_block=1, num_grow_ch=3), torch.bfloat16, 4, 1.0),
        ("compact_x4", known["SRVGGNetCompact"](num_feat=8, num_conv=2, upscale=4), torch.float16, 1, 1.0),
        ("compact_x2", known["SRVGGNetCompact"](num_feat=6, num_conv=1, upscale=2), torch.float32, 1, 1.0),
        ("span_x2", known["SPAN"](num_in_ch=3, num_out_ch=3, feature_channels=3, upscale=2),
         torch.float16, 1, 0.3),
    )
    values = {}
    for seed, (name, net, dtype, factor, gain) in enumerate(names):
        randomised(net, seed, dtype, gain)
        pixels = picture(100 + seed, 7, 9)
        values[name + ".input"] = pixels
        values[name + ".output"] = enlarged(net, pixels, factor)
        state = {key: value.to(dtype).contiguous() for key, value in net.state_dict().items()}
        print(name, values[name + ".output"].mean().item(), values[name + ".output"].std().item())
        save_file(state, out / (name + ".safetensors"))
        if name == "rrdb_x2":
            # The same weights as halves, under the names of older files.
            old = known["_to_old_arch"](dict(state))
            save_file({key: value.half().contiguous() for key, value in old.items()},
                      out / "rrdb_old_x2.safetensors")
            for parameter in net.parameters():
                parameter.data = parameter.data.half().float()
            values["rrdb_old_x2.output"] = enlarged(net, pixels, factor)
        if name == "span_x2":
            # A file that also holds a tensor "no_norm" takes its input as it is.
            net.no_norm = torch.zeros(1)
            values["span_x2.output.no_norm"] = enlarged(net, pixels, factor)
    save_file(values, out / "enlarged.safetensors")


def resampling(out):
    values = {}
    for seed, (width, height, new_width, new_height) in enumerate(RESIZES):
        colour = picture(seed, height, width)
        if seed % 2:  # hard edges overshoot and are clipped
            colour = (colour > 127).to(torch.uint8) * 255
        grey = colour[:, :, 0].contiguous()
        name = f"{width}x{height}.{new_width}x{new_height}"
        for kind, source in (("rgb", colour), ("grey", grey)):
            image = Image.fromarray(source.numpy())
            resized = numpy.array(image.resize((new_width, new_height), Image.LANCZOS))
            values[f"{name}.{kind}"] = source
            values[f"{name}.{kind}.lanczos"] = torch.from_numpy(resized)
        nearest = numpy.array(image.resize((new_width, new_height), Image.NEAREST))
        values[name + ".grey.nearest"] = torch.from_numpy(nearest)
    save_file(values, out / "resized.safetensors")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("basicsr", type=pathlib.Path)
    parser.add_argument("spandrel", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    resampling(args.out)
    networks(architectures(args.basicsr, args.spandrel), args.out)


if __name__ == "__main__":
    main()
