"""Taking objects along and fighting with them (HC-OBJ-19)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["HoldObjects"]


@dataclass(frozen=True, slots=True)
class HoldObjects(Verb):
    """The piece may pick up, hold and use objects; its close attacks on terrain and objects deal so much more."""

    against_terrain: int = 0
