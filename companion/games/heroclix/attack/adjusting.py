"""A dial turned by hand: for whatever the players see to themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.ids import Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.apply import apply
from companion.games.heroclix.attack.damage import scorer_of
from companion.games.heroclix.attack.taking import is_out, turned_to
from companion.games.heroclix.attack.turning import turned
from companion.games.heroclix.commands import AdjustDial
from companion.games.heroclix.events import KnockedOut
from companion.games.heroclix.figures.dial import heal_to
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.tactics.scoring import score_events
from companion.games.heroclix.tactics.team_abilities import lost
from companion.games.heroclix.turns import ending

__all__ = ["adjust_violations", "adjusted"]


def adjust_violations(state: State, command: AdjustDial) -> Iterator[Violation]:
    """Why the dial may not be turned by hand now."""
    piece = state.find(command.piece)
    if piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.flow.phase != Phase.PLAY:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif not piece.spaces:
        yield violation("HC-DMG-11", piece.id, waivable=False)
    elif state.flow.open or state.agenda:
        yield violation("HC-ACT-08", waivable=False)
    elif command.clicks == 0:
        yield violation("HC-DIAL-12", piece.id, waivable=False)
    elif command.clicks < 0 and heal_to(piece.click, -command.clicks, piece.start_click) == piece.click:
        yield violation("HC-DMG-16", piece.id, waivable=False)


def adjusted(state: State, command: AdjustDial) -> tuple[Any, ...]:
    """What turning it brings: the powers that come and go, and the end of the piece, or of the game (HC-DMG-11)."""
    piece = state.piece(command.piece)
    if command.clicks < 0:
        after = heal_to(piece.click, -command.clicks, piece.start_click)
        return turned(state, piece, after, command.reason)
    after = turned_to(state, piece, command.clicks)
    turns = turned(state, piece, after, command.reason)
    if not is_out(state, piece, after):
        return turns
    scorer: Seat | None = scorer_of(state, piece, piece.hurt_by)
    events = (*turns, KnockedOut(piece.id, piece.spaces[0]), *score_events(state, piece, scorer))
    after_all = state
    for event in events:  # the end is judged with the points just scored
        after_all = apply(after_all, event)
    return *events, *lost(after_all), *ending(after_all)
