"""Things on the virtual table: plain values, no pictures. Squares are (column, row) from 0; colours are BGR.

The table of the examples: six figures on a map with some of every terrain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.core.ids import PieceId
from vision.plane.layout import Layout, build_layout

Square = tuple[int, int]
WallEdge = tuple[Square, Square]
Colour = tuple[int, int, int]
Field = NDArray[np.float32]  # a number per pixel


@dataclass(frozen=True, slots=True)
class Base:
    """A figure on its tray. ``offset_mm`` moves it off its square's centre; ``turn_deg`` is clockwise, seen from above.

    ``turn_deg`` None turns the tray in quarter turns so that the tag side faces the camera's foot point, as the
    set-up card asks of players: the sculpture then leans away from its own tag in the picture.
    """

    tag: int
    column: int
    row: int
    offset_mm: tuple[float, float] = (0.0, 0.0)
    colour: Colour = (60, 60, 200)
    height_mm: float = 42.0  # top of the sculpture above the map
    label: str = ""
    turn_deg: float | None = None
    square_mm: float | None = None  # side of the tray; None: nine tenths of a square


@dataclass(frozen=True, slots=True)
class Scene:
    """A table: its layout, terrain as ``kind -> squares``, walls, bases, and the corner markers somebody covers.

    Terrain kinds with a tint: clear, hindering, water, blocking, elevated, special; others are drawn as special.
    """

    layout: Layout
    terrain: Mapping[str, frozenset[Square]] = field(default_factory=dict)
    walls: tuple[WallEdge, ...] = ()
    bases: tuple[Base, ...] = ()
    hidden_corners: frozenset[int] = frozenset()
    title: str = ""


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
