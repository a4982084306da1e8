"""Rays by brute force: every square whose inside the half-line meets, in order along it, in exact fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from companion.board.grid import GridBoard
from companion.board.squares import format_square, parse_square
from companion.core.ids import SpaceId

__all__ = ["brute_ray"]

HALF = Fraction(1, 2)


def _inside(start: int, step: int, at: int) -> tuple[Fraction, Fraction] | None:
    """From when to when a coordinate that begins at ``start`` lies strictly within half a unit of ``at``."""
    if step == 0:
        return (Fraction(-(10**6)), Fraction(10**6)) if start == at else None
    ends = sorted(((at - HALF - start) / step, (at + HALF - start) / step))
    return ends[0], ends[1]


def brute_ray(
    board: GridBoard, start: SpaceId, through: SpaceId, is_closed: Callable[[SpaceId, SpaceId], bool]
) -> tuple[SpaceId, ...]:
    """The squares of the half-line until a closed border, or a corner closed both ways."""
    (c, r), (d, s) = parse_square(start), parse_square(through)
    met: list[tuple[Fraction, SpaceId]] = []
    for space in board.spaces:
        column, row = parse_square(space)
        across, down = _inside(c, d - c, column), _inside(r, s - r, row)
        if across is None or down is None:
            continue
        enter, leave = max(across[0], down[0]), min(across[1], down[1])
        if leave > enter and leave > 0:
            met.append((enter, space))
    way = [space for _, space in sorted(met)]
    found: list[SpaceId] = []
    for here, there in pairwise(way):
        (a, b), (e, f) = parse_square(here), parse_square(there)
        if a != e and b != f:
            corners = (format_square(e, b), format_square(a, f))
            if all(is_closed(here, corner) or is_closed(corner, there) for corner in corners):
                break
        elif is_closed(here, there):
            break
        found.append(there)
    return tuple(found)
