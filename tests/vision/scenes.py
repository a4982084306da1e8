"""Scenes for the tests, placed by a seed."""

from __future__ import annotations

import numpy as np

from companion.core.ids import PieceId
from vision.plane.layout import build_layout
from vision.virtual.scene import Base, Scene

COLUMNS, ROWS = 16, 12


def seeded_scene(seed: int, pieces: int = 10) -> Scene:
    """A map with terrain and ``pieces`` trays, no two on neighbouring squares, up to 6 mm off their centres."""
    draw = np.random.default_rng(seed)
    taken: list[tuple[int, int]] = []
    while len(taken) < pieces:
        spot = (int(draw.integers(0, COLUMNS)), int(draw.integers(0, ROWS)))
        if all(max(abs(spot[0] - c), abs(spot[1] - r)) > 1 for c, r in taken):
            taken.append(spot)
    layout = build_layout(COLUMNS, ROWS, {8 + i: PieceId(f"p{i}") for i in range(pieces)})
    colours = ((52, 48, 190), (176, 100, 36))
    bases = tuple(
        Base(8 + i, c, r, (float(draw.uniform(-6, 6)), float(draw.uniform(-6, 6))), colours[i % 2], label=f"{i}")
        for i, (c, r) in enumerate(taken)
    )
    terrain = {"hindering": frozenset({(3, 3), (3, 4)}), "water": frozenset({(8, 1), (8, 2)})}
    return Scene(layout, terrain, (((5, 5), (6, 5)),), bases)
