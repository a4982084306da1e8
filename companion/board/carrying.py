"""Moves with a passenger: where both may come to stand.

P               the passenger leaves its square, and is set down next to the carrier at the end
A · · A P
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.board.grid import GridBoard
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import allowance, reach
from companion.board.spaces import Terrain
from companion.board.steps import MovePolicy
from companion.core.ids import SpaceId


class Carried(NamedTuple):
    """The squares where a carrier may end its move, each with its cost and the squares for its passenger."""

    costs: Mapping[SpaceId, int]
    set_down: Mapping[SpaceId, tuple[SpaceId, ...]]


def carry(
    board: GridBoard,
    occupancy: Occupancy,
    mover: Occupant,
    passenger: Occupant,
    policy: MovePolicy,
    *,
    penalty: int,
    broke_away: bool = True,
) -> Carried:
    """Every square in which the move may end, and those where the passenger may then be set down (HC-MOVE-15).

    Carrier and passenger have one square each; ``penalty`` comes off the speed after it is halved (powers catalogue 7).
    ``ValueError`` when the two do not start next to each other, or are opposed.
    """
    if mover.is_opposed_to(passenger) or passenger.piece == mover.piece:
        raise ValueError(f"{passenger.piece} is no friend of {mover.piece}")
    if len(mover.spaces) > 1 or len(passenger.spaces) > 1:
        raise ValueError("carrying is asked for bases of one square each")
    if not board.is_adjacent(mover.spaces[0], passenger.spaces[0]):
        raise ValueError(f"{passenger.piece} does not stand next to {mover.piece}")
    left = Occupancy.of(one for one in occupancy if one.piece != passenger.piece)
    slowed = replace(mover, speed=max(0, allowance(board, mover, policy) - penalty))
    found = reach(board, left, slowed, policy, broke_away=broke_away, is_halved=True)
    free = {space for space in board.spaces if not board.has(space, Terrain.BLOCKING) and left.on(space) is None}
    free.add(mover.spaces[0])
    beside = {end: tuple(space for space in board.adjacent(end) if space in free) for end in found.costs}
    set_down = {end: spaces for end, spaces in beside.items() if spaces}
    return Carried({end: found.costs[end] for end in set_down}, set_down)
