#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the demo's background music: soft piano-like notes over a pad, eight bars in D major at 66
beats a minute, written so that the end leads into the beginning (all sound is wrapped round the loop).

    python3 make_music.py music.wav && ffmpeg -i music.wav -compression_level 12 music.flac

Needs numpy. The same version of numpy gives the same bytes."""

import sys
import wave

import numpy as np

RATE = 24000  # the music has nothing above 8 kHz
BEAT = 60.0 / 66.0
BARS = 8
LENGTH = round(BARS * 4 * BEAT * RATE)

# Chord tones per bar as MIDI numbers: bass, then three of the chord.
CHORDS = [
    (38, 62, 66, 69),  # D
    (45, 61, 64, 69),  # A / C#
    (47, 62, 66, 71),  # Bm
    (43, 62, 67, 71),  # G
    (42, 61, 66, 69),  # F#m
    (43, 62, 67, 71),  # G
    (40, 62, 67, 71),  # Em7
    (45, 61, 64, 69),  # A
]
# Melody: (beat, MIDI number, loudness).
MELODY = [
    (0, 78, 0.9), (2, 76, 0.7), (3, 74, 0.7), (4, 73, 0.8), (6, 69, 0.6), (8, 74, 0.9), (10, 73, 0.6),
    (11, 71, 0.6), (12, 71, 0.8), (14, 67, 0.6), (16, 69, 0.9), (17.5, 73, 0.6), (18, 78, 0.8), (20, 76, 0.8),
    (22, 74, 0.6), (23, 71, 0.6), (24, 67, 0.8), (26, 71, 0.6), (27, 74, 0.6), (28, 73, 0.8), (30, 76, 0.6),
]


def hertz(note):
    return 440.0 * 2.0 ** ((note - 69) / 12.0)


def place(track, start_seconds, sound):
    """Adds `sound` at its time, wrapped round the end of the loop."""
    at = (round(start_seconds * RATE) + np.arange(len(sound))) % LENGTH
    np.add.at(track, at, sound)


def piano(note, loudness):
    t = np.arange(round(3.5 * RATE)) / RATE
    base = hertz(note)
    out = np.zeros_like(t)
    for k in range(1, 9):
        stretched = base * k * np.sqrt(1 + 0.0004 * k * k)  # strings are a little sharp upwards
        if stretched < 7000:
            out += np.sin(2 * np.pi * stretched * t) * np.exp(-t * (0.9 + 0.55 * k)) * loudness ** (0.4 * k) / k**1.4
    attack = np.minimum(1.0, t / 0.006)
    release = np.minimum(1.0, (t[-1] - t) / 0.4)
    return out * attack * release * loudness


def pad(note, seconds):
    t = np.arange(round((seconds + 1.6) * RATE)) / RATE
    base = hertz(note)
    out = sum(np.sin(2 * np.pi * base * (1 + d) * t + p) for d, p in ((-0.0011, 0.0), (0.0, 1.1), (0.0013, 2.3)))
    out += 0.25 * np.sin(2 * np.pi * 2 * base * t)
    envelope = np.minimum(1.0, t / 0.8) * np.minimum(1.0, (t[-1] - t) / 1.6)
    return out * envelope * envelope


def compose():
    left, right = np.zeros(LENGTH), np.zeros(LENGTH)

    def add(seconds, sound, pan):
        place(left, seconds, sound * np.cos(pan * np.pi / 2))
        place(right, seconds, sound * np.sin(pan * np.pi / 2))

    for bar, (bass, *tones) in enumerate(CHORDS):
        start = bar * 4 * BEAT
        add(start, 0.16 * pad(bass, 4 * BEAT), 0.5)
        for i, note in enumerate(tones):
            add(start, 0.045 * pad(note, 4 * BEAT), 0.3 + 0.2 * i)
        for step, index in enumerate((0, 1, 2, 1, 0, 2, 1, 2)):  # broken chord in quavers
            loudness = 0.34 if step % 4 == 0 else 0.24
            add(start + step * BEAT / 2, 0.5 * piano(tones[index] - 12, loudness), 0.35 + 0.1 * index)
    for beat, note, loudness in MELODY:
        add(beat * BEAT, 0.42 * piano(note, loudness), 0.58)

    stereo = np.stack([left, right], axis=1)
    # A small room: a few decaying echoes across the channels, wrapped like the rest.
    for delay, gain in ((0.043, 0.22), (0.071, 0.17), (0.113, 0.12), (0.171, 0.08)):
        stereo = stereo + gain * np.roll(stereo[:, ::-1], round(delay * RATE), axis=0)
    return stereo * (10 ** (-9 / 20) / np.abs(stereo).max())


def main():
    samples = np.round(compose() * 32767).astype("<i2")
    with wave.open(sys.argv[1], "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())


if __name__ == "__main__":
    main()
