# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes checkpoints out of a published folder, so that training goes on from it: python resume.py --model M
--vae V/vae.pt --unet U/unet.pt. The optimizers begin anew."""
import argparse
from pathlib import Path

from training.published import read_model, read_vae
from training.stage import Ema, save

FIRST_SEED = 50_000_000  # of drawings that the published VAE has not seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--vae", type=Path)
    parser.add_argument("--unet", type=Path)
    arguments = parser.parse_args()
    if arguments.vae:
        vae = read_vae(arguments.model)
        save(arguments.vae, {"vae": vae.state_dict(), "ema": Ema(vae, 0.998).state_dict(), "step": 100_000,
                             "next_seed": FIRST_SEED, "scaling_factor": vae.config.scaling_factor})
    if arguments.unet:
        model = read_model(arguments.model)
        save(arguments.unet, {"model": model.state_dict(), "ema": Ema(model, 0.999).state_dict(), "step": 0,
                              "channels": list(model["unet"].config.block_out_channels)})


if __name__ == "__main__":
    main()
