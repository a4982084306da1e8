"""The table of the examples: six figures on a map with some of every terrain."""

from __future__ import annotations

from companion.core.ids import PieceId
from vision.plane.layout import build_layout
from vision.virtual.scene import Base, Scene


def example_scene() -> Scene:
    """The scene `python -m vision.virtual table` draws."""
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
