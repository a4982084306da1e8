"""Makes example pictures: ``python -m vision.virtual dice 5 2 roll.png``, and of numbers, symbols, a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from vision.pictures import write_picture
from vision.plane.layout import format_layout
from vision.virtual.dice import COMBAT, NUMBERED, render_dice
from vision.virtual.scene import example_scene
from vision.virtual.table import render_table

_USAGE = (
    "usage: python -m vision.virtual dice FACE… OUT.png | numbers d8|d10|d12|d20 FACE… OUT.png | "
    "symbols SYMBOL… OUT.png | table OUT.png LAYOUT.json"
)


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when the picture is written, 2 for a wrong call."""
    if len(arguments) >= 3 and arguments[0] == "dice" and all(face in "123456" for face in arguments[1:-1]):
        write_picture(Path(arguments[-1]), render_dice([int(face) for face in arguments[1:-1]], 1).picture)
        return 0
    if len(arguments) >= 4 and arguments[0] == "numbers" and arguments[1] in NUMBERED:
        look = NUMBERED[arguments[1]]
        plain = [name.rstrip("_") for name in look.art]
        if set(arguments[2:-1]) <= set(plain):
            sides = [plain.index(face) + 1 for face in arguments[2:-1]]
            write_picture(Path(arguments[-1]), render_dice(sides, 1, looks=(look,)).picture)
            return 0
    if len(arguments) >= 3 and arguments[0] == "symbols" and set(arguments[1:-1]) <= set(COMBAT.art):
        sides = [COMBAT.art.index(name) + 1 for name in arguments[1:-1]]
        write_picture(Path(arguments[-1]), render_dice(sides, 1, looks=(COMBAT,)).picture)
        return 0
    if len(arguments) == 3 and arguments[0] == "table":
        scene = example_scene()
        write_picture(Path(arguments[1]), render_table(scene, seed=1))
        Path(arguments[2]).write_text(format_layout(scene.layout), encoding="utf-8")
        return 0
    sys.stderr.write(_USAGE + "\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
