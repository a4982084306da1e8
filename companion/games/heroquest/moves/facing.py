"""What turning costs: a quarter turn in each square is free, more is a half-turn and takes a step (HQ-MOVE-07..09).

facing N:  N, E or W free    S: 1 step    E then S without leaving the square: 1 step too
"""

from __future__ import annotations

from companion.board.facing import facings_to, quarters
from companion.core.ids import SpaceId
from companion.games.heroquest.characters import Character
from companion.games.heroquest.turns.actions import turn_of

__all__ = ["facing_after", "turning_cost", "way_cost"]


def turning_cost(one: Character, facing: str) -> int:
    """Steps a turn on the spot takes (HQ-MOVE-04, HQ-MOVE-09)."""
    turns = quarters(one.facing, facing)
    if turns == 0 or (turns == 1 and not turn_of(one).turned):
        return 0
    return 1


def way_cost(one: Character, to: SpaceId) -> int:
    """Steps it takes to turn for a step to a square beside it, besides the step (HQ-MOVE-08, HQ-MOVE-09)."""
    assert one.at is not None
    turn = turn_of(one)
    if turn.came == to:
        return 1  # the exact reverse of its last diagonal step
    turns = min(quarters(one.facing, facing) for facing in facings_to(one.at, to))
    return 1 if turns == 2 or (turns == 1 and turn.turned) else 0


def facing_after(one: Character, to: SpaceId) -> str:
    """Where it looks after a step; aslant, its present facing where that is one of the two sides (HQ-MOVE-08)."""
    assert one.at is not None
    sides = facings_to(one.at, to)
    return one.facing if one.facing in sides else sides[0]
