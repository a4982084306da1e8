"""The obstacles of a board for lines: squares, walls, and corners closed on both sides.

▓ ╲ .      A line through the corner passes when one of the two flanks ▓ ▒ lets it, as well as that one does
. ▒ .      (HC-LOS-11); so a corner blocks when both flanks do, and hinders when none is clear.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from companion.board.sight import Layer

_IS_BLOCKED = bytes(b"01"[severity == 2] for severity in range(256))
_IS_MET = bytes(b"01"[severity > 0] for severity in range(256))


class Bits(NamedTuple):
    """Things on a board, a bit each by the index of a square: a wall by the one on its left or above it, a corner by
    the one on its upper left. Lines cross a falling corner downwards to the right, a rising one to the left."""

    squares: int
    beside: int
    below: int
    falling: int
    rising: int

    def places(self) -> Places:
        """The same things by the list."""
        return Places(*map(_places, self))


class Places(NamedTuple):
    """Things on a board as ``Bits`` has them, by indices in reading order."""

    squares: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    below: tuple[int, ...] = ()
    falling: tuple[int, ...] = ()
    rising: tuple[int, ...] = ()


class Obstacles(NamedTuple):
    """Bit sets of obstacles: those that block, and all that block or hinder."""

    blocking: Bits
    met: Bits


def obstacles_of(layer: Layer, columns: int, rows: int) -> Obstacles:
    """Return everything that a layer puts in the way of lines."""
    beside, below = _bits(layer.beside), _bits(layer.below)
    inner = _with_corner(columns, rows)

    def around(squares: int) -> Bits:
        upper_right = squares >> 1 | beside | below >> 1
        lower_left = squares >> columns | below | beside >> columns
        upper_left = squares | beside | below
        lower_right = squares >> (columns + 1) | below >> 1 | beside >> columns
        return Bits(squares, beside, below, upper_right & lower_left & inner, upper_left & lower_right & inner)

    return Obstacles(around(_bits(layer.severity, _IS_BLOCKED)), around(_bits(layer.severity)))


def closed_by(layer: Layer, here: int, columns: int, rows: int) -> tuple[Places, Places]:
    """Return the places that one blocking square closes (itself and its corners), and the corners it makes hinder."""
    row, column = divmod(here, columns)
    found: tuple[list[int], ...] = ([], [], [], [])  # falling and rising corners that hinder, then those that block
    for right, down in product((0, 1), (0, 1)):
        if not (0 < column + right < columns and 0 < row + down < rows):
            continue
        corner = here - (1 - right) - (1 - down) * columns
        across = corner + right + down * columns
        has_wall = layer.beside[corner + down * columns] or layer.below[corner + right]
        severity = 2 if has_wall else layer.severity[across]
        if severity:
            found[2 * (severity == 2) + (right == down)].append(corner)
    hindering, blocking = Places(falling=tuple(found[0]), rising=tuple(found[1])), tuple(map(tuple, found[2:]))
    return Places((here,), falling=blocking[0], rising=blocking[1]), hindering


def _with_corner(columns: int, rows: int) -> int:
    """The squares that have a corner on their lower right."""
    line = (1 << (columns - 1)) - 1
    return sum(line << (row * columns) for row in range(rows - 1))


def _bits(flags: bytes | bytearray, table: bytes = _IS_MET) -> int:
    """The flags as one integer, the first one its lowest bit."""
    return int(flags.translate(table)[::-1], 2)


def _places(bits: int) -> tuple[int, ...]:
    return tuple(place for place, bit in enumerate(reversed(format(bits, "b"))) if bit == "1")
