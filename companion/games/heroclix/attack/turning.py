"""A dial that turns: the new click, the powers that come and go with it (HC-POW-05, HC-DMG-17)."""

from __future__ import annotations

from companion.games.heroclix.events import DialTurned
from companion.games.heroclix.figures.dial import powers_at
from companion.games.heroclix.powers.events import PowersChanged
from companion.games.heroclix.state import Piece, State

__all__ = ["turned"]


def turned(state: State, piece: Piece, after: int, reason: str = "") -> tuple[DialTurned | PowersChanged, ...]:
    """The dial at another click, and what that changes in the window."""
    figure = state.figure(piece)
    before, now = powers_at(figure, piece.click).values(), powers_at(figure, after).values()
    gained, lost = tuple(sorted({*now} - {*before})), tuple(sorted({*before} - {*now}))
    changed = (PowersChanged(piece.id, gained, lost),) if gained or lost else ()
    return DialTurned(piece.id, piece.click, after, reason), *changed
