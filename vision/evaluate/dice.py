"""Judges the dice reader on labelled photographs: ``python -m vision.evaluate FOLDER`` prints a table by source.

The folder holds ``labels.json`` (``images[].dice[]`` with ``value``, ``cx``, ``cy``, ``size``) and ``images/``. A die
found matches a labelled one when its centre is within 0.6 of the die's size. Words of the table, per picture:

    right   verdict ``read``, and exactly the labelled dice with their values
    wrong   verdict ``read``, but a value false, a die missing, or a die that is none: must be 0
    asked   verdict ``ask``
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from vision.dice.reading import read_dice
from vision.pictures import read_picture

__all__ = ["Score", "labelled", "main", "score_picture"]

_MATCH = 0.6


@dataclass
class Score:
    """Counts over pictures and over dice."""

    pictures: Counter[str] = field(default_factory=Counter)
    dice: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    false_values: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Nothing: adds another score to this one."""
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
        kind = "asked" if best.face is None else "right" if best.face == str(die["value"]) else "wrong"
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
    """The exit status: 0 when no picture was read wrong, 1 otherwise; prints the table."""
    by_source: dict[str, Score] = {}
    for path, entry in labelled(Path(arguments[0])):
        picture = read_picture(path)
        began = time.perf_counter()
        seen = read_dice(picture)
        score = score_picture(seen, entry["dice"], entry["file"])
        score.seconds = time.perf_counter() - began
        by_source.setdefault(entry["source"], Score()).add(score)
        if "-v" in arguments:
            _print(f"{entry['file']} {seen.verdict} {dict(score.dice)} {seen.why or ''}")
    total = Score()
    for score in by_source.values():
        total.add(score)
    _print(f"{'source':10} {'count':>8} {'right':>6} {'wrong':>6} {'asked':>6} | dice: right wrong asked missed extra")
    for name, score in [*by_source.items(), ("all", total)]:
        count = sum(score.pictures.values())
        pictures = " ".join(f"{score.pictures[kind]:6}" for kind in ("right", "wrong", "asked"))
        dice = " ".join(f"{score.dice[kind]:5}" for kind in ("right", "wrong", "asked", "missed", "extra"))
        _print(f"{name:10} {count:8} {pictures}        {dice}  {score.seconds / count:9.2f}")
    for line in total.false_values:
        _print(line)
    return 1 if total.pictures["wrong"] else 0


def _away(one: DieSeen, die: dict[str, Any]) -> float:
    return float(np.hypot(one.x - die["cx"], one.y - die["cy"]))


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
