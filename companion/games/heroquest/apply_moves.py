"""Moves, folded into the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.board.facing import offset
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Ambush
from companion.games.heroquest.state import State

__all__ = ["MOVES"]


def _stepped(state: State, event: ev.Stepped) -> State:
    one = state.who(event.piece)
    turn = one.turn
    if turn is not None:
        aslant = all(offset(event.start, event.to))
        crossed = (*turn.crossed, event.door) if event.door else turn.crossed
        turn = replace(turn, left=turn.left - event.cost, stepped=turn.stepped + 1, turned=False, crossed=crossed,
                       came=event.start if aslant else None)  # fmt: skip
    return state.changed(event.piece, at=event.to, facing=event.facing, turn=turn)


def _turned(state: State, event: ev.Turned) -> State:
    one = state.who(event.piece)
    turn = one.turn
    if turn is not None:
        turn = replace(turn, left=turn.left - event.cost, turned=turn.turned or not event.free, came=None)
    return state.changed(event.piece, facing=event.facing, turn=turn)


def _placed(state: State, event: ev.Placed) -> State:
    one = state.who(event.piece)
    turn = replace(one.turn, came=None) if one.turn else None
    return state.changed(event.piece, at=event.to, facing=event.facing, turn=turn)


def _laid(state: State, event: ev.AmbushLaid) -> State:
    return state.changed(event.piece, ambush=Ambush(event.door, event.corner))


MOVES: Mapping[type, Callable[[State, Any], State]] = {
    ev.Stepped: _stepped,
    ev.Turned: _turned,
    ev.Placed: _placed,
    ev.AmbushLaid: _laid,
    ev.AmbushEnded: lambda state, event: state.changed(event.piece, ambush=None),
}
