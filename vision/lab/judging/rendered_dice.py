"""Judges the dice reader on rendered throws, where the truth is exact: ``python -m vision.lab.judging rendered_dice``.

The throws are traced ray by ray in ``vision.virtual``; nothing was ever trained on them. A throw with a cocked die or a
symbol is right when it is asked about.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.observation import DiceSeen, ReadVerdict
from vision.dice.reading import read_dice
from vision.virtual.dice import IVORY, TRAY, DiceShot, DieLook, DieTruth, render_dice
from vision.virtual.glyphs import GLYPHS
from vision.virtual.sensor import TYPICAL

_RED = DieLook(body=(40, 30, 190), pips=(240, 240, 240))
_BLUE = DieLook(body=(180, 90, 30), pips=(235, 240, 240))
_GREEN = DieLook(body=(70, 140, 40), pips=(240, 240, 235), pip_share=0.16)
_BLACK = DieLook(body=(42, 38, 36), pips=(232, 236, 238), pip_share=0.21)
_PURPLE = DieLook(body=(130, 40, 110), pips=(70, 170, 90))
_LEANS_DEG = (6, 10, 14, 18, 22, 26, 30, 36, 42)
_AMONG_DEG = (30, 36)


@dataclass(frozen=True, eq=False)
class RenderedThrow:
    """A kind of throw, its number within the kind, and what to render."""

    kind: str
    seed: int
    faces: tuple[int, ...]
    looks: tuple[DieLook, ...] = (IVORY,)
    touching: bool = False
    lean_deg: float = 0.0
    is_symbol: bool = False
    size_px: tuple[int, int] = (960, 720)
    is_typical: bool = False  # a poorer camera


def rendered_throws(count: int) -> Iterator[RenderedThrow]:
    """``count`` throws of every kind, always the same."""
    solid = (IVORY, _RED, _BLUE, _GREEN, _BLACK, _PURPLE)
    for n in range(count):
        draw = np.random.default_rng([n, 77])
        two = (int(draw.integers(1, 7)), int(draw.integers(1, 7)))
        many = tuple(int(face) for face in draw.integers(1, 7, 25))
        look = solid[n % len(solid)]
        glass = DieLook(body=look.body, pips=look.pips, opaque=0.7)
        small = tuple(DieLook(10.0, one.body, one.pips, one.pip_share) for one in solid)
        symbol = DieLook(body=look.body, pips=look.pips, art=(sorted(GLYPHS)[n % len(GLYPHS)],) * 6)
        yield RenderedThrow("normal", n, two, (look,))
        yield RenderedThrow("poor camera", n + 1000, two, (look,), is_typical=True)
        yield RenderedThrow("touching", n + 2000, two, (look,), touching=True)
        yield RenderedThrow("mixed colours", n + 3000, many[:5], (solid[n % 6], solid[(n + 2) % 6]))
        yield RenderedThrow("translucent", n + 4000, two, (glass,))
        yield RenderedThrow("symbols", n + 5000, two, (look, symbol), is_symbol=True)
        for lean in _LEANS_DEG:
            yield RenderedThrow(f"leaning {lean:2} deg", n + 6000 + 100 * lean, two, (look,), lean_deg=float(lean))
        for lean in _AMONG_DEG:
            faces, seed = many[5:10], n + 12000 + 100 * lean
            yield RenderedThrow(f"one of five {lean} deg", seed, faces, (look,), lean_deg=float(lean))
        if n % 6 == 0:
            yield RenderedThrow("25 dice", n + 9000, many, small[: 1 + n % 3], size_px=(1280, 960))


def judge_throw(throw: RenderedThrow) -> str:
    """``right`` (read, every face as it lies), ``asked``, or ``wrong``: a symbol read, a die left out, a false face."""
    shot = shoot(throw)
    return judge_seen(read_dice(shot.picture), throw, shot.dice)


def judge_seen(seen: DiceSeen, throw: RenderedThrow, dice: Sequence[DieTruth]) -> str:
    """The word of ``judge_throw`` for a reading of the throw, whose ``dice`` are known."""
    if seen.verdict is ReadVerdict.ASK:
        return "asked"
    if throw.is_symbol or len(seen.dice) != len(dice):
        return "wrong"
    for truth in dice:
        near = min(seen.dice, key=lambda die: float(np.hypot(die.x - truth.x_px, die.y - truth.y_px)))
        if near.face != str(truth.face) or np.hypot(near.x - truth.x_px, near.y - truth.y_px) > 0.4 * truth.size_px:
            return "wrong"
    return "right"


def shoot(throw: RenderedThrow) -> DiceShot:
    """The throw's picture, always the same, with the exact truth."""
    leans = (1,) if throw.lean_deg else ()
    return render_dice(
        throw.faces,
        throw.seed,
        looks=throw.looks,
        touching=throw.touching,
        cocked=leans,
        lean_deg=(throw.lean_deg, throw.lean_deg),
        size_px=throw.size_px,
        sensor=TYPICAL if throw.is_typical else TRAY,
    )


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when anything was read wrong; prints a table by kind."""
    kinds: dict[str, Counter[str]] = {}
    for throw in rendered_throws(int(arguments[0]) if arguments else 12):
        kinds.setdefault(throw.kind, Counter())[judge_throw(throw)] += 1
    sys.stdout.write(f"{'rendered':16} right wrong asked\n")
    for kind, counts in kinds.items():
        sys.stdout.write(f"{kind:16} " + " ".join(f"{counts[word]:5}" for word in ("right", "wrong", "asked")) + "\n")
    return 1 if any(counts["wrong"] for counts in kinds.values()) else 0
