"""Turning optional powers and abilities off (HC-POW-06..08, HC-ABIL-03)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import TurnOff
from companion.games.heroclix.figures.hand import is_text
from companion.games.heroclix.objects.in_hand import object_of
from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import EffectBegan
from companion.games.heroclix.powers.holding import active_of, held
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.powers.verbs.hold_objects import HoldObjects
from companion.games.heroclix.state import Phase, Piece, State
from companion.games.heroclix.tactics.feats import may_use

__all__ = ["legal_turnings_off", "off_events", "off_violations"]


def off_violations(state: State, command: TurnOff) -> Iterator[Violation]:
    """Why the power may not be turned off: only optional ones, only between actions (HC-POW-06, -07,
    HC-ABIL-03)."""
    piece = state.find(command.piece)
    if piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif (refusal := _off_now(state, command.seat, piece)) is not None:
        yield refusal
    elif (feat := state.table.tactics.feat(command.power)) is not None:
        if not may_use(state, feat, piece):  # HC-FEAT-15: it is in use, or there is nothing to switch off
            yield violation("HC-FEAT-18", piece.id, waivable=False, feat=feat.name)
    elif command.power not in {one.power for one in held(state, piece) if one.slot not in ("condition", "event")}:
        yield violation("HC-POW-01", piece.id, waivable=False, power=command.power)
    elif command.power.startswith("trait."):
        yield violation("HC-ABIL-15", piece.id, power=command.power)
    elif not state.edition.turning_off:
        yield violation("HC-POW-07", piece.id, waivable=False)
    elif object_of(state, piece.id) is not None and _holds_by(state, piece, command.power):
        yield violation("HC-OBJ-25", piece.id)  # it would drop what it holds
    elif not _is_optional(state, piece, command.power):
        yield violation("HC-POW-06", piece.id, power=command.power)


def _off_now(state: State, seat: Seat, piece: Piece) -> Violation | None:
    """Why the seat may turn nothing of the piece off now, whatever it is."""
    if state.flow.outcome is not None:
        return violation("HC-END-01", waivable=False)
    if state.flow.phase != Phase.PLAY:
        return violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    if state.flow.open or state.agenda:
        return violation("HC-ACT-08", waivable=False)
    if not piece.spaces:
        return violation("HC-DMG-11", piece.id, waivable=False)
    return violation("HC-ACT-04", piece.id, owner=piece.seat) if piece.seat != seat else None


def _holds_by(state: State, piece: Piece, power: str) -> bool:
    """Whether the piece holds objects by that power, or by what that text grants."""
    given = [one.power for one in held(state, piece) if power in (one.power, one.by)]
    return any(isinstance(verb, HoldObjects) for one in given for _, verb in active_of(state, piece, one))


def _is_optional(state: State, piece: Piece, power: str) -> bool:
    """Whether a power or ability may be turned off: always, unless its text says otherwise (HC-POW-06, HC-ABIL-03)."""
    if any(one.key == power and not one.reading.optional for one in state.texts(piece)):
        return False
    return power not in state.edition.powers or state.edition.powers[power].optional


def legal_turnings_off(state: State, seat: Seat, piece: Piece) -> Iterator[TurnOff]:
    """Every power and ability of the piece that may be turned off now."""
    if _off_now(state, seat, piece) is not None:
        return
    for one in held(state, piece):
        command = TurnOff(seat, piece.id, one.power)
        if (one.power in state.edition.powers or is_text(one.power)) and not any(off_violations(state, command)):
            yield command


def off_events(state: State, command: TurnOff) -> tuple[EffectBegan]:
    """The power or ability is off until the next player's turn begins (HC-POW-08, HC-ABIL-03, AMB-08); a feat until
    the next action is over (HC-FEAT-15)."""
    is_feat = state.table.tactics.feat(command.power) is not None
    until = Until.ACTION_END if is_feat else Until.TURN_START
    effect = Lasting(next_number(state), LastingKind.TURNED_OFF, command.piece, command.power, until)
    return (EffectBegan(effect),)
