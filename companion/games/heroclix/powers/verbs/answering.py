"""What follows from being knocked out: damage without an attack (HX-KO-05)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["Burst"]


@dataclass(frozen=True, slots=True)
class Burst(Verb):
    """When the piece is knocked out, everybody next to the square it stood on just before is dealt so much."""

    damage: int = 1
