"""Folding what happens to objects and terrain: no checks, no decisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix.objects import events as ev
from companion.games.heroclix.objects.ground import DEBRIS, laid_out, with_lasting
from companion.games.heroclix.powers.lasting import LastingKind
from companion.games.heroclix.state import State
from companion.games.heroclix.tactics.tactics import HeldObject, LyingObject

__all__ = ["OBJECT_FOLDS", "letting_fall"]


def letting_fall(state: State, piece: PieceId) -> State:
    """The state in which what the piece holds falls where it stands, before it leaves the map (HC-OBJ-28)."""
    if not any(one.piece == piece for one in state.tactics.held):
        return state
    spaces = state.piece(piece).spaces
    falls = spaces[0] if spaces else None
    held = tuple(replace(one, falls=falls) if one.piece == piece else one for one in state.tactics.held)
    return replace(state, tactics=replace(state.tactics, held=held))


def _picked_up(state: State, event: ev.ObjectPickedUp) -> State:
    """It lies nowhere any more; its square hinders no longer (HC-OBJ-22, -40)."""
    play = state.tactics
    lying = tuple(one for one in play.lying if one.object != event.object)
    held = (*play.held, HeldObject(event.object, event.piece))
    return laid_out(replace(state, tactics=replace(play, lying=lying, held=held)))


def _lies(state: State, item: PieceId, space: SpaceId) -> State:
    play = state.tactics
    held = tuple(one for one in play.held if one.object != item)
    lying = (*(one for one in play.lying if one.object != item), LyingObject(item, space))
    return laid_out(replace(state, tactics=replace(play, lying=lying, held=held)))


def _dropped(state: State, event: ev.ObjectDropped | ev.ObjectPushed) -> State:
    return _lies(state, event.object, event.space)


def _used(state: State, event: ev.ObjectUsed) -> State:
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, weapon=event.object))


def _littered(state: State, *spaces: SpaceId) -> State:
    play = state.tactics
    debris = tuple(dict.fromkeys((*play.debris, *spaces)))
    return laid_out(replace(state, tactics=replace(play, debris=debris)))


def _blocking_destroyed(state: State, event: ev.BlockingDestroyed | ev.DebrisPlaced) -> State:
    return _littered(state, event.space)


def _wall_destroyed(state: State, event: ev.WallDestroyed) -> State:
    fallen = (*state.tactics.fallen, event.wall)
    return _littered(replace(state, tactics=replace(state.tactics, fallen=fallen)), *event.debris)


def _marker_destroyed(state: State, event: ev.MarkerDestroyed) -> State:
    """The debris has the number of the effect that laid the marker, and ends with it."""
    lasting = []
    for one in state.lasting:
        if one.kind is not LastingKind.MARKS or one.key == DEBRIS or event.space not in one.spaces:
            lasting.append(one)
            continue
        rest = tuple(space for space in one.spaces if space != event.space)
        lasting += [replace(one, spaces=rest), replace(one, key=DEBRIS, spaces=(event.space,))]
    return with_lasting(state, tuple(lasting))


def _nothing(state: State, event: Any) -> State:
    return state


OBJECT_FOLDS: dict[type, Callable[[State, Any], State]] = {
    ev.ObjectPickedUp: _picked_up,
    ev.ObjectEffectsIgnored: _nothing,
    ev.ObjectDropped: _dropped,
    ev.ObjectPushed: _dropped,
    ev.ObjectUsed: _used,
    ev.TerrainAttacked: _nothing,
    ev.TerrainHeld: _nothing,
    ev.BlockingDestroyed: _blocking_destroyed,
    ev.WallDestroyed: _wall_destroyed,
    ev.MarkerDestroyed: _marker_destroyed,
    ev.DebrisPlaced: _blocking_destroyed,
}
