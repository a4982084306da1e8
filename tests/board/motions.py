"""A scene turned, mirrored, shifted or set into a larger board, with the way its squares went."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from tests.oracles.sight import Piece, Scene, Square

Go = Callable[[Square], Square]
Motion = tuple[bool, int]  # mirrored first, then so many quarter turns

EIGHT: tuple[Motion, ...] = tuple(product((False, True), range(4)))


def turned(scene: Scene, motion: Motion) -> tuple[Scene, Go]:
    """The scene after one of the eight motions that carry a square grid into itself."""
    is_mirrored, turns = motion

    def go(square: Square) -> Square:
        x, y = square
        if is_mirrored:
            x = scene.columns - 1 - x
        wide, tall = scene.columns, scene.rows
        for _ in range(turns):
            x, y, wide, tall = tall - 1 - y, x, tall, wide
        return x, y

    columns, rows = (scene.rows, scene.columns) if turns % 2 else (scene.columns, scene.rows)
    return carried(scene, go, columns, rows), go


def embedded(scene: Scene, left: int, top: int, right: int, bottom: int) -> tuple[Scene, Go]:
    """The scene in the middle of a larger board that is empty around it."""

    def go(square: Square) -> Square:
        return square[0] + left, square[1] + top

    return carried(scene, go, left + scene.columns + right, top + scene.rows + bottom), go


def carried(scene: Scene, go: Go, columns: int, rows: int) -> Scene:
    return Scene(
        columns,
        rows,
        {go(s) for s in scene.blocking},
        {go(s) for s in scene.hindering},
        {go(s) for s in scene.water},
        {go(s) for s in scene.indoor},
        {go(s): height for s, height in scene.level.items()},
        {frozenset(map(go, wall)) for wall in scene.walls},
        {frozenset(map(go, ramp)) for ramp in scene.ramps},
        [Piece(p.name, p.side, [go(s) for s in p.squares], p.size) for p in scene.pieces],
    )
