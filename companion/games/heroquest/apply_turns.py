"""Rounds and turns, folded into the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import MONSTERS, Turn
from companion.games.heroquest.state import Phase, State

__all__ = ["TURNS", "waiting_heroes"]


def waiting_heroes(state: State) -> tuple[str, ...]:
    """The heroes who have not had their turn this round."""
    return tuple(one.id for one in state.characters if one.is_hero and not one.acted)


def _round(state: State, event: ev.RoundBegan) -> State:
    rested = tuple(replace(one, acted=False) for one in state.characters)
    return replace(state, characters=rested, flow=replace(state.flow, round=event.round))


def _phase(state: State, event: ev.PhaseBegan) -> State:
    if event.phase == Phase.MASTER:
        active = frozenset({state.table.gm})
    else:
        active = frozenset(one.seat for one in state.characters if one.is_hero and not one.acted)
    fresh = tuple(replace(one, fresh=False) for one in state.delayed)
    # what waited for others to join was waiting for this part of the round (HQ-AMB-48)
    return replace(state, flow=replace(state.flow, phase=event.phase, active=active), committed=(), trampled=(),
                   delayed=fresh if event.phase == Phase.HEROES else state.delayed)  # fmt: skip


def _turn(state: State, event: ev.TurnOpened) -> State:
    one = state.who(event.piece)
    after = state.changed(event.piece, turn=Turn(near=event.near))
    if not one.is_hero:
        return after
    flow = replace(after.flow, turn=after.flow.turn + 1, active=frozenset({one.seat}))
    return replace(after, active=one.id, flow=flow)


def _ended(state: State, event: ev.TurnClosed) -> State:
    one = state.who(event.piece)
    after = state.changed(event.piece, turn=None, acted=True, loading=_loaded(one.loading))
    if one.side == MONSTERS:
        return after
    waiting = frozenset(other.seat for other in after.characters if other.is_hero and not other.acted)
    loot = tuple(piece for piece in after.loot if piece != event.piece)
    return replace(after, active=None, loot=loot, flow=replace(after.flow, active=waiting))


def _loaded(loading: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The weapons that still cannot shoot: each own turn that ends takes one off (HQ-HERO-DWARF-09)."""
    return tuple((weapon, turns - 1) for weapon, turns in loading if turns > 1)


def _spent(state: State, event: ev.ActionSpent) -> State:
    turn = state.who(event.piece).turn or Turn()
    if event.entry == "sacrifice":
        return state.changed(event.piece, turn=replace(turn, sacrificed=True))
    if event.entry == "over":
        return state.changed(event.piece, turn=replace(turn, over=True))
    if event.free:
        return state.changed(event.piece, turn=replace(turn, free=(*turn.free, event.entry)))
    moving = turn.moving and event.entry == "move"  # a move is one block (HQ-MOVE-13)
    return state.changed(event.piece, turn=replace(turn, used=(*turn.used, event.entry), moving=moving))


def _rolled(state: State, event: ev.MovementRolled) -> State:
    turn = state.who(event.piece).turn or Turn()
    return state.changed(event.piece, turn=replace(turn, rolled=event.steps, left=event.steps, moving=True))


def _stopped(state: State, event: ev.MovementStopped) -> State:
    turn = state.who(event.piece).turn
    if turn is None:
        return state
    return state.changed(event.piece, turn=replace(turn, left=0, moving=False, stopped=True))


TURNS: Mapping[type, Callable[[State, Any], State]] = {
    ev.RoundBegan: _round,
    ev.PhaseBegan: _phase,
    ev.TurnOpened: _turn,
    ev.TurnClosed: _ended,
    ev.ActionSpent: _spent,
    ev.MovementRolled: _rolled,
    ev.MovementStopped: _stopped,
}
