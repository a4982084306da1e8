"""The way that a player means by tapping a square: the fewest steps, those for turning too (HQ-MOVE-02, -04, -09).

. f b     a to b, both ways three steps: not through the friend f, who would be asked first (HQ-MOVE-11);
a . .     then past the fewest dangers that its side knows, then with the fewest turns
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from companion.core.ids import SpaceId
from companion.games.heroquest import footing
from companion.games.heroquest.actions import turn_of
from companion.games.heroquest.characters import Character
from companion.games.heroquest.moves.walking import after_step, goes_off
from companion.games.heroquest.state import State
from companion.games.heroquest.windows import controllers

Path = tuple[SpaceId, ...]
Cost = tuple[int, int, int, int]  # steps, friends passed, dangers, turns


def ways(state: State, figure: Character, most: int) -> Mapping[SpaceId, Path]:
    """Return the best way to each square that is at most that many steps off."""
    found: dict[SpaceId, Path] = {}
    been = set[tuple[SpaceId, str, SpaceId | None]]()
    todo: list[tuple[Cost, Path, int]] = [((0, 0, 0, 0), (), 0)]
    walkers = [figure]
    while todo:
        cost, path, number = heappop(todo)
        walker = walkers[number]
        stand = (walker.square, walker.facing, turn_of(walker).came)
        if stand in been:
            continue
        been.add(stand)
        found.setdefault(walker.square, path)
        leaving = sum(1 for _ in controllers(state, walker))
        for there in state.dungeon.board.neighbours(walker.square):
            steps = cost[0] + 1 + footing.way_cost(walker, there)
            if steps > most or any(footing.way_violations(state, walker, walker.square, there)):
                continue
            moved = after_step(walker, there)
            friends = cost[1] + (state.at(there) not in (None, figure))
            dangers = cost[2] + leaving + _traps(state, moved)
            turns = cost[3] + (moved.facing != walker.facing)
            heappush(todo, ((steps, friends, dangers, turns), (*path, there), len(walkers)))
            walkers.append(moved)
    return found


def _traps(state: State, figure: Character) -> int:
    """Count the traps that everybody sees and that would go off under it."""
    return sum(trap.status == "revealed" and goes_off(state, trap, figure) for trap in state.traps_at(figure.square))
