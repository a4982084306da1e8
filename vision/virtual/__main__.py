"""Makes example pictures: ``python -m vision.virtual dice 5 2 roll.png``, ``… symbols skull out.png``, ``… table``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from companion.core.ids import PieceId
from vision.pictures import write_picture
from vision.plane.layout import build_layout, format_layout
from vision.virtual.dice import COMBAT, render_dice
from vision.virtual.scene import Base, Scene
from vision.virtual.table import render_table

__all__ = ["main"]

_USAGE = "usage: python -m vision.virtual dice FACE… OUT.png | symbols SYMBOL… OUT.png | table OUT.png LAYOUT.json"


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when the picture is written, 2 for a wrong call."""
    if len(arguments) >= 3 and arguments[0] == "dice" and all(face in "123456" for face in arguments[1:-1]):
        write_picture(Path(arguments[-1]), render_dice([int(face) for face in arguments[1:-1]], 1).picture)
        return 0
    if len(arguments) >= 3 and arguments[0] == "symbols" and set(arguments[1:-1]) <= set(COMBAT.art):
        sides = [COMBAT.art.index(name) + 1 for name in arguments[1:-1]]
        write_picture(Path(arguments[-1]), render_dice(sides, 1, looks=(COMBAT,)).picture)
        return 0
    if len(arguments) == 3 and arguments[0] == "table":
        scene = _example()
        write_picture(Path(arguments[1]), render_table(scene, seed=1))
        Path(arguments[2]).write_text(format_layout(scene.layout), encoding="utf-8")
        return 0
    sys.stderr.write(_USAGE + "\n")
    return 2


def _example() -> Scene:
    red, blue = (52, 48, 190), (176, 100, 36)
    places = [(2, 3, red), (4, 6, red), (3, 9, red), (13, 2, blue), (11, 5, blue), (12, 8, blue)]
    names = {8 + i: PieceId(f"{'red' if i < 3 else 'blue'}-{i % 3 + 1}") for i in range(len(places))}
    bases = tuple(
        Base(8 + i, c, r, colour=colour, label=f"{'RB'[i // 3]}{i % 3 + 1}") for i, (c, r, colour) in enumerate(places)
    )
    terrain = {
        "hindering": frozenset({(5, 3), (5, 4), (6, 4), (10, 8), (11, 8), (10, 9)}),
        "water": frozenset({(7, 1), (8, 1), (8, 2), (7, 2), (7, 3)}),
        "blocking": frozenset({(13, 5), (13, 6)}),
        "elevated": frozenset({(0, 9), (1, 9), (1, 10), (0, 10)}),
    }
    walls = (((7, 6), (8, 6)), ((7, 7), (8, 7)), ((7, 7), (7, 8)), ((6, 7), (6, 8)))
    return Scene(build_layout(16, 12, names), terrain, walls, bases)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
