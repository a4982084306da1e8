"""Folding the events before the first turn: phases, the roll for first player, areas, deployment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.heroclix import events as ev
from companion.games.heroclix.opening.opening import FIRST_PLAYER
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.steps import Reveal, RollOff, Step

__all__ = ["OPENING_FOLDS"]


def _phase_began(state: State, event: ev.PhaseBegan) -> State:
    agenda: tuple[Step, ...] = state.agenda
    if event.phase is Phase.FIRST_PLAYER:
        agenda = (RollOff(FIRST_PLAYER, event.active),)
    elif event.phase in (Phase.CONDITIONS, Phase.OBJECTS, Phase.DEPLOYMENT):
        agenda = (Reveal(event.active),) if event.phase is Phase.CONDITIONS else ()
    return replace(
        state, agenda=agenda, flow=replace(state.flow, phase=event.phase.value, active=frozenset(event.active))
    )


def _roll_tied(state: State, event: ev.RollTied) -> State:
    rest = _rolled_off(state)
    return replace(rest, agenda=(RollOff(event.purpose, event.seats), *rest.agenda))


def _first_player_settled(state: State, event: ev.FirstPlayerSettled) -> State:
    return replace(_rolled_off(state), first_player=event.seat)


def _map_chosen(state: State, event: ev.MapChosen) -> State:
    maps = (state.table.board, *state.table.other_boards)
    board = next(one for one in maps if one.name == event.map)
    others = tuple(one for one in maps if one is not board)
    return replace(state, table=replace(state.table, board=board, other_boards=others))


def _area_taken(state: State, event: ev.AreaTaken) -> State:
    return replace(state, areas=(*state.areas, (event.seat, event.area)))


def _figure_deployed(state: State, event: ev.FigureDeployed) -> State:
    return state.with_piece(replace(state.piece(event.piece), spaces=event.spaces))


def _rolled_off(state: State) -> State:
    """The state with its roll-off done."""
    done = bool(state.agenda) and isinstance(state.agenda[0], RollOff)
    return replace(state, agenda=state.agenda[1:]) if done else state


OPENING_FOLDS: dict[type, Callable[[State, Any], State]] = {
    ev.PhaseBegan: _phase_began,
    ev.RollTied: _roll_tied,
    ev.FirstPlayerSettled: _first_player_settled,
    ev.MapChosen: _map_chosen,
    ev.AreaTaken: _area_taken,
    ev.FigureDeployed: _figure_deployed,
}
