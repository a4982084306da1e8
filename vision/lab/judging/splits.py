"""Photographs split once, by camera: what teaches, what chooses limits, what judges.

    train (half)     networks may learn from these
    choose (quarter) limits are chosen on these alone, by the rule: no silent error, then most read
    judge (quarter)  figures are reported on these; no line and no limit is made while looking at them

A camera is known by who owns the repository that its pictures come from: several sources of one owner show the same
dice and tables. Its split is the first byte of the SHA-256 of the owner's name in small letters, modulo 4: 0 and 1
train, 2 chooses, 3 judges. Nothing else is drawn or kept, so that a source that comes later has its place already.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

Label = Mapping[str, Any]  # of a die, as the file has it
SPLITS = ("train", "train", "choose", "judge")


@dataclass(frozen=True)
class Photograph:
    """A labelled photograph: ``dice`` with ``value``, ``kind``, ``cx``, ``cy``, ``size``; ``ignored`` places alike."""

    path: Path
    source: str
    tier: str
    split: str
    long_px: int  # its longer side
    dice: Sequence[Label]
    ignored: Sequence[Label]

    @property
    def has_pips_only(self) -> bool:
        """Whether it shows dice, all of them of pips."""
        return bool(self.dice) and all(kind_of(die) == "pips" for die in self.dice)


def split_of(owner: str) -> str:
    """The split of all pictures of this owner."""
    return SPLITS[sha256(owner.lower().encode()).digest()[0] % len(SPLITS)]


def kind_of(die: Label) -> str:
    """The kind of a die by what it shows: ``pips``, ``numerals``, ``symbol``, or a number of sides (``d8``)."""
    return str(die.get("kind") or die.get("face") or "pips")


def photographs(folder: Path, split: str | None = None) -> Iterator[Photograph]:
    """The photographs of a folder with ``labels.json``, in the file's order; of one split or of all."""
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]:
        own = split_of(entry["repo"].split("/")[0])
        if split in {None, own}:
            path = folder / entry.get("folder", "images") / entry["file"]
            ignored = [place for place in entry.get("ignore", ()) if "cx" in place]
            told = entry["source"], entry.get("tier", "core"), own, max(entry["width"], entry["height"])
            yield Photograph(path, *told, entry.get("dice", ()), ignored)
