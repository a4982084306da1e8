"""Knock back: how far, which way, and what stops it (HC-KB)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.board.pushes import PushKind, directions_away, step
from companion.core.events import ChoiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RuleId
from companion.games.heroclix.attack.step_events import KnockBackSettled
from companion.games.heroclix.events import KnockedBack
from companion.games.heroclix.powers.holding import is_active
from companion.games.heroclix.powers.verbs.knock_back import GiveWay, StandFirm
from companion.games.heroclix.state import Attack, Piece, State
from companion.games.heroclix.steps import KnockBack, OfferKnockBack

__all__ = ["COMPASS", "DIRECTION", "OFFER", "ignores_knock_back", "knock_back_events", "offer_events"]

DIRECTION = RuleId("HC-KB-06")
OFFER = RuleId("HX-KB-03")
COMPASS = {
    "north": (0, -1),
    "north_east": (1, -1),
    "east": (1, 0),
    "south_east": (1, 1),
    "south": (0, 1),
    "south_west": (-1, 1),
    "west": (-1, 0),
    "north_west": (-1, -1),
}
_NAMES = {direction: name for name, direction in COMPASS.items()}


def ignores_knock_back(state: State, piece: Piece) -> bool:
    """Whether the piece stays where it is: giants, colossals, larger bases, some powers (HC-KB-03, HC-MULTI-13)."""
    tall = bool(state.abilities(piece) & {"giant", "colossal"})
    return tall or len(piece.spaces) > 1 or is_active(state, piece, StandFirm)


def offer_events(state: State, offer: OfferKnockBack) -> tuple[Any, ...]:
    """Whether the attacker knocks back all opponents that its attack damaged, or nobody (HX-KB-03, AMB-49): each by the
    clicks of its own damage, once for this attack (HX-KB-05), the farthest first (HC-KB-07)."""
    attack, attacker, board = state.attack, state.piece(offer.piece), state.table.board
    assert attack is not None
    pushed = dict[PieceId, int]()
    for piece, clicks in attack.clicked:
        hurt = state.piece(piece)
        if hurt.spaces and clicks and not state.is_friend(attacker.seat, hurt.seat):
            pushed[piece] = pushed.get(piece, 0) + clicks
    if not any(not ignores_knock_back(state, state.piece(one)) for one in pushed):
        return (KnockBackSettled(offer.piece, ()),)
    if offer.answer is None:
        asked = ChoiceRequest(
            state.flow.next_id(), attacker.seat, OFFER, ("knock_back",), optional=True, piece=offer.piece
        )
        return (ChoiceRequested(asked),)
    lines = {one.piece: (one.start, one.end) for one in attack.targets}
    order = sorted(pushed, key=lambda one: -board.distance(*lines[one]))
    return (KnockBackSettled(offer.piece, tuple((one, pushed[one]) for one in order if offer.answer)),)


def knock_back_events(
    state: State, attack: Attack | None, item: KnockBack
) -> tuple[ChoiceRequested | KnockedBack]:
    """The knock back, or the question which way when the attacker, or who pushes, may choose.

    Its path and its stops are those of the core rulebook in every edition (HX-KB-08, AMB-48).
    """
    piece = state.piece(item.piece)
    if ignores_knock_back(state, piece):
        return (KnockedBack(piece.id, (piece.spaces[0],), "ignored"),)
    if item.line is not None:
        line, seat = item.line, item.by
    else:
        assert attack is not None
        aim = attack.target(item.piece)
        line, seat = (aim.start, aim.end), state.piece(attack.attacker).seat
    ways = tuple(_NAMES[one] for one in directions_away(*line))  # HC-KB-05, -06, AMB-20
    if item.direction is None and len(ways) > 1:
        assert seat is not None
        return (ChoiceRequested(ChoiceRequest(state.flow.next_id(), seat, DIRECTION, ways, piece=piece.id)),)
    back = _path(state, piece, item.direction or COMPASS[ways[0]], item.distance)
    if back.damage and is_active(state, piece, GiveWay):
        back = replace(back, damage=0)
    return (back,)


def _path(state: State, piece: Piece, direction: tuple[int, int], distance: int) -> KnockedBack:
    here = piece.spaces[0]
    taken = {space for other in state.on_map() if other.id != piece.id for space in other.spaces}
    path = [here]
    for _ in range(distance):
        push = step(state.table.board, here, direction, taken)
        if push.kind not in (PushKind.FREE, PushKind.FALL):
            return KnockedBack(piece.id, tuple(path), push.kind.value, 1 if push.kind.is_solid else 0)  # HC-KB-11, -13
        assert push.to is not None
        here = push.to
        path.append(here)
        if push.kind is PushKind.FALL:  # HC-KB-14, -16
            flies = "flight" in state.occupant(piece).abilities
            return KnockedBack(piece.id, tuple(path), push.kind.value, 0 if flies else 2)
    return KnockedBack(piece.id, tuple(path), "distance")
