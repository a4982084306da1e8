"""What lies on the virtual table: plain values, no pictures. Squares are (column, row) from 0; colours are BGR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.plane.layout import Layout

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
