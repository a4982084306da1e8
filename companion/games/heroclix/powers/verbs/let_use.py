"""Powers and abilities that something else lets a piece use (HC-POW-15): they cannot be countered, their source can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.heroclix.powers.rules import PowerRule
from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["LetUse", "uses_of"]


@dataclass(frozen=True, slots=True)
class LetUse(Verb):
    """The piece can use these powers and abilities."""

    powers: tuple[str, ...]


def uses_of(powers: Mapping[str, PowerRule]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What each power, ability or card lets use, for the state to know."""
    found = (
        (power, tuple(one for verb in rule.verbs if isinstance(verb, LetUse) for one in verb.powers))
        for power, rule in sorted(powers.items())
    )
    return tuple((power, given) for power, given in found if given)
