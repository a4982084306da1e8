"""A die without pips among dice of pips must be asked about.

    python -m vision.lab.judging strangers COUNT SEED [FOLDER] [--numbers]      what was overlooked is kept as pictures

Any felt, sensor and colours, one to three dice of pips and one that shows a drawing, or with ``--numbers`` one of eight
to twenty sides; in every other throw all of them and the felt are dark, so that hardly an edge is seen. Nobody says how
many were thrown: whatever is ``read`` has overlooked the stranger, or taken it for pips.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.table.observation import ReadVerdict
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.lab.judging.throws import SIZES, some_colour, some_sensor
from vision.lab.judging.trays import keep_seen
from vision.virtual.dice import NUMBERED, DieLook, render_dice
from vision.virtual.glyphs import GLYPHS
from vision.virtual.scene import Colour


def among_pips(seed: int, *, is_numbered: bool = False) -> Picture:
    """The throw of this number, always the same."""
    draw, is_dark = np.random.default_rng([seed, 983]), seed % 2 == 1
    felt = _grey(draw, 22, 60) if is_dark else some_colour(draw, 20, 200)
    body = _grey(draw, 24, 64) if is_dark else some_colour(draw, 15, 250)
    ink = some_colour(draw, 190, 250) if sum(body) < 3 * 140 else some_colour(draw, 10, 60)
    pips = DieLook(float(draw.uniform(12, 18)), body, ink)
    stranger = _numbered(pips, draw) if is_numbered else replace(pips, art=(str(draw.choice(sorted(GLYPHS))),) * 6)
    sensor = some_sensor(draw)
    faces = [int(face) for face in draw.integers(1, 7, int(draw.integers(2, 5)))]
    looks, size_px = (stranger, *[pips] * (len(faces) - 1)), SIZES[int(draw.integers(len(SIZES)))]
    return render_dice(faces, seed, looks=looks, size_px=size_px, sensor=sensor, felt=felt).picture


def _numbered(pips: DieLook, draw: np.random.Generator) -> DieLook:
    look = NUMBERED[str(draw.choice(sorted(NUMBERED)))]
    return replace(look, side_mm=look.side_mm * pips.side_mm / 16.0, body=pips.body, pips=pips.pips)


def _grey(draw: np.random.Generator, low: int, high: int) -> Colour:
    """A shade with hardly a colour."""
    shade = int(draw.integers(low, high))
    blue, green, red = (int(np.clip(shade + off, 0, 255)) for off in draw.integers(-6, 7, 3))
    return blue, green, red


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when anything was read; prints what became of the throws."""
    words = [word for word in arguments if not word.startswith("--")]
    count, first, folder = int(words[0]), int(words[1]), Path(words[2]) if len(words) > 2 else None
    told = Counter[str]()
    for seed in range(first, first + count):
        picture = among_pips(seed, is_numbered="--numbers" in arguments)
        seen = read_dice(picture)
        word = "asked" if seen.verdict is ReadVerdict.ASK else "overlooked"
        told[f"{'dark' if seed % 2 else 'any'} {word}"] += 1
        if word == "overlooked":
            sys.stdout.write(f"overlooked: {seed}\n")
            keep_seen(folder, str(seed), picture, seen)
    sys.stdout.write(f"{dict(told)}\n")
    return int(any(word.endswith("overlooked") for word in told))
