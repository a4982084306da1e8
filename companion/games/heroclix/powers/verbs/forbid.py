"""What a piece may not do, and what may not be done to it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["Forbid"]


@dataclass(frozen=True, slots=True)
class Forbid(Verb):
    """No ranged attacks, no riding; powers of opponents it ignores, and powers whose attacks may not target it."""

    ranged: bool = False
    carried: bool = False
    ignores: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
