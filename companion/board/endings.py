"""Ends of a move: the squares the base then covers, and the walk that brings it there.

A A . .      A larger base is laid over the last counted square, no farther from where it was than squares were counted
A A 1 2      (AMB-44): a longer walk to the same square may let it lie where the shortest one does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.board.grid import GridBoard
from companion.board.laying import layings
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import Reach
from companion.core.ids import SpaceId


class Ending(NamedTuple):
    """One way to end: the base in reading order, the last counted square, and how many were counted."""

    base: tuple[SpaceId, ...]
    last: SpaceId
    counted: int


def endings(board: GridBoard, occupancy: Occupancy, mover: Occupant, found: Reach) -> Iterator[Ending]:
    """Every way a move of this reach may end, fewest squares first, then in reading order; each base once."""
    if len(mover.spaces) == 1:  # the costs are in this order, and every square that is entered will do
        yield from (Ending((space,), space, counted) for space, counted in found.costs.items())
        return
    given = {mover.spaces}
    yield Ending(mover.spaces, mover.spaces[0], 0)
    walks = (
        (counted, board.index(space), space)
        for space, cost in found.costs.items()
        for counted in found.counts(space)
        if cost
    )
    for counted, _, space in sorted(walks):
        for base in layings(board, occupancy, mover, space, counted):
            if base not in given:
                given.add(base)
                yield Ending(base, space, counted)
