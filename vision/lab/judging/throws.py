"""Throws of unseen kinds by the thousand: any felt, lamp, sensor, tilt, things, dice; nothing learnt from the renderer.

    python -m vision.lab.judging throws COUNT SEED [FOLDER]      what was read wrong is kept in the folder, as pictures

Of every other throw, by chance, the number of dice is told.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.dice.reading import read_dice
from vision.lab.judging.trays import judge, keep_seen
from vision.virtual.dice import DiceShot, DieLook
from vision.virtual.scene import Colour
from vision.virtual.sensor import Sensor
from vision.virtual.tray import Lamp, TrayStage

SIZES = ((480, 360), (640, 480), (800, 600))
_TILTS_DEG = (0, 0, 5, 10, 20, 30)
_CLUTTER = (0, 0, 0, 2, 4, 6)
_EVERY = 200  # throws between two lines of the report


def throw(seed: int) -> tuple[DiceShot, int | None]:
    """The throw of this number, always the same, and how many dice there are, where that is told."""
    draw = np.random.default_rng([seed, 977])
    felt = some_colour(draw, 20, 90) if draw.random() < 0.6 else some_colour(draw, 90, 200)
    tilt_deg, size_px = float(draw.choice(_TILTS_DEG)), SIZES[int(draw.integers(len(SIZES)))]
    level, fall_off, side_deg = (float(draw.uniform(*ends)) for ends in ((0.6, 1.2), (0.0, 0.5), (0.0, 360.0)))
    blue, green, red = (float(part) for part in draw.uniform(0.85, 1.12, 3))
    sensor = some_sensor(draw)
    squeeze = 1.0 if draw.random() < 0.8 else float(draw.uniform(0.75, 0.98))
    lamp, clutter = Lamp(level, fall_off, side_deg, (blue, green, red)), int(draw.choice(_CLUTTER))
    stage = TrayStage(seed, tilt_deg, size_px, squeeze, felt, clutter, lamp, sensor)
    is_light = draw.random() < 0.5
    body = some_colour(draw, 150, 250) if is_light else some_colour(draw, 15, 130)
    pips = some_colour(draw, 10, 60) if is_light else some_colour(draw, 190, 250)
    look = DieLook(float(draw.uniform(11, 19)), body, pips)
    faces = [int(face) for face in draw.integers(1, 7, int(draw.integers(1, 6)))]
    return stage.throw(faces, seed + 1_000_000, look), len(faces) if draw.random() < 0.5 else None


def some_sensor(draw: np.random.Generator) -> Sensor:
    """A camera's, good or poor."""
    blur_px, noise, vignette = (float(draw.uniform(*ends)) for ends in ((0.4, 1.3), (1.0, 7.0), (0.0, 0.3)))
    return Sensor(blur_px, noise_level=noise, uneven=0.0, vignette=vignette, jpeg_quality=int(draw.integers(60, 96)))


def some_colour(draw: np.random.Generator, low: int, high: int) -> Colour:
    """Any colour whose parts lie between the two."""
    blue, green, red = (int(part) for part in draw.integers(low, high, 3))
    return blue, green, red


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when anything was read wrong; prints what became of the throws."""
    count, first = int(arguments[0]), int(arguments[1])
    folder = Path(arguments[2]) if len(arguments) > 2 else None
    told = Counter[str]()
    for seed in range(first, first + count):
        shot, expect = throw(seed)
        seen = read_dice(shot.picture, expect=expect)
        word = judge(seen, shot)
        told[word] += 1
        if word == "wrong":
            sys.stdout.write(f"wrong: {seed}\n")
            keep_seen(folder, str(seed), shot.picture, seen)
        if told.total() == count or told.total() % _EVERY == 0:
            sys.stdout.write(f"{told.total()} throws: {dict(told)}\n")
            sys.stdout.flush()
    return int(told["wrong"] > 0)
