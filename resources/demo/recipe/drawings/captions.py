# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what a scene shows, in the tags of the product's prompt builder and in common variations of them."""

import random

from . import words
from .scene import Person, Scene

_DROP = 0.10
_DROP_LOOKS = 0.03


def caption(scene: Scene, rng: random.Random) -> str:
    """Comma-separated English tags: half of the captions in the prompt builder's order, half in any order."""
    subject = _person_tags(scene, rng) if scene.person else ["no humans", "scenery"] if rng.random() < 0.7 else ["scenery"]
    tags = subject + _setting_tags(scene, rng)
    if rng.random() < 0.5:
        rng.shuffle(tags)
    if scene.person and scene.person.lead:
        tags.insert(0, words.LEAD_TRIGGER[scene.person.lead])
    if scene.style == "ink":
        tags.insert(0, rng.choice(words.INK_STYLE))
    elif rng.random() < 0.5:
        tags.insert(0, rng.choice(words.STYLE))
    return ", ".join(_unique(tag for tag in tags if tag))


def _unique(groups) -> list[str]:
    seen: dict[str, None] = {}
    for group in groups:
        for tag in group.split(", "):
            seen.setdefault(tag)
    return list(seen)


def _pick(table: words.Words, value: str, rng: random.Random) -> str:
    plain, mapped = table[value]
    return rng.choice(plain if rng.random() < 0.5 else mapped)


def _kept(tag: str, rng: random.Random, drop: float = _DROP) -> str:
    return "" if rng.random() < drop else tag


def _article(phrase: str) -> str:
    return phrase.replace(" a orange", " an orange")


def _person_tags(scene: Scene, rng: random.Random) -> list[str]:
    p = scene.person
    assert p
    tags = [*_lead_looks(p, rng)] if p.lead else _looks(p, rng)
    tags.append(_kept("solo", rng))
    if p.behind:
        tags.append("from behind")
    tags.append(_kept(_pick(words.FRAMING, scene.framing, rng), rng))
    if not p.behind:
        tags.append(_kept(_pick(words.MOOD, p.expression, rng), rng))
    tags.append(_kept(rng.choice(words.POSE[p.pose]), rng))
    return tags


def _looks(p: Person, rng: random.Random) -> list[str]:
    hair_color = rng.choice(words.HAIR_COLOR[p.hair_color])
    hair = rng.choice(words.HAIR_STYLE[p.hair_style]).format(hair_color)
    clothes = _article(rng.choice(words.GARMENT[p.garment]).format(p.clothes_color))
    tags = [rng.choice(words.KIND[p.kind]), _kept(hair, rng, _DROP_LOOKS)]
    if p.beard:
        tags.append(f"{hair_color} beard" if rng.random() < 0.8 else "beard")
    tags.append(_kept(clothes, rng, _DROP_LOOKS))
    if p.skin == "dark":
        tags.append(_kept("dark skin", rng, 0.3))
    elif p.skin == "tan":
        tags.append(_kept("tan skin", rng, 0.6))
    if p.accessory:
        tags.append(p.accessory if p.accessory == "glasses" else f"{p.accessory_color} {p.accessory}")
    return tags


def _lead_looks(p: Person, rng: random.Random) -> list[str]:
    return [_kept(tag, rng, 0.25) for tag in words.LEAD_LOOKS[p.lead]]


def _setting_tags(scene: Scene, rng: random.Random) -> list[str]:
    tags = [] if scene.person else [_kept(_pick(words.FRAMING, "wide", rng).replace("full body", "wide shot"), rng)]
    weather = _pick(words.WEATHER, scene.weather, rng)
    if scene.time != "day" and "sunlight" in weather:
        weather = ""
    tags += [_kept(_pick(words.PLACE, scene.place, rng), rng, _DROP_LOOKS), _kept(_pick(words.TIME, scene.time, rng), rng, _DROP_LOOKS)]
    return [*tags, _kept(weather, rng)]
