"""Who is engaged with whom: from the first blow until neither can reach the other (HQ-GEN-11, HQ-AMB-57)."""

from __future__ import annotations

from companion.core.ids import PieceId
from companion.core.procedure import Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.reach import are_engaged, engaged_with, reaches
from companion.games.heroquest.state import State

__all__ = ["engage", "loosen"]


def engage(t: Teller[State], one: PieceId, other: PieceId) -> None:
    """Nothing: a blow has fallen between them."""
    both = t.state.find(one), t.state.find(other)
    if all(both) and not are_engaged(t.state, one, other):
        t.tell(ev.Engaged(one, other))


def loosen(t: Teller[State], piece: PieceId) -> None:
    """Nothing: whoever can no more reach it, nor be reached, is not engaged with it any more."""
    one = t.state.find(piece)
    if one is None:
        return
    for name in engaged_with(t.state, piece):
        other = t.state.who(name)
        if not reaches(t.state, one, other) and not reaches(t.state, other, one):
            t.tell(ev.Disengaged(piece, name))
