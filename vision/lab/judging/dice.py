"""Judges the readers of dice on labelled photographs: ``python -m vision.lab.judging FOLDER…``, a table a reader.

    --split judge            of one split; --every 5: every fifth picture; --by source: other rows
    --readers A,B            *shipped* is what reads at a table; *shipped counted* is told how many dice there are;
                             *witnesses* are detector, reader and count of pips with the limits of
                             ``vision.dice.decision`` alone, before outlines and slants are asked
    --worse                  the same photographs made worse on purpose as well; --tell: every picture by name
    --choose                 instead: the limits, on *choose* alone
    --keep FOLDER            what each reader saw is kept (JSON lines, one file a reader): a run that ends early goes on
                             where it was, and a limit is tried again without looking at any picture

The words are those of ``verdicts``; of pictures without dice ``NOTHING`` counts those where no place is even doubted.
"""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from companion.table.observation import DiceSeen
from vision.arrays import Picture
from vision.dice.decision import LIMITS, Limits, agreed, is_warm
from vision.dice.detector import SHOWN, Sighted, detect
from vision.dice.network import Pyramid, Sight, look_at
from vision.dice.pattern import fit_pattern
from vision.dice.reading import read_dice
from vision.lab.judging.splits import SPLITS, Photograph, photographs
from vision.lab.judging.verdicts import Reading, judged
from vision.lab.judging.worse import WORSE, moved
from vision.pictures import read_picture

_CHOSEN = ("heat", "sure", "agreement", "warm", "symbol", "read")
_HEATS, _SURES = (0.4, 0.5, 0.55, 0.6, 0.7), (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)  # values tried, shares
_AGREEMENTS, _READS = (0.75, 1.0), (0.5, 0.7, 0.9)
_WARMS, _SYMBOLS = (0.1, 0.15, 0.2, 0.25, 0.3), (0.25, 0.3, 0.35, 0.4)
_COLDEST = Limits(warm=0.05, symbol=0.05)  # colder places are kept nowhere
_SHOWN = 10  # lines
Json = dict[str, Any]


class Witnesses(NamedTuple):
    """The detector's place, the reader's view of it, the pips of a clear layout there."""

    place: Sighted
    sight: Sight
    counted: int | None


def as_json(seen: DiceSeen) -> Json:
    """A reading as it is kept."""
    reading = Reading.of(seen)
    return {"read": reading.is_read, "dice": reading.dice, "why": seen.why}


def witnesses_as_json(picture: Picture) -> Json:
    """Return what each of the three witnesses sees at every place that may be warm, as it is kept."""
    pyramid, kept = Pyramid(picture), []
    for place in detect(picture):
        if is_warm(place, _COLDEST):
            at = place.x, place.y, place.side_px
            fit, numbers = fit_pattern(pyramid, *at), (*at, place.heat, place.hottest, place.agreement, *place.shown)
            counted = fit.value if fit is not None and fit.is_clear else 0
            kept.append([round(float(one), 4) for one in (*numbers, *look_at(pyramid, *at).chances)] + [counted])
    return {"places": kept}


def witnesses_of(kept: Json) -> list[Witnesses]:
    """The witnesses as they were kept."""
    told = []
    for x, y, side_px, heat, hottest, agreement, *rest in kept["places"]:
        shown, chances, counted = np.array(rest[: len(SHOWN)]), np.array(rest[len(SHOWN) : -1]), rest[-1]
        place = Sighted(x, y, side_px, heat, hottest, shown, agreement)
        told.append(Witnesses(place, Sight(chances, np.zeros(2)), counted or None))
    return told


def reading_of(kept: Json) -> Reading:
    """The reading that was kept."""
    return Reading(kept["read"], [(x, y, face) for x, y, face in kept["dice"]])


LOOKS: dict[str, Callable[[Picture, int | None], Json]] = {
    "shipped": lambda picture, _: as_json(read_dice(picture)),
    "shipped counted": lambda picture, count: as_json(read_dice(picture, expect=count)),
    "witnesses": lambda picture, _: witnesses_as_json(picture),
}


def looked(
    name: str, pictures: Sequence[Photograph], keep: Path | None, way: str = ""
) -> Iterator[tuple[Photograph, Json]]:
    """Each photograph, perhaps made worse in a ``way``, with what a reader saw there, kept or seen now."""
    file = keep / f"{'_'.join(f'{name} {way}'.split())}.jsonl" if keep else Path(os.devnull)
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    known: dict[str, Json] = {one["file"]: one for one in map(json.loads, lines)}
    with file.open("a", encoding="utf-8") as out:
        for photo in pictures:
            key = photo.path.name
            if key not in known:
                picture = read_picture(photo.path)
                changed = WORSE[way](picture) if way else picture
                scale, began = [changed.shape[part] / picture.shape[part] for part in (1, 0)], time.process_time()
                seen = LOOKS[name](changed, len(photo.dice) or None)
                known[key] = {"file": key, "seconds": round(time.process_time() - began, 3), "scale": scale, **seen}
                out.write(json.dumps(known[key]) + "\n")
                out.flush()
            yield photo, known[key]


def by_witnesses(seen: Sequence[Witnesses], limits: Limits = LIMITS) -> Reading:
    """The answer of witnesses and limits alone: nothing is asked of outlines, of slants, of a tray's memory."""
    warm = [one for one in seen if is_warm(one.place, limits)]
    values = [agreed(*one, limits) for one in warm]
    dice = [(one.place.x, one.place.y, value and str(value)) for one, value in zip(warm, values, strict=True)]
    return Reading(bool(warm) and all(values), [(x, y, face or None) for x, y, face in dice])


def kind_of_picture(photo: Photograph) -> str:
    """The row of the table: pips by tier, other dice, none."""
    if not photo.dice:
        return "no dice"
    return f"pips, {photo.tier}" if photo.has_pips_only else "other dice"


def table(rows: Mapping[str, Counter[str]]) -> str:
    """The counts by kind of picture, one line each."""
    words = ("READ", "SILENT", "ASKED", "NOTHING", "right", "wrong", "asked", "missed", "extra")
    lines = [f"{'':18}" + " ".join(f"{word:>7}" for word in ("count", *words))]
    for name, counts in sorted(rows.items()):
        numbers = (counts["READ"] + counts["SILENT"] + counts["ASKED"], *(counts[word] for word in words))
        lines.append(f"{name:18}" + " ".join(f"{number:7}" for number in numbers))
    return "\n".join(lines)


def chosen(seen: Sequence[tuple[Photograph, Json]]) -> Iterator[tuple[Limits, Counter[str]]]:
    """The limits, the best by the rule first: no silent error, then most read, then the strictest."""
    places = [(photo, witnesses_of(kept)) for photo, kept in seen]
    told: list[tuple[Limits, Counter[str]]] = []
    for tried in product(_HEATS, _SURES, _AGREEMENTS, _WARMS, _SYMBOLS, _READS):
        limits, counts = LIMITS._replace(**dict(zip(_CHOSEN, tried, strict=True))), Counter[str]()
        for photo, there in places:
            counts += judged(by_witnesses(there, limits), photo.dice, photo.ignored)
        told.append((limits, counts))
    yield from sorted(told, key=_by_the_rule)


def _by_the_rule(told: tuple[Limits, Counter[str]]) -> tuple[float, ...]:
    limits, counts = told
    return (
        counts["SILENT"],
        -counts["READ"],
        limits.warm,
        limits.symbol,
        -limits.heat,
        -limits.sure,
        -limits.agreement,
    )


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when anything was silently wrong; prints a table a reader, or the limits that are chosen."""
    parser = ArgumentParser(prog="python -m vision.lab.judging")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--split", choices=sorted(set(SPLITS)))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--by", choices=("kind", "source"), default="kind")
    parser.add_argument("--readers", default="shipped", help=", ".join(LOOKS))
    parser.add_argument("--keep", type=Path)
    for flag in ("--worse", "--tell", "--choose"):
        parser.add_argument(flag, action="store_true")
    asked = parser.parse_args(arguments)
    if asked.keep:
        asked.keep.mkdir(parents=True, exist_ok=True)
    split = "choose" if asked.choose else asked.split
    pictures = [one for folder in asked.folders for one in photographs(folder, split)][:: asked.every]
    if asked.choose:
        for limits, counts in islice(chosen(list(looked("witnesses", pictures, asked.keep))), _SHOWN):
            _say(f"{limits}: {counts['READ']} read, {counts['SILENT']} silent, {counts['ASKED']} asked")
        return 0
    ways = ("", *WORSE) if asked.worse else ("",)
    return int(sum(_judge(name, way, pictures, asked) for name in asked.readers.split(",") for way in ways) > 0)


def _judge(name: str, way: str, pictures: Sequence[Photograph], asked: Namespace) -> int:
    """Print the table of one reader, and return how many pictures it read silently wrong."""
    rows, seconds = {"all": Counter[str]()}, 0.0
    for photo, kept in looked(name, pictures, asked.keep, way):
        reading = by_witnesses(witnesses_of(kept)) if name == "witnesses" else reading_of(kept)
        counts = judged(reading, moved(photo.dice, kept["scale"]), moved(photo.ignored, kept["scale"]))
        for row in (photo.source if asked.by == "source" else kind_of_picture(photo), "all"):
            rows.setdefault(row, Counter()).update(counts)
        seconds += kept["seconds"]
        if counts["SILENT"] or asked.tell:
            _say(f"{name} {way} {photo.path.name} {dict(+counts)} {kept.get('why') or ''}")
    _say(f"{name} {way}, {seconds / max(1, len(pictures)):.2f} s of processor a picture\n{table(rows)}")
    return rows["all"]["SILENT"]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
