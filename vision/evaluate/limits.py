"""Chooses a limit of the dice reader with each source left out: ``python -m vision.evaluate limits FOLDER …``.

    … --keep FILE [--worse] [--rendered] unread._NOTHING=0.7,0.8,0.9 [lean._LEAN=0.16,0.18]

Every picture is measured once (kept in FILE), then judged with each value. A fold leaves one source out: it takes the
value that reads most of the other sources' pictures, of those with the fewest read wrong (worsened, rendered and
trained-on pictures too); of equals the one nearest to what ships. Then it says what becomes of the source left out.
"""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.table.observation import DiceSeen, ReadVerdict
from vision.arrays import Picture
from vision.evaluate.dice import WORSE, labelled, moved, score_picture
from vision.evaluate.remembered import Remembered
from vision.evaluate.rendered_dice import RenderedThrow, judge_seen, rendered_throws, shoot
from vision.pictures import read_picture
from vision.virtual.dice import DieTruth

_MODULES = ("reading", "seconded", "strange", "agreed", "die", "verdict", "unread", "lean")
_RENDERED = "rendered"
_NEVER_OUT = {
    _RENDERED,
    "epanemu",
}  # rendered, and trained on: nothing of it may be read wrong, reading it does not count
_FLAT_DEG = 30.0  # below, a rendered lean may go unnoticed


@dataclass(frozen=True, eq=False)
class _Case:
    """A picture to judge: its source, whether reading it counts or only reading it wrong, its truth."""

    source: str
    name: str
    counts: bool
    load: Callable[[], Picture]
    truth: Callable[[], Any]
    judge: Callable[[DiceSeen, Any], str]


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0; prints the folds of each limit named."""
    folder = Path(arguments[0])
    file = Path(arguments[arguments.index("--keep") + 1]) if "--keep" in arguments else None
    cases = list(_photographs(folder, "--worse" in arguments))
    if "--rendered" in arguments:
        cases += list(_throws())
    remembered = Remembered(pickle.loads(file.read_bytes()) if file is not None and file.exists() else None)
    for start in range(0, len(cases), 100):  # what was measured is kept, whatever comes
        _judge(cases[start : start + 100], remembered)
        if file is not None:
            file.write_bytes(pickle.dumps(remembered.kept))
    _judge(cases, remembered, tell=True)
    for argument in arguments:
        if "=" in argument:
            _fold(argument, cases, remembered)
    if file is not None:
        file.write_bytes(pickle.dumps(remembered.kept))
    return 0


def _photographs(folder: Path, worse: bool) -> Iterator[_Case]:
    changes: dict[str, Callable[[Picture], Picture]] = {"": lambda picture: picture, **(WORSE if worse else {})}
    for change, worsen in changes.items():
        for path, entry in labelled(folder):
            name, is_own = f"{entry['file']} {change}".strip(), entry["source"] not in _NEVER_OUT
            if is_own or not change:
                truth, judge = partial(_dice, path, worsen, entry["dice"]), partial(_scored, name)
                counts, load = is_own and not change, partial(_worsened, path, worsen)
                yield _Case(entry["source"], name, counts, load, truth, judge)


def _worsened(path: Path, worsen: Callable[[Picture], Picture]) -> Picture:
    return worsen(read_picture(path))


def _dice(path: Path, worsen: Callable[[Picture], Picture], dice: list[dict[str, Any]]) -> list[dict[str, Any]]:
    picture = read_picture(path)
    return moved(dice, picture, worsen(picture))


def _scored(name: str, seen: DiceSeen, truth: list[dict[str, Any]]) -> str:
    return next(iter(score_picture(seen, truth, name).pictures))


def _throws() -> Iterator[_Case]:
    for throw in rendered_throws(12):
        load, truth = partial(_rendered, throw), partial(_truth, throw)
        yield _Case(_RENDERED, f"{throw.kind} {throw.seed}", False, load, truth, partial(_thrown, throw))


def _rendered(throw: RenderedThrow) -> Picture:
    return shoot(throw).picture


def _truth(throw: RenderedThrow) -> tuple[DieTruth, ...]:
    return tuple(shoot(throw).dice)


def _thrown(throw: RenderedThrow, seen: DiceSeen, truth: tuple[DieTruth, ...]) -> str:
    must_ask = throw.is_symbol or throw.lean_deg >= _FLAT_DEG
    return "wrong" if must_ask and seen.verdict is ReadVerdict.READ else judge_seen(seen, throw, truth)


def _judge(cases: Sequence[_Case], remembered: Remembered, tell: bool = False) -> dict[str, Counter[str]]:
    """Per source how many pictures were ``right`` and ``asked``, and of all kinds ``wrong``."""
    counts: dict[str, Counter[str]] = {}
    for case in cases:
        seen = remembered.read(case.name, case.load)
        word = case.judge(seen, remembered.once(("truth",), case.truth))
        own = counts.setdefault(case.source, Counter())
        own[word] += case.counts or word == "wrong"
        if tell and word == "wrong":
            _print(f"wrong: {case.name}")
    if tell:
        _print(" ".join(f"{source} {dict(+own)}" for source, own in counts.items()))
    return counts


def _fold(argument: str, cases: Sequence[_Case], remembered: Remembered) -> None:
    place, given = argument.split("=")
    module_name, name = place.split(".")
    if module_name not in _MODULES:
        raise SystemExit(f"{module_name}: limits of {', '.join(_MODULES)} can be chosen here")
    module = import_module(f"vision.dice.{module_name}")
    shipped = getattr(module, name)
    by_value = {}
    for value in sorted({shipped, *(type(shipped)(part) for part in given.split(","))}):
        setattr(module, name, value)
        by_value[value] = _judge(cases, remembered)
        total = sum(by_value[value].values(), Counter[str]())
        _print(f"{place} = {value}{' (ships)' if value == shipped else ''}: {dict(+total)}")
    setattr(module, name, shipped)
    for source in sorted({case.source for case in cases} - _NEVER_OUT):
        best = max(by_value, key=lambda value: (_worth(by_value[value], source), -abs(value - shipped)))
        out, now = by_value[best][source], by_value[shipped][source]
        _print(
            f"  without {source:8} chooses {best}: there right {out['right']}, wrong {out['wrong']}"
            f" (ships: {now['right']}, {now['wrong']})"
        )


def _worth(counts: dict[str, Counter[str]], left_out: str) -> tuple[int, int]:
    others = [own for source, own in counts.items() if source != left_out]
    return -sum(own["wrong"] for own in others), sum(own["right"] for own in others)


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
