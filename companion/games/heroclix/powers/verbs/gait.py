"""Ways of moving, and getting away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.heroclix.powers.rules import PowerRule
from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["UNCOUNTED", "BreakAway", "Gait", "StandardSymbols", "StrikeAcrossLevels", "Uncounted", "grants_of"]

UNCOUNTED = "uncounted."  # and the type of the actions that do not count


@dataclass(frozen=True, slots=True)
class Gait(Verb):
    """A move action goes by one of the ``gaits``."""

    gait: str


@dataclass(frozen=True, slots=True)
class StrikeAcrossLevels(Verb):
    """Close attacks reach squares beside it on any level (against HC-TERR-42)."""


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


def grants_of(powers: Mapping[str, PowerRule]) -> tuple[tuple[str, str], ...]:
    """What the state must know of powers to say how a piece moves: the gait of each, or ``standard`` symbols."""
    given = []
    for power, rule in sorted(powers.items()):
        for verb in rule.verbs:
            if isinstance(verb, Uncounted):
                given.append((power, UNCOUNTED + verb.action))
            elif isinstance(verb, Gait):
                given.append((power, verb.gait))
            elif isinstance(verb, StandardSymbols):
                given.append((power, "standard"))
    return tuple(given)
