"""One move, layer by layer: every square that can be the first counted one, then the second, and so on.

The single step, where a move must stop and how a base may lie are asked of the walker; the walker itself walks every
walk, which is too many for a long move. Nothing is left out here either but the difference between two walks that
have come to the same square with the same count.
"""

from __future__ import annotations

from tests.oracles.reach import Walker, around
from tests.oracles.sight import Piece, Scene, Square

Counts = dict[Square, list[int]]


def counts(scene: Scene, mover: Piece, speed: int, abilities: set[str], broke_away: bool = True) -> Counts:
    """For every square that can be a counted one, all the places in the count that it can have."""
    walker, found = Walker(scene, mover, speed, abilities), Counts()
    if walker.at_start and not broke_away and not walker.free_break:
        return found
    if any(walker.hinders(square) for square in mover.squares):
        speed = speed // 2 + speed % 2
    passed: dict[Square, dict[Square, bool]] = {}
    going = set(mover.squares)
    for counted in range(1, speed + 1):
        passed.update({here: ways_on(walker, here) for here in going if here not in passed})
        own = mover.squares if counted == 1 else ()  # the first one is adjacent to the base (HC-MULTI-04, HC-ADJ-04)
        for there in {there for here in going for there in passed[here] if there not in own}:
            found.setdefault(there, []).append(counted)
        going = {there for here in going for there, stops in passed[here].items() if not stops and there not in own}
    return found


def flood(scene: Scene, mover: Piece, speed: int, abilities: set[str], broke_away: bool) -> dict[Square, int]:
    """The least number of counted squares to everywhere the move may end."""
    walker = Walker(scene, mover, speed, abilities)
    best = dict.fromkeys(mover.squares, 0)
    for there, numbers in counts(scene, mover, speed, abilities, broke_away).items():
        counted = next((counted for counted in numbers if walker.can_be_laid(there, counted)), None)
        if counted is not None:
            best.setdefault(there, counted)
    return best


def ways_on(walker: Walker, here: Square) -> dict[Square, bool]:
    """The squares that may be entered next, each with whether the move must stop there."""
    steps = [there for there in around(walker.scene, here) if walker.may_step(here, there)]
    return {there: walker.must_stop(here, there) for there in steps}


def is_walkable(scene: Scene, mover: Piece, abilities: set[str], path: list[Square]) -> bool:
    """Whether the squares can be entered one by one from the base, none but the last of them being a stop."""
    walker = Walker(scene, mover, 0, abilities)
    here = set(mover.squares)
    if path and path[0] in here:
        return False
    for place, there in enumerate(path):
        came = {one for one in here if there in ways_on(walker, one)}
        if place < len(path) - 1:
            came = {one for one in came if not ways_on(walker, one)[there]}
        if not came:
            return False
        here = {there}
    return True
