"""Actions: who may be given one, and when: any mix, one for each piece (HC-ACT-03..06, HC-ACT-14); and how one ends."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import EndTurn
from companion.games.heroclix.damage.blow import place_token
from companion.games.heroclix.events.play import ActionEnded
from companion.games.heroclix.position.holding import not_in_play
from companion.games.heroclix.position.team_abilities import lost
from companion.games.heroclix.state.state import MOST_TOKENS, Piece, State
from companion.games.heroclix.turns.ends import look_at_the_end


def turn_violations(state: State, seat: Seat) -> Iterator[Violation]:
    """Why this seat may not act at all now."""
    if (refusal := not_in_play(state)) is not None:
        yield refusal
    elif seat not in state.flow.active:
        yield violation("HC-TURN-03", seat=seat, active=state.active_seat or "-")
    elif state.is_busy:
        yield violation("HC-ACT-08", waivable=False)  # the action in progress is resolved first


def end_violations(state: State, command: EndTurn) -> Iterator[Violation]:
    """Why the seat may not end its turn now (HC-TURN-07)."""
    return turn_violations(state, command.seat)


def giving_violations(state: State, seat: Seat, piece_id: PieceId, kind: str = "") -> Iterator[Violation]:
    """Why this piece may not be given an action from the total now; one of a ``kind`` that does not count may be."""
    piece = state.find(piece_id)
    if piece is None:
        yield violation("TW-PIECE-01", piece_id, waivable=False)
        return
    yield from turn_violations(state, seat)
    if piece.ko:
        yield violation("HC-DMG-11", piece.id, waivable=False)
        return
    if not piece.spaces:
        yield violation("HC-DMG-13", piece.id, waivable=False)
        return
    if piece.seat != seat:
        yield violation("HC-ACT-04", piece.id, owner=piece.seat)
    if piece.acted:
        yield violation("HC-ACT-04", piece.id)
    if piece.tokens >= MOST_TOKENS:
        yield violation("HC-ACT-14", piece.id)
    if state.actions_left <= 0 and not (kind and spares(state, piece, kind)):
        yield violation("HC-ACT-03", piece.id, total=state.table.actions + state.extra_actions)


def may_be_given(state: State, seat: Seat, piece: Piece, kind: str = "") -> bool:
    """Whether nothing forbids giving this piece of the state an action now: asked for every kind of command."""
    return state.once(
        ("given", seat, kind), piece, lambda piece: not any(giving_violations(state, seat, piece.id, kind))
    )


def spares(state: State, piece: Piece, action: str) -> str:
    """Return the power that keeps the piece's actions of that type from counting against the
    total; empty when none does.
    """
    held, wanted = {holding.power for holding in state.held(piece)}, f"uncounted.{action}"
    return next((power for power, given in state.table.grants if given == wanted and power in held), "")


def finish(t: Teller[State], piece: PieceId, *, is_free: bool = False) -> Script[None]:
    """The token of the action, unless it was a free one; then the action is complete, after all that it brought
    (HC-TOKEN-07, HC-ACT-19), and the end of the game is looked at (HC-END-01)."""
    if t.state.table.parts.tokens and not is_free:  # HC-BASIC-04
        yield from place_token(t, piece)
    yield from look_at_the_end(t, ActionEnded(piece), *lost(t.state))
