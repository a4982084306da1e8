"""Readers by kind of dice: pips, faces that players enrolled (an album a kind in the data folder), printed numbers.

A kind that was enrolled is read by its album, whatever its name; else d8, d10, d12 and d20 by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from platformdirs import user_data_path

from companion.table.observation import DiceSeen
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.numbers.kinds import KINDS
from vision.numbers.reading import read_numbers
from vision.symbols.album import read_album
from vision.symbols.kinds import KindReader
from vision.symbols.reading import read_symbols

Reader = Callable[[Picture, int | None], DiceSeen]


def album_path(kind: str, given: str | None) -> Path:
    """The file of a kind's album: the one given, or ``dice/KIND.json`` in the data folder (it may not exist yet)."""
    return Path(given) if given else user_data_path("tablewright") / "dice" / f"{kind}.json"


class DiceReaders:
    """The readers of all kinds of dice: ``d6`` by its pips, others by the faces enrolled under the kind's name.

    Printed numbers are read where all dice of a throw have them: beside other dice every one would be asked about.
    """

    def __init__(self, album_of: Callable[[str], Path] = lambda kind: album_path(kind, None)) -> None:
        self._album_of = album_of
        self._known: dict[str, Reader] = {}
        self._mixed: dict[tuple[str, ...], Reader] = {}

    def of(self, kind: str) -> Reader | None:
        """The reader; ``None`` for a kind nobody enrolled. Raises ``InputError`` for an album that cannot be used."""
        if kind == "d6":
            return lambda picture, count: read_dice(picture, expect=count)
        if kind not in self._known and self._album_of(kind).exists():
            album = read_album(self._album_of(kind))
            self._known[kind] = lambda picture, count: read_symbols(picture, album, expect=count)
        return self._known.get(kind)

    def of_all(self, kinds: Sequence[str]) -> Reader | None:
        """The reader of a throw of these kinds; of several, all must be enrolled, or all be read by their numbers."""
        several = tuple(dict.fromkeys(kinds))
        if several and all(kind in KINDS and not self._album_of(kind).exists() for kind in several):
            return lambda picture, count: read_numbers(picture, several, expect=count)
        if len(several) == 1:
            return self.of(several[0])
        if not all(kind != "d6" and self._album_of(kind).exists() for kind in several):
            return None
        if several not in self._mixed:
            self._mixed[several] = KindReader({kind: read_album(self._album_of(kind)) for kind in several}).read
        return self._mixed[several]
