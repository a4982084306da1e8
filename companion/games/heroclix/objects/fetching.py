"""How far a move leads that takes an object along: to it, and on from there as the board is without it.

A 1 2 .       the object o makes its square hindering until it is taken: from 2 on the way over its square is clear
. . . o       a move that is stopped on 2 may not reach over to o any more (HC-OBJ-23, AMB-26)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.board.grid import GridBoard
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import Reach, reach
from companion.board.steps import MovePolicy
from companion.core.ids import SpaceId

__all__ = ["Fetch", "fetches", "hand_spots"]


@dataclass(frozen=True, slots=True)
class Fetch:
    """A way that takes the object along: every square entered, how many count, whether it might go on from its end."""

    path: tuple[SpaceId, ...]
    cost: int
    goes_on: bool
    spot: SpaceId  # where it is picked up
    detour: bool = False  # there is a shorter way without the object


def hand_spots(board: GridBoard, found: Reach, mover: Occupant, item: SpaceId) -> Iterator[SpaceId]:
    """The squares of a move in which an object on ``item`` may be picked up, as far as they may be entered (HC-OBJ-20).

    Where the move has to stop only the object in that square (HC-OBJ-23); at its beginning nothing has stopped it yet.
    """
    for space in found.costs:
        if space == item or (board.is_adjacent(space, item) and (space in mover.spaces or found.goes_on(space))):
            yield space


def fetches(
    boards: tuple[GridBoard, GridBoard],
    occupancy: Occupancy,
    mover: Occupant,
    policy: MovePolicy,
    item: SpaceId,
    via: SpaceId | None = None,
) -> Mapping[SpaceId, Fetch]:
    """Every square in which a move may end that takes the object along, with the shortest way of that kind.

    ``boards``: with the object and without it. The speed of ``mover`` is what counts now; its base is one square.
    ``via``: the one square from which it is picked up.
    """
    before, after = boards
    start = mover.spaces[0]
    first = reach(before, occupancy, mover, policy, is_halved=True)
    found: dict[SpaceId, Fetch] = {}
    for spot in hand_spots(before, first, mover, item):
        if via not in (None, spot):
            continue
        counted, way = first.costs[spot], first.path_to(spot)
        goes_on = spot == start or first.goes_on(spot)
        left = mover.speed - counted if goes_on else 0
        then = replace(mover, spaces=(spot,), speed=left)
        rest = reach(after, occupancy, then, policy, is_halved=True, began_on=mover.spaces)
        for end, more in rest.costs.items():
            total = counted + more
            if end not in found or total < found[end].cost:
                on = goes_on if end == spot else rest.goes_on(end)
                is_longer = total > first.costs.get(end, total)
                found[end] = Fetch((*way, *rest.path_to(end)), total, on, spot, is_longer)
    return found
