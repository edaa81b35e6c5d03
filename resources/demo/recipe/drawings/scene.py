# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drawing shows, and how scenes are drawn by lot."""

import random
from dataclasses import dataclass

PLACES = ("simple", "street", "living_room", "bedroom", "forest", "palace", "rooftop", "classroom", "beach",
          "lighthouse", "lantern_room", "library", "field", "corridor")
OUTDOORS = frozenset({"street", "forest", "rooftop", "beach", "lighthouse", "field"})
TIMES = ("day", "dusk", "night", "dawn")
WEATHERS = ("clear", "rain", "snow", "fog", "storm")
FRAMINGS = ("close", "medium", "wide")
KINDS = ("young_woman", "girl", "young_man", "old_man", "old_woman")
EXPRESSIONS = ("calm", "smile", "sad", "angry", "surprised")
POSES = ("standing", "crossed", "raised", "hips")
HAIR_COLORS = ("black", "brown", "blonde", "red", "white", "blue")
CLOTHES_COLORS = ("red", "blue", "green", "yellow", "purple", "white", "black", "orange")
FEMALE = frozenset({"young_woman", "girl", "old_woman"})

HAIR_STYLES = {
    "young_woman": ("short", "medium", "long", "ponytail"),
    "girl": ("short", "medium", "long", "ponytail"),
    "young_man": ("short", "short", "medium"),
    "old_man": ("short",),
    "old_woman": ("short", "bun"),
}
GARMENTS = {
    "young_woman": ("coat", "raincoat", "sweater", "shirt", "dress", "uniform", "robe"),
    "girl": ("coat", "raincoat", "sweater", "shirt", "dress", "uniform", "robe"),
    "young_man": ("coat", "raincoat", "sweater", "shirt", "uniform", "robe"),
    "old_man": ("coat", "raincoat", "sweater", "shirt", "robe"),
    "old_woman": ("coat", "raincoat", "sweater", "dress", "robe"),
}


@dataclass(frozen=True)
class Person:
    """A person of the picture; `lead` names one of the demo story's two, whose marks only they have."""

    kind: str
    skin: str
    hair_color: str
    hair_style: str
    clothes_color: str
    garment: str
    expression: str = "calm"
    pose: str = "standing"
    beard: bool = False
    accessory: str = ""
    accessory_color: str = "blue"
    behind: bool = False
    lead: str = ""


@dataclass(frozen=True)
class Scene:
    """One picture. The seed jitters placement and background details and nothing else."""

    place: str
    time: str
    weather: str
    framing: str
    person: Person | None
    style: str = "color"
    seed: int = 0


LEADS = {
    "lead_mara": Person("young_woman", "fair", "black", "short", "yellow", "raincoat", lead="mara"),
    "lead_tom": Person("old_man", "fair", "white", "short", "orange", "sweater", beard=True, accessory="cap",
                       lead="tom"),
}


def sample_person(rng: random.Random, framing: str) -> Person:
    """A person with all attribute values about equally often."""
    kind = rng.choices(KINDS, (30, 16, 26, 16, 12))[0]
    colors = ("white", "white", "white", "black", "brown") if kind.startswith("old") else HAIR_COLORS
    accessory = rng.choices(("", "glasses", "cap", "scarf"), (84, 6, 5, 5))[0]
    clothes_color = rng.choice(CLOTHES_COLORS)
    return Person(
        kind=kind,
        skin=rng.choices(("fair", "tan", "dark"), (55, 30, 15))[0],
        hair_color=rng.choice(colors),
        hair_style=rng.choice(HAIR_STYLES[kind]),
        clothes_color=clothes_color,
        garment=rng.choice(GARMENTS[kind]),
        beard=kind == "old_man" and rng.random() < 0.6,
        accessory=accessory,
        accessory_color=rng.choice([c for c in ("red", "blue", "green", "yellow") if c != clothes_color]),
        **_acting(rng, framing),
    )


def _acting(rng: random.Random, framing: str) -> dict[str, str | bool]:
    behind = framing != "close" and rng.random() < 0.05
    poses = ("standing",) if behind else POSES
    weights = (1,) if behind else ((90, 0, 10, 0) if framing == "close" else (40, 20, 20, 20))
    return {
        "expression": rng.choices(EXPRESSIONS, (28, 20, 20, 16, 16))[0],
        "pose": rng.choices(poses, weights)[0],
        "behind": behind,
    }


def _sample_setting(rng: random.Random) -> tuple[str, str, str]:
    weights = [5 if place == "simple" else 8 for place in PLACES]
    place = rng.choices(PLACES, weights)[0]
    weather = rng.choices(WEATHERS, (56, 16, 12, 10, 6))[0]
    if place == "simple" and weather in ("fog", "storm"):
        weather = "clear"
    return place, rng.choices(TIMES, (28, 24, 28, 20))[0], weather


def sample_scene(rng: random.Random) -> Scene:
    """A scene of everyday training: no leads, no second style."""
    place, time, weather = _sample_setting(rng)
    if rng.random() < 0.08:
        if place == "simple":
            place = "street"
        return Scene(place, time, weather, "wide", None, seed=rng.getrandbits(32))
    framing = rng.choices(FRAMINGS, (32, 43, 25))[0]
    return Scene(place, time, weather, framing, sample_person(rng, framing), seed=rng.getrandbits(32))


def sample_character(rng: random.Random, name: str) -> Scene:
    """A scene with a lead ("lead_mara", "lead_tom") anywhere, at any time, in any mood and pose."""
    place, time, weather = _sample_setting(rng)
    framing = rng.choices(FRAMINGS, (36, 46, 18))[0]
    lead = LEADS[name]
    person = Person(**{**lead.__dict__, **_acting(rng, framing)})
    return Scene(place, time, weather, framing, person, seed=rng.getrandbits(32))


def sample_style(rng: random.Random) -> Scene:
    """An everyday scene in the second style, ink with one red accent."""
    scene = sample_scene(rng)
    return Scene(**{**scene.__dict__, "style": "ink"})
