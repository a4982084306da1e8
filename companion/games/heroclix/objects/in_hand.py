"""Objects in hands: who may hold one, who holds which, when one falls (HC-OBJ-19, -25..29).

picked up ──> held ──used in an attack──> out of the game
                └──holder KO, power gone──> lies on its square, or out of the game where one lies already
"""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.objects.commands import ObjectId
from companion.games.heroclix.objects.events import ObjectDropped
from companion.games.heroclix.objects.leaving import leaving_events
from companion.games.heroclix.powers.holding import is_active
from companion.games.heroclix.powers.verbs.hold_objects import HoldObjects
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.tactics.tactics import HeldObject, LyingObject, MapObject, object_in_hand

__all__ = ["PORTABLE", "due_events", "is_holding", "lying_object", "may_hold", "object_of"]

PORTABLE = (Weight.LIGHT, Weight.HEAVY)  # immobile ones are moved by nothing (HC-OBJ-18)


def may_hold(state: State, piece: Piece) -> bool:
    """Whether the piece can pick up, hold and use objects now (HC-OBJ-19)."""
    return is_active(state, piece, HoldObjects)


def object_of(state: State, piece: PieceId) -> MapObject | None:
    """The object the piece holds, or ``None``."""
    return object_in_hand(state.tactics, state.table.tactics, piece)


def is_holding(state: State, piece: PieceId) -> bool:
    """Whether the piece holds an object; one at a time (HC-OBJ-25)."""
    return object_of(state, piece) is not None


def lying_object(state: State, item: PieceId) -> LyingObject | None:
    """Where the object lies, or ``None``: it is held, or not on the map."""
    return next((one for one in state.tactics.lying if one.object == item), None)


def due_events(state: State) -> tuple[Any, ...]:
    """What happens to held objects by itself now: one is used up, another falls; nothing most of the time."""
    attack = state.attack
    used = attack.weapon if attack is not None and attack.faces is not None else None
    if used is not None and used not in state.tactics.removed:  # hit, miss or evaded
        return leaving_events(state, used, "HC-OBJ-37")
    for one in state.tactics.held:
        if one.falls is not None or not may_hold(state, state.piece(one.piece)):
            return _falling(state, one)
    return ()


def _falling(state: State, one: HeldObject) -> tuple[Any, ...]:
    """The object falls where its holder stands or stood; out of the game where another one lies (HC-OBJ-28, -29)."""
    space = one.falls or state.piece(one.piece).spaces[0]
    if any(other.space == space for other in state.tactics.lying):
        return leaving_events(state, one.object, "HC-OBJ-29")
    return (ObjectDropped(one.piece, ObjectId(one.object), space),)
