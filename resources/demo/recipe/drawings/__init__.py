# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Comic panels drawn by code, with captions: the training pictures of the demo model."""

from .captions import caption
from .draw import draw
from .scene import Person, Scene, sample_character, sample_scene, sample_style

__all__ = ["Person", "Scene", "caption", "draw", "sample_character", "sample_scene", "sample_style"]
