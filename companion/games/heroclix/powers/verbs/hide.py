"""Pieces that cannot be seen."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.moves.adjacency import are_adjacent
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State

__all__ = ["Hide"]


@dataclass(frozen=True, slots=True)
class Hide(Verb):
    """A hindered line to the piece counts as blocked, in everybody's turn unless the card says otherwise."""

    others: bool = False  # only in the turns of others …
    adjacent: bool = True  # … and from pieces next to it too

    def counts(self, state: State, one: Piece, hidden: Piece) -> bool:
        """Whether it hides from that piece now."""
        in_turn = not self.others or state.active_seat is None or not state.is_friend(hidden.seat, state.active_seat)
        return in_turn and (self.adjacent or not are_adjacent(state, one, hidden))
