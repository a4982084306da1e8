"""What of a board throws shadows: blocking and hindering squares, walls, and corners closed on both sides.

▓ ╲ .      A line through the corner passes when one of the two flanks ▓ ▒ lets it, as well as that one does
. ▒ .      (HC-LOS-11); so a corner blocks when both flanks do, and hinders when none is clear.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.board.shadows import Features
from companion.board.sight import Layer

__all__ = ["Obstacles", "around", "obstacles_of"]

_IS_BLOCKED = bytes(b"01"[severity == 2] for severity in range(256))
_IS_ROUGH = bytes(b"01"[0 < severity <= 2] for severity in range(256))


class Obstacles(NamedTuple):
    """What blocks, and what hinders at least (at corners; squares only when they do no more than hinder)."""

    blocking: Features = Features()
    hindering: Features = Features()


def obstacles_of(layer: Layer, columns: int, rows: int) -> Obstacles:
    """Everything a layer puts in the way of lines."""
    beside, below = _bits(layer.beside), _bits(layer.below)
    blocked = _bits(layer.severity, _IS_BLOCKED)
    rough = _bits(layer.severity, _IS_ROUGH)
    inner = sum(((1 << (columns - 1)) - 1) << (row * columns) for row in range(rows - 1))  # squares with a corner

    def corners(closed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        upper_right = closed >> 1 | beside | below >> 1
        lower_left = closed >> columns | below | beside >> columns
        upper_left = closed | beside | below
        lower_right = closed >> (columns + 1) | below >> 1 | beside >> columns
        return _places(upper_right & lower_left & inner), _places(upper_left & lower_right & inner)

    blocking = Features(_places(blocked), _places(beside), _places(below), *corners(blocked))
    hindering = Features(_places(rough & ~blocked), (), (), *corners(rough))
    return Obstacles(blocking, hindering)


def around(layer: Layer, here: int, columns: int, rows: int) -> Obstacles:
    """What one blocking square adds: itself, and the corners it closes together with what lies across them."""
    row, column = divmod(here, columns)
    beside, below = layer.beside, layer.below
    closed: tuple[list[int], list[int]] = [], []  # falling, rising
    rough: tuple[list[int], list[int]] = [], []
    for right in (0, 1):
        for down in (0, 1):
            corner = here - (1 - right) - (1 - down) * columns  # named by its upper left square
            if not (0 <= column - 1 + right < columns - 1 and 0 <= row - 1 + down < rows - 1):
                continue
            across = corner + right + down * columns
            wall_c, wall_r = corner + down * columns, corner + right  # the walls between ``across`` and its neighbours
            severity = 2 if beside[wall_c] or below[wall_r] else layer.severity[across]
            is_rising = right == down  # ``here`` is its upper left or lower right square
            if severity:
                (closed if severity == 2 else rough)[is_rising].append(corner)
    return Obstacles(
        Features((here,), falling=tuple(closed[0]), rising=tuple(closed[1])),
        Features(falling=tuple(rough[0]), rising=tuple(rough[1])),
    )


def _bits(flags: bytes | bytearray, table: bytes = _IS_ROUGH) -> int:
    """The flags as one integer, the first one its lowest bit."""
    return int(flags.translate(table)[::-1], 2)


def _places(bits: int) -> tuple[int, ...]:
    return tuple(place for place, bit in enumerate(reversed(format(bits, "b"))) if bit == "1")
