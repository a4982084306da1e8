"""Damage that somebody else takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.power_events import DamageTransferred
from companion.games.heroclix.moves.adjacency import adjacent_friends
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_choice
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["Transfer"]


@dataclass(frozen=True, slots=True)
class Transfer(Verb):
    """All damage about to be dealt may go to one adjacent friend of fewer points."""

    resolves: ClassVar[bool] = True

    def bearers(self, state: State, piece: Piece) -> Iterator[Piece]:
        """The friends that could take it."""
        return (one for one in adjacent_friends(state, piece) if one.points < piece.points and not state.is_immune(one))

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """Who takes it, if anybody."""
        if step.answer is None:
            return ask_choice(state, step, [one.id for one in self.bearers(state, state.piece(step.piece))])
        resolved = PowerResolved(step.piece, step.power)
        if not step.answer:
            return (resolved,)
        bearer = next(one.id for one in state.pieces if one.id == step.answer[0])
        return resolved, DamageTransferred(step.piece, bearer, step.power)
