"""What a blow does: how much is taken, the dial, the knock-out, the victory points (HC-DMG, HC-VP)."""

from __future__ import annotations

from typing import Any

from companion.core.events import ChoiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import RuleId, Seat
from companion.games.heroclix.dial import is_ko, turn_to
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events import DamageDealt, DialTurned, KnockedOut
from companion.games.heroclix.scoring import score_events
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Blow, DamageKind

__all__ = ["TAKEN", "blow_events", "scorer_of"]

TAKEN = RuleId("HC-DMG-02")


def blow_events(state: State, edition: Edition, blow: Blow) -> tuple[Any, ...]:
    """What a blow does; a question instead when a power that the companion leaves to the players may change it."""
    piece = state.piece(blow.piece)
    if blow.taken is None and blow.amount > 0 and _by_hand(state, edition, piece, blow.kind):
        options = tuple(str(n) for n in range(blow.amount, -1, -1))
        request = ChoiceRequest(state.flow.next_id(), piece.seat, TAKEN, options, piece=piece.id)
        return (ChoiceRequested(request),)
    taken = blow.taken if blow.taken is not None else _taken(state, edition, piece, blow)
    dealt = DamageDealt(piece.id, blow.amount, taken, blow.kind, blow.rule, blow.by)
    if taken == 0:
        return (dealt,)
    figure = state.figure(piece)
    after = turn_to(figure, piece.click, taken)
    turned = DialTurned(piece.id, piece.click, after)
    if not is_ko(figure, after):
        return dealt, turned
    out = KnockedOut(piece.id, piece.spaces[0] if piece.spaces else None)
    # Who hurt it last counts this blow too, so the scorer is looked for in the state after it.
    seat = scorer_of(state, piece, blow.by if blow.by not in (None, piece.seat) else piece.hurt_by)
    return dealt, turned, out, *score_events(state, piece, seat)


def _by_hand(state: State, edition: Edition, piece: Piece, kind: DamageKind) -> bool:
    powers = set(state.powers(piece).values())
    match kind:
        case DamageKind.PUSHING:
            firm = state.figure(piece).symbols.defense == "indomitable"
            return firm or bool(powers & edition.asks_when_pushed)
        case DamageKind.UNAVOIDABLE:  # HC-DMG-08: nothing touches it
            return False
        case _:
            return bool(powers & edition.asks_when_hit)


def _taken(state: State, edition: Edition, piece: Piece, blow: Blow) -> int:
    """Damage dealt less what the piece's powers take off; pushing and unavoidable damage are not reduced."""
    if blow.kind in (DamageKind.PUSHING, DamageKind.UNAVOIDABLE):  # HC-TOKEN-06, HC-DMG-08
        return blow.amount
    off = sum(edition.reducers.get(power, 0) for power in state.powers(piece).values())
    return max(0, blow.amount - off)


def scorer_of(state: State, piece: Piece, hurt_by: Seat | None) -> Seat | None:
    """Who scores a knocked-out piece: the active player, or on its own turn who hurt it last (HC-VP-05, -06).

    All of it is in the state, so the score follows from the record (HC-VP-13).
    """
    active = state.active_seat
    if active is not None and not state.is_friend(active, piece.seat):
        return active
    if hurt_by is not None:
        return hurt_by
    others = [seat for seat in state.table.seats if seat != piece.seat]
    return others[0] if len(others) == 1 else None  # AMB-33
