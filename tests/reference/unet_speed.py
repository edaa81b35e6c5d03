#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time and memory of one UNet forward, ours beside that of diffusers, on this machine.

Not part of the build and never run by a test. Needs PyTorch and diffusers.

    manju-make-checkpoint --variant sdxl --layout folder --dtype F16 --seed 1 --out FULL
    unet_speed.py build/release/bin/manju-measure-unet FULL 256 256

Both programs run one after the other, alternating, on two threads, ours in the environment that the product gives
its workers. Printed: the median of the runs after the first, the peak of the memory that belongs to the process alone (RssAnon, sampled 50 times a second, loading
included), and ours divided by theirs.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

RUNS = 4
THREADS = 2
# What the product gives its workers (core/link/environment.cpp) and a user of diffusers does not set.
OURS = {"OMP_WAIT_POLICY": "PASSIVE", "MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
        "MALLOC_TRIM_THRESHOLD_": str(256 << 20), "MKL_CBWR": "AUTO,STRICT"}


def peer(folder, width, height):
    import torch
    from diffusers import UNet2DConditionModel

    torch.set_num_threads(THREADS)
    began = time.perf_counter()
    unet = UNet2DConditionModel.from_pretrained(pathlib.Path(folder) / "unet", torch_dtype=torch.float32)
    unet.eval()
    print(json.dumps({"load": time.perf_counter() - began}), flush=True)
    config = unet.config
    latent = torch.randn(2, config.in_channels, height // 8, width // 8)
    context = torch.randn(2, 77, config.cross_attention_dim)
    pooled = torch.randn(2, config.projection_class_embeddings_input_dim - 6 * config.addition_time_embed_dim)
    times = torch.tensor([[height, width, 0, 0, height, width]] * 2, dtype=torch.float32)
    with torch.inference_mode():
        for _ in range(RUNS):
            began = time.perf_counter()
            out = unet(latent, 500, encoder_hidden_states=context,
                       added_cond_kwargs={"text_embeds": pooled, "time_ids": times}).sample
            seconds = time.perf_counter() - began
            print(json.dumps({"whole": seconds, "first": out.flatten()[0].item()}), flush=True)


def anonymous(pid):
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def measured(command, environment):
    threads = {name: str(THREADS) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    environment = dict(os.environ, **threads, **environment)
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    peak = 0
    while child.poll() is None:
        peak = max(peak, anonymous(child.pid))
        time.sleep(0.02)
    if child.returncode:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    lines = [json.loads(line) for line in child.stdout.read().splitlines() if line.startswith("{")]
    runs = lines[2:]
    median = {key: statistics.median(run[key] for run in runs) for key in runs[0] if key != "first"}
    return dict(median, load=lines[0]["load"], peak_mb=peak * 1024 / 1e6)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="manju-measure-unet, or 'peer' to run diffusers alone")
    parser.add_argument("folder")
    parser.add_argument("width", type=int)
    parser.add_argument("height", type=int)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--same", action="store_true", help="diffusers in the environment of our workers too")
    given = parser.parse_args()
    if given.program == "peer":
        return peer(given.folder, given.width, given.height)
    size = [str(given.width), str(given.height)]
    for _ in range(given.rounds):
        theirs = measured([sys.executable, __file__, "peer", given.folder, *size], OURS if given.same else {})
        ours = measured([given.program, given.folder, *size, str(THREADS)], OURS)
        print(json.dumps({"ours": ours, "theirs": theirs, "time": ours["whole"] / theirs["whole"],
                          "step": ours["step"] / theirs["whole"],
                          "memory": ours["peak_mb"] / theirs["peak_mb"]}), flush=True)


if __name__ == "__main__":
    main()
