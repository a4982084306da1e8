"""Which dice the tray's camera can read: how they look, what their sides are called, and who reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.core.dice import Die
from companion.table.observation import DiceSeen
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.pictures import write_picture
from vision.symbols.album import Album, enrol
from vision.symbols.kinds import KindReader
from vision.symbols.reading import read_symbols
from vision.virtual.dice import IVORY, DieLook, render_dice
from vision.virtual.shapes import CUBE, OCTAHEDRON

Reader = Callable[[Picture, int | None, float], DiceSeen]  # the picture, how many dice where that is known, when
_DRAWINGS = {"skull": "skull", "white": "white_shield", "black": "black_shield"}  # face -> what is printed on it
_DRAWINGS |= {
    "0": "eye",
    "1": "bolt",
    "2": "fist",
    "3": "star",
    "POW": "skull",
}  # on dice that show a number of successes
_BODIES = {  # BGR
    "combat": (70, 80, 215),
    "power": (80, 210, 245),
    "test": (240, 244, 244),
    "yellow": (80, 210, 245),
    "orange": (70, 150, 245),
    "red": (70, 80, 215),
    "white": (240, 244, 244),
    "violet": (190, 80, 150),
    "black": (90, 82, 78),  # as dark as still stands out from the felt
}
_ON_DARK = (235, 238, 240)  # what is printed on black, BGR

_BODY_OF = {6: (IVORY.side_mm, CUBE), 8: (18.0, OCTAHEDRON)}  # by the number of sides: their length, the body


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of die of six sides or eight; ``sides`` are the faces that they show, from 1 on."""

    look: DieLook
    sides: tuple[str, ...]
    read: Reader
    album: Album | None = None  # the faces as they were shown; pips need none


def _pips(picture: Picture, count: int | None, at_s: float) -> DiceSeen:
    return read_dice(picture, expect=count, source="camera", at_s=at_s)


PIPS = Kind(IVORY, ("1", "2", "3", "4", "5", "6"), _pips)


def enrolled(dice: Mapping[str, Die], out: Path) -> dict[str, Kind]:
    """The kinds that can be read, by the die's id: pips, and those whose every face was shown to the camera once.

    The photographs that show the faces are left in ``out``. A face with several drawings, or none, cannot be shown.
    """
    known = {"d6": PIPS} if "d6" in dice else {}
    for name, die in dice.items():
        sides = tuple(face.label for face in die.faces)
        if len(sides) in _BODY_OF and set(sides) <= set(_DRAWINGS):
            known[name] = _symbols(name, sides, out)
    return known


def _symbols(name: str, sides: tuple[str, ...], out: Path) -> Kind:
    art = tuple(_DRAWINGS[side] for side in sides)
    side_mm, shape = _BODY_OF[len(sides)]
    printed = _ON_DARK if name == "black" else IVORY.pips
    look = DieLook(side_mm=side_mm, body=_BODIES.get(name, IVORY.body), pips=printed, art=art, shape=shape)
    album = Album(name)
    for label in sorted(set(sides)):
        shown = [number for number, side in enumerate(sides, 1) if side == label]
        picture = render_dice([shown[i % len(shown)] for i in range(3)], 900 + shown[0], looks=(look,)).picture
        write_picture(out / f"enrol-{name}-{label}.jpg", picture)
        album, _ = enrol(album, label, picture, label)

    def read(picture: Picture, count: int | None, at_s: float) -> DiceSeen:
        return read_symbols(picture, album, expect=count, source="camera", at_s=at_s)

    return Kind(look, sides, read, album)


def reader_of(kinds: Mapping[str, Kind]) -> Reader | None:
    """Who reads a throw of these kinds; ``None`` where one kind cannot be told from another."""
    if len(kinds) == 1:
        return next(iter(kinds.values())).read
    albums = {name: kind.album for name, kind in kinds.items() if kind.album is not None}
    if len(albums) < len(kinds) or len({kind.look.body for kind in kinds.values()}) < len(kinds):
        return None
    several = KindReader(albums)
    return lambda picture, count, at_s: several.read(picture, count, source="camera", at_s=at_s)
