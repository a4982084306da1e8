"""Attacks that get through."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["Insist"]


@dataclass(frozen=True, slots=True)
class Insist(Verb):
    """Attacks of the piece cannot be evaded; their damage is not reduced below so much, nor transferred."""

    least: int = 1
    sure: bool = True  # nobody evades them …
    roll: int = 0  # … or this is added to the die that evades them
