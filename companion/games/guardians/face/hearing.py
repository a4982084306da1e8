"""Hearing of events by a seat: nothing of the other side's hands, plans and order (GC-TURN-05, GC-AMB-47).

event ─own side─> as it is        event ─others─> as it is, its cards face down, or not at all
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.core.by_hand import CardPut
from companion.core.cards import FACE_DOWN
from companion.core.ids import PieceId, Seat
from companion.games.guardians import events as ev
from companion.games.guardians.state import State


def knows(state: State, seat: Seat | None, side: str) -> bool:
    """Whether a seat may know a side's secrets."""
    return seat is not None and seat in state.table.seats_of.get(side, ())


def heard_by(state: State, event: object, seat: Seat | None) -> object | None:
    """Return the event as that seat (or a spectator) hears it after ``state``; ``None`` when it hears nothing."""
    veil = _VEILS.get(type(event))
    return event if veil is None else veil(state, event, seat)


def _of(state: State, piece: PieceId, seat: Seat | None) -> bool:
    return knows(state, seat, state.who(piece).side)


def _hand(state: State, event: ev.HandMade, seat: Seat | None) -> ev.HandMade:
    if _of(state, event.piece, seat):
        return event
    return replace(event, hand=(FACE_DOWN,) * len(event.hand), removed=(FACE_DOWN,) * len(event.removed))


def _stack(state: State, event: ev.StackLaid, seat: Seat | None) -> ev.StackLaid | None:
    """The order stays secret until each card is turned over (GC-TURN-04)."""
    return event if knows(state, seat, event.side) else None


def _wound(state: State, event: ev.WoundDrawn, seat: Seat | None) -> ev.WoundDrawn:
    return event if _of(state, event.piece, seat) else replace(event, card=FACE_DOWN)


def _recovered(state: State, event: ev.CardRecovered, seat: Seat | None) -> ev.CardRecovered:
    return event if _of(state, event.piece, seat) else replace(event, card=FACE_DOWN)


def _card_put(state: State, event: CardPut, seat: Seat | None) -> CardPut:
    """A card that went from one hidden pile to another is heard of, not which it is."""
    is_hidden = {event.start, event.to} <= {"hand", "removed", ""}
    if state.find(event.piece) is None or not is_hidden or _of(state, event.piece, seat):
        return event
    return replace(event, card=FACE_DOWN, note="")


def _mission(state: State, event: ev.MissionDrawn, seat: Seat | None) -> ev.MissionDrawn | None:
    is_open = state.content.options.missions_are_open or _of(state, event.piece, seat)
    return event if is_open else None


Veil = Callable[[State, Any, Seat | None], object | None]
_VEILS: Mapping[type, Veil] = {
    ev.HandMade: _hand,
    ev.StackLaid: _stack,
    ev.WoundDrawn: _wound,
    ev.CardRecovered: _recovered,
    ev.MissionDrawn: _mission,
    CardPut: _card_put,
}
