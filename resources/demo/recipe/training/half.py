# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""bfloat16 for convolutions and matrix products: 1.5 to 3 times as fast on processors that have it."""
from contextlib import contextmanager
from typing import Any, Iterator

import torch
from torch.nn import functional
from torch.overrides import TorchFunctionMode


class AttentionInFull(TorchFunctionMode):
    """Keeps attention in fp32: its fused backward pass is several times slower in bfloat16."""

    def __torch_function__(self, function: Any, types: Any, args: tuple = (), options: dict | None = None) -> Any:
        options = options or {}
        if function is not functional.scaled_dot_product_attention:
            return function(*args, **options)
        with torch.autocast("cpu", enabled=False):
            return function(*(tensor.float() for tensor in args[:3]), *args[3:], **options)


@contextmanager
def in_half(on: bool) -> Iterator[None]:
    """Where it is `on`: bfloat16 for what is computed inside; parameters and their gradients stay fp32."""
    if not on:
        yield
        return
    with torch.autocast("cpu", torch.bfloat16), AttentionInFull():
        yield
