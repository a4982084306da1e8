"""What follows from being damaged or knocked out: damage without an attack (HX-SEQ-08, HX-KO-05)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["Burst", "StrikeBack"]


@dataclass(frozen=True, slots=True)
class StrikeBack(Verb):
    """When an attack of an opponent damages the piece, the attacker is dealt so much, also when the piece is out."""

    damage: int = 1


@dataclass(frozen=True, slots=True)
class Burst(Verb):
    """When the piece is knocked out, everybody next to the square it stood on just before is dealt so much."""

    damage: int = 1
