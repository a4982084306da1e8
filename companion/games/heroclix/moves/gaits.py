"""Ways of moving: what each ability ignores (powers catalogue, HC-MOVE-15, HC-ABIL-13)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from companion.board import MovePolicy

__all__ = ["CARRY_PENALTY", "GAITS", "policy_of"]

CARRY_PENALTY = 2  # squares, after halving (powers catalogue 7: Carry)

GAITS = {
    "flight": MovePolicy(
        ignores_hindering=True, ignores_elevation=True, ignores_outdoor_blocking=True, passes_opponents=True
    ),
    "swim": MovePolicy(ignores_water=True),
    "climb": MovePolicy(  # of later cards, that roll to break away
        ignores_hindering=True, ignores_elevation=True, ignores_outdoor_blocking=True, passes_opponents=True
    ),
    "leap_climb": MovePolicy(
        ignores_hindering=True,
        ignores_elevation=True,
        ignores_outdoor_blocking=True,
        passes_opponents=True,
        breaks_away_freely=True,
    ),
    "phasing_teleport": MovePolicy(
        ignores_hindering=True,
        ignores_elevation=True,
        ignores_blocking=True,
        passes_opponents=True,
        breaks_away_freely=True,
    ),
    "clear_hindering": MovePolicy(ignores_hindering=True),
    "colossal_stride": MovePolicy(ignores_hindering=True, ignores_elevation=True, ignores_outdoor_blocking=True),
    "first_game": MovePolicy(stops_beside_all=True, breaks_away_freely=True),  # HC-BASIC-07
    "runner": MovePolicy(passes_beside=True, breaks_away_freely=True),
}


def policy_of(abilities: Collection[str]) -> MovePolicy:
    """The way a piece with these abilities moves: all that each of them ignores; others do not matter here."""
    return _policy_of(frozenset(abilities))


@lru_cache(maxsize=256)
def _policy_of(abilities: frozenset[str]) -> MovePolicy:
    policy = MovePolicy()
    for ability in sorted(abilities & GAITS.keys()):
        policy |= GAITS[ability]
    return policy
