# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws scenes and stores their latents: python encode_latents.py --vae F/vae.pt --folder L --count 25000.

Goes on where an earlier run with the same folder ended. A checkpoint that trained on is a different VAE: use a
new folder for it.
"""
import argparse
import hashlib
from pathlib import Path

import torch

from training.drawn import SCENES, SUBJECTS, as_floats, picture_of, scene_of
from training.half import in_half
from training.latents import LatentStore
from training.stage import Every, load, say
from training.trained import latent_mean, load_vae

# Apart from the seeds that the VAE trained on: a picture it knows by heart would have too good a latent.
FIRST_SEED = 100_000_000


class Drawings(torch.utils.data.Dataset):
    def __init__(self, subject: str, first: int, count: int) -> None:
        self.subject, self.first, self.count = subject, first, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[int, torch.Tensor]:
        seed = FIRST_SEED + self.first + index
        return seed, picture_of(scene_of(seed, self.subject))


def check_same_vae(folder: Path, vae: Path) -> None:
    digest = hashlib.sha256(vae.read_bytes()).hexdigest()
    note = folder / "vae.sha256"
    if not note.exists():
        note.write_text(digest + "\n")
    elif note.read_text().strip() != digest:
        raise SystemExit(f"{folder} holds latents of another VAE than {vae}")


@torch.inference_mode()
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vae", type=Path, required=True, help="checkpoint of train_vae.py")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--subject", choices=SUBJECTS, default=SCENES)
    parser.add_argument("--count", type=int, default=25000, help="latents there shall be in the end")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="in bfloat16, where that is faster")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)
    store = LatentStore(arguments.folder)
    check_same_vae(arguments.folder, arguments.vae)
    vae, _ = load_vae(load(arguments.vae))
    vae.to(memory_format=torch.channels_last)
    drawings = Drawings(arguments.subject, store.count, max(0, arguments.count - store.count))
    line = Every(1)
    for seeds, pictures in torch.utils.data.DataLoader(drawings, batch_size=arguments.batch, num_workers=1):
        floats = as_floats(pictures).contiguous(memory_format=torch.channels_last)
        with in_half(arguments.half):
            latents = latent_mean(vae, floats).float()
        store.append(latents, [scene_of(int(seed), arguments.subject) for seed in seeds])
        if line():
            say(f"{store.count} of {arguments.count} latents")
    say(f"{store.count} latents")


if __name__ == "__main__":
    main()
