"""What a condition does by a die at the beginning of each turn."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.modify_value import Slot
from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["RollEachTurn"]


@dataclass(frozen=True, slots=True)
class RollEachTurn(Verb):
    """A die at the beginning of each turn; on these faces a value of everybody on the map is modified in that turn."""

    faces: tuple[int, ...]
    value: Slot
    amount: int
