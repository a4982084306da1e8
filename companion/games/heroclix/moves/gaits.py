"""Ways of moving: what each ability ignores (powers catalogue, HC-MOVE-15, HC-ABIL-13), and who gets away."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.board.paths import HOLDS
from companion.board.steps import MovePolicy
from companion.games.heroclix.edition import PowerRule
from companion.games.heroclix.position.verb import Verb

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
    "clear_elevated": MovePolicy(ignores_elevation=True),
    "clear_outdoor_blocking": MovePolicy(ignores_outdoor_blocking=True),
    "clear_blocking": MovePolicy(ignores_blocking=True),
    "past_opponents": MovePolicy(passes_opponents=True),
    "colossal_stride": MovePolicy(ignores_hindering=True, ignores_elevation=True, ignores_outdoor_blocking=True),
    "first_game": MovePolicy(stops_beside_all=True, breaks_away_freely=True),  # HC-BASIC-07
    "runner": MovePolicy(passes_beside=True, breaks_away_freely=True),
    "sprinter": MovePolicy(passes_beside=True),  # of later cards, that roll to break away
    "scale": MovePolicy(ignores_elevation=True, ignores_outdoor_blocking=True, passes_opponents=True),  # card of 2022
    "phase": MovePolicy(
        ignores_elevation=True, ignores_blocking=True, passes_opponents=True, breaks_away_freely=True
    ),  # likewise
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


UNCOUNTED = "uncounted."  # and the type of the actions that do not count


@dataclass(frozen=True, slots=True)
class Gait(Verb):
    """A move action goes by one of the ``gaits``."""

    gait: str


@dataclass(frozen=True, slots=True)
class Uncounted(Verb):
    """Actions of this type do not count against the action total; their token and its push do."""

    action: str


@dataclass(frozen=True, slots=True)
class StandardSymbols(Verb):
    """The piece has the four standard symbols instead of its own (HC-ABIL-11)."""


@dataclass(frozen=True, slots=True)
class BreakAway(Verb):
    """Plus or minus on break-away rolls: its own, and those of opponents that leave it (HC-MOVE-07)."""

    own: int = 0
    opponents: int = 0
    action: str = ""  # of its own moves, only those of such an action: ``move``, ``power``
    holds: bool = False  # opponents never leave it without a roll, and stop next to it; giants excepted
    spares: tuple[str, ...] = ()  # who can use one of these powers is not held harder


def grants_of(powers: Mapping[str, PowerRule]) -> tuple[tuple[str, str], ...]:
    """Return the gaits that powers give to moves, or ``standard`` symbols, for the state to know."""
    given = []
    for power, rule in sorted(powers.items()):
        for verb in rule.verbs:
            if isinstance(verb, Uncounted):
                given.append((power, UNCOUNTED + verb.action))
            elif isinstance(verb, Gait):
                given.append((power, verb.gait))
            elif isinstance(verb, StandardSymbols):
                given.append((power, "standard"))
            elif isinstance(verb, BreakAway) and verb.holds:
                given.append((power, HOLDS))
    return tuple(given)
