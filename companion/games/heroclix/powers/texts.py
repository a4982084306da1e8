"""Special powers and traits that the players read: when they say that a condition holds, what it grants is there.

"When adjacent to a friend, she can use Stealth."  ──UseText──> Stealth until the next action is over
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.ids import PieceId, Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import EffectBegan, TextUsed
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.tactics.commands import UseText

__all__ = ["legal_texts", "text_events", "text_violations"]


def text_violations(state: State, command: UseText) -> Iterator[Violation]:
    """Why the text cannot be used so now: it is not in force (HC-POW-01), or does not name the power (HC-POW-15)."""
    piece = state.find(command.piece)
    if piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.flow.phase != Phase.PLAY:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif state.flow.open or state.agenda:
        yield violation("HC-ACT-08", waivable=False)
    elif not piece.spaces:
        yield violation("HC-DMG-11", piece.id, waivable=False)
    elif piece.seat != command.seat:
        yield violation("HC-ACT-04", piece.id, owner=piece.seat)
    else:
        text = next((one for one in state.texts(piece) if one.key == command.text), None)
        if text is None:
            yield violation("HC-POW-01", piece.id, waivable=False, power=command.text)
        elif command.power and (command.power not in text.reading.asked or _granted(state, command)):
            yield violation("HC-POW-15", piece.id, waivable=False, power=command.power)


def _granted(state: State, command: UseText) -> bool:
    kind = LastingKind.GRANTS
    return any(
        one.kind is kind and (one.piece, one.key, one.power) == (command.piece, command.power, command.text)
        for one in state.lasting
    )


def text_events(state: State, command: UseText) -> tuple[Any, ...]:
    """The use, and the power for as long as the next action lasts; it goes with its text (HC-POW-13)."""
    used = TextUsed(command.piece, command.text, command.power)
    if not command.power:
        return (used,)
    effect = Lasting(
        next_number(state), LastingKind.GRANTS, command.piece, command.power, Until.ACTION_END,
        by=command.piece, power=command.text,
    )  # fmt: skip
    return used, EffectBegan(effect)


def legal_texts(state: State, seat: Seat, piece: PieceId | None) -> Iterator[UseText]:
    """Every power that a text of the seat's pieces names under a condition, and that is not granted yet."""
    for one in state.on_map(seat):
        if piece in (None, one.id):
            for text in state.texts(one):
                for power in text.reading.asked:
                    command = UseText(seat, one.id, text.key, power)
                    if not any(text_violations(state, command)):
                        yield command
