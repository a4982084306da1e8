"""Orders about powers alone: a text holds now, a power is turned off, a feat is used, another team ability."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import ChooseTeamAbility, TurnOff, UseFeat, UseText
from companion.games.heroclix.events.powers import EffectBegan, TextUsed
from companion.games.heroclix.events.tactics import FeatUsed, TeamAbilityChosen
from companion.games.heroclix.figures.hand import is_text
from companion.games.heroclix.figures.plain_changes import CHANGE
from companion.games.heroclix.position.happening import happen, next_number
from companion.games.heroclix.position.holding import active_of, held, may_use, not_between_actions
from companion.games.heroclix.position.in_hand import HoldObjects, object_of
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.state.state import Piece, State


def text_violations(state: State, command: UseText) -> Iterator[Violation]:
    """Why the text cannot be used so now: it is not in force (HC-POW-01), or does not name the power (HC-POW-15)."""
    piece = state.find(command.piece)
    if piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif (refusal := not_between_actions(state)) is not None:
        yield refusal
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
    key, amount = _change(command.power)
    kind = LastingKind.MODIFIES if amount else LastingKind.GRANTS
    wanted = command.piece, key, command.text, amount
    return any(
        effect.kind is kind and (effect.piece, effect.key, effect.power, effect.amount) == wanted
        for effect in state.lasting
    )


def _change(asked: str) -> tuple[str, int]:
    """The value and the amount of a change that a text makes, as ``attack+1``; a power as it is, and nothing."""
    found = CHANGE.fullmatch(asked)
    return (found[1], int(found[2])) if found else (asked, 0)


def use_text(t: Teller[State], command: UseText) -> Script[None]:
    """The use, and the power or the change for as long as the next action lasts; it goes with its text (HC-POW-13)."""
    t.tell(TextUsed(command.piece, command.text, command.power))
    if command.power:
        (key, amount), number, until = _change(command.power), next_number(t.state), Until.ACTION_END
        kind = LastingKind.MODIFIES if amount else LastingKind.GRANTS
        effect = Lasting(number, kind, command.piece, key, until, amount, by=command.piece, power=command.text)
        t.tell(EffectBegan(effect))
    happen(t)
    yield from ()


def legal_texts(state: State, seat: Seat, piece: PieceId | None) -> Iterator[UseText]:
    """Every power that a text of the seat's pieces names under a condition, and that is not granted yet."""
    for other in state.on_map(seat):
        if piece in (None, other.id):
            for text in state.texts(other):
                for power in (*text.reading.asked, *(() if text.reading.is_whole else ("",))):
                    command = UseText(seat, other.id, text.key, power)
                    if not any(text_violations(state, command)):
                        yield command


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
    elif command.power not in {
        holding.power for holding in held(state, piece) if holding.slot not in ("condition", "event")
    }:
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
    if (refusal := not_between_actions(state)) is not None:
        return refusal
    if not piece.spaces:
        return violation("HC-DMG-11", piece.id, waivable=False)
    return violation("HC-ACT-04", piece.id, owner=piece.seat) if piece.seat != seat else None


def _holds_by(state: State, piece: Piece, power: str) -> bool:
    """Whether the piece holds objects by that power, or by what that text grants."""
    given = [holding.power for holding in held(state, piece) if power in (holding.power, holding.by)]
    return any(isinstance(verb, HoldObjects) for one in given for _, verb in active_of(state, piece, one))


def _is_optional(state: State, piece: Piece, power: str) -> bool:
    """Whether a power or ability may be turned off: always, unless its text says otherwise (HC-POW-06, HC-ABIL-03)."""
    if any(text.key == power and not text.reading.optional for text in state.texts(piece)):
        return False
    return power not in state.edition.powers or state.edition.powers[power].optional


def legal_turnings_off(state: State, seat: Seat, piece: Piece) -> Iterator[TurnOff]:
    """Every power and ability of the piece that may be turned off now."""
    if _off_now(state, seat, piece) is not None:
        return
    for holding in held(state, piece):
        command = TurnOff(seat, piece.id, holding.power)
        if (holding.power in state.edition.powers or is_text(holding.power)) and not any(
            off_violations(state, command)
        ):
            yield command
    feats = (TurnOff(seat, piece.id, feat.id) for feat in state.table.tactics.feats)
    yield from (command for command in feats if not any(off_violations(state, command)))


def turn_off(t: Teller[State], command: TurnOff) -> Script[None]:
    """The power or ability is off until the next player's turn begins (HC-POW-08, HC-ABIL-03, AMB-08); a feat until
    the next action is over (HC-FEAT-15)."""
    is_feat = t.state.table.tactics.feat(command.power) is not None
    until = Until.ACTION_END if is_feat else Until.TURN_START
    number = next_number(t.state)
    happen(t, EffectBegan(Lasting(number, LastingKind.TURNED_OFF, command.piece, command.power, until)))
    yield from ()


def choose_ability(t: Teller[State], command: ChooseTeamAbility) -> Script[None]:
    """A wild card uses another team ability (HC-TA-10)."""
    happen(t, TeamAbilityChosen(command.piece, command.ability))
    yield from ()


def use_feat(t: Teller[State], command: UseFeat) -> Script[None]:
    """The players see to what the feat does (HC-FEAT-18)."""
    happen(t, FeatUsed(command.feat, command.piece))
    yield from ()
