"""Judges the dice reader on labelled photographs: ``python -m vision.lab.judging FOLDER``, a table by source and tier.

The folder holds ``labels.json`` (``images[].dice[]`` with ``value``, ``cx``, ``cy``, ``size``) and ``images/``. A die
found matches a labelled one when its centre is within 0.6 of the die's size. Words of the table, per picture:

    right   verdict ``read``, and exactly the labelled dice with their values
    wrong   verdict ``read``, but a value false, a die missing, or a die that is none: must be 0
    asked   verdict ``ask``

A labelled die whose ``face`` is not ``pips`` is a symbol: any value for it is wrong, ``None`` is right. ``-v`` names
every picture, ``--counted`` tells the reader how many dice there are, ``--without SOURCE`` leaves one out, ``--worse``
reads them made worse on purpose as well, ``--rendered`` judges rendered throws instead.

Ways to make a photograph worse on purpose: no wrong number may come of any of them.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.lab.judging.rendered_dice import judge_throw, rendered_throws
from vision.pictures import read_picture


def _blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.0), dtype=np.uint8)


def _noisy(picture: Picture) -> Picture:
    noise = np.random.default_rng(1).normal(0, 14, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def _half(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _overexposed(picture: Picture) -> Picture:
    return np.asarray(np.clip(picture.astype(np.float32) * 1.7, 0, 255), dtype=np.uint8)


def _dim(picture: Picture) -> Picture:
    dark = picture.astype(np.float32) * 0.3 + np.random.default_rng(2).normal(0, 3, picture.shape)
    return np.clip(dark, 0, 255).astype(np.uint8)


def _inverted(picture: Picture) -> Picture:
    return np.asarray(255 - picture.astype(np.int16), dtype=np.uint8)


def _squeezed(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=1.0, fy=0.75, interpolation=cv2.INTER_AREA), dtype=np.uint8)


WORSE: dict[str, Callable[[Picture], Picture]] = {
    "blurred": _blurred,
    "noisy": _noisy,
    "half size": _half,
    "overexposed": _overexposed,
    "dim": _dim,
    "inverted": _inverted,
    "squeezed": _squeezed,
}


_MATCH = 0.6


@dataclass
class Score:
    """Counts over pictures and over dice."""

    pictures: Counter[str] = field(default_factory=Counter)
    dice: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    false_values: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Add another score to this one."""
        self.pictures += other.pictures
        self.dice += other.dice
        self.seconds += other.seconds
        self.false_values += other.false_values


def labelled(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Each picture's path and its label entry, in the order of the file."""
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]:
        yield folder / "images" / entry["file"], entry


def score_picture(seen: DiceSeen, truth: Sequence[dict[str, Any]], name: str) -> Score:
    """The score of one reading against labelled dice."""
    score = Score()
    free = list(seen.dice)
    for die in truth:
        near = [one for one in free if _away(one, die) < _MATCH * die["size"]]
        best = min(near, key=lambda one: _away(one, die), default=None)
        if best is None:
            score.dice["missed"] += 1
            continue
        free.remove(best)
        kind = "asked" if best.face is None else "right" if best.face == _face(die) else "wrong"
        if die.get("face", "pips") != "pips":
            score.dice["symbols"] += 1
            score.dice["symbols read"] += kind == "wrong"
        score.dice[kind] += 1
        if kind == "wrong":
            score.false_values.append(f"{name}: {die['value']} read as {best.face} ({seen.verdict})")
    extra = [one for one in free if one.face is not None]
    score.dice["extra"] += len(extra)
    if seen.verdict is ReadVerdict.ASK:
        score.pictures["asked"] += 1
    elif score.dice["wrong"] or score.dice["missed"] or score.dice["asked"] or extra:
        score.pictures["wrong"] += 1
        score.false_values.append(f"{name}: READ WRONG {dict(score.dice)}")
    else:
        score.pictures["right"] += 1
    return score


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when nothing was read wrong, 1 otherwise; prints the tables."""
    parser = ArgumentParser(prog="python -m vision.lab.judging")
    parser.add_argument("folder", nargs="?", type=Path, default=Path())
    parser.add_argument("--without", default="", metavar="SOURCE")
    for flag in ("-v", "--counted", "--worse", "--rendered"):
        parser.add_argument(flag, action="store_true")
    asked = parser.parse_args(arguments)
    if asked.rendered:
        return _judge_rendered()
    pictures = [(path, entry) for path, entry in labelled(asked.folder) if entry["source"] != asked.without]
    ways = {"right way up": lambda picture: picture, **(WORSE if asked.worse else {})}
    wrong = 0
    for name, change in ways.items():
        tell = asked.v and name not in WORSE
        wrong += _judge_photographs(pictures, name, change, is_counted=asked.counted, tell=tell)
    return 1 if wrong else 0


def _judge_photographs(
    pictures: Sequence[tuple[Path, dict[str, Any]]],
    name: str,
    change: Callable[[Picture], Picture],
    *,
    is_counted: bool,
    tell: bool,
) -> int:
    """Judge the reader on photographs, print its tables, and return the number of pictures read wrong."""
    by_source: dict[str, Score] = {}
    by_tier: dict[str, Score] = {}
    for path, entry in pictures:
        picture = read_picture(path)
        changed = change(picture)
        began = time.perf_counter()
        seen = read_dice(changed, expect=len(entry["dice"]) if is_counted else None)
        seconds = time.perf_counter() - began
        score = score_picture(seen, moved(entry["dice"], picture, changed), entry["file"])
        score.seconds = seconds
        by_source.setdefault(entry["source"], Score()).add(score)
        by_tier.setdefault("tier " + entry.get("tier", "core"), Score()).add(score)
        if tell:
            _print(f"{entry['file']} {seen.verdict} {dict(score.dice)} {seen.why or ''}")
    total = Score()
    for score in by_source.values():
        total.add(score)
    _print(f"{name:14} {'count':>6} right wrong asked |  dice: right wrong asked missed extra answered  seconds")
    for line, score in [*by_source.items(), *by_tier.items(), ("all", total)]:
        _print(_line(line, score))
    _print(f"symbols read as pips: {total.dice['symbols read']} of {total.dice['symbols']}")
    for text in total.false_values:
        _print(text)
    return total.pictures["wrong"]


def _line(name: str, score: Score) -> str:
    count, dice = sum(score.pictures.values()), sum(score.dice[kind] for kind in ("right", "wrong", "asked", "missed"))
    answered = 100.0 * (score.dice["right"] + score.dice["wrong"]) / max(dice, 1)
    pictures = " ".join(f"{score.pictures[kind]:5}" for kind in ("right", "wrong", "asked"))
    counts = " ".join(f"{score.dice[kind]:5}" for kind in ("right", "wrong", "asked", "missed", "extra"))
    return f"{name:14} {count:6} {pictures} |        {counts} {answered:8.1f} %  {score.seconds / max(count, 1):7.2f}"


def _judge_rendered(count: int = 12) -> int:
    """The exit status; prints a table of rendered throws by kind."""
    kinds: dict[str, Counter[str]] = {}
    for throw in rendered_throws(count):
        kinds.setdefault(throw.kind, Counter())[judge_throw(throw)] += 1
    _print(f"{'rendered':16} right wrong asked")
    for kind, counts in kinds.items():
        _print(f"{kind:16} " + " ".join(f"{counts[word]:5}" for word in ("right", "wrong", "asked")))
    return 1 if any(counts["wrong"] for counts in kinds.values()) else 0


def _face(die: dict[str, Any]) -> str | None:
    return str(die["value"]) if die.get("face", "pips") == "pips" else None


def moved(dice: Sequence[dict[str, Any]], picture: Picture, changed: Picture) -> list[dict[str, Any]]:
    """The labels on a picture that was made smaller or squeezed."""
    wide, high = changed.shape[1] / picture.shape[1], changed.shape[0] / picture.shape[0]
    return [
        {**die, "cx": die["cx"] * wide, "cy": die["cy"] * high, "size": die["size"] * min(wide, high)} for die in dice
    ]


def _away(one: DieSeen, die: dict[str, Any]) -> float:
    return float(np.hypot(one.x - die["cx"], one.y - die["cy"]))


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
