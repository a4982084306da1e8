"""Folding the events of tactics, team abilities and agreed ends: no checks, no decisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.ids import PieceId, RuleId, Seat
from companion.games.heroclix.objects.ground import laid_out
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Agreement, PlaceToken, Reconsider, RollFor
from companion.games.heroclix.tactics import events as ev
from companion.games.heroclix.tactics.agreements import seats_to_ask
from companion.games.heroclix.tactics.tactics import InPlay, LyingObject, ScoreLine

__all__ = ["CHARACTER", "TACTIC_FOLDS", "with_hurt", "with_line"]

CHARACTER = RuleId("HC-VP-01")


def with_hurt(state: State, piece: PieceId) -> State:
    """The state in which an opponent hurt this piece last of all (HC-VP-11)."""
    order = (*(one for one in state.tactics.hurt if one != piece), piece)
    return _with(state, replace(state.tactics, hurt=order))


def with_line(state: State, line: ScoreLine) -> State:
    """The state with one more line on the score sheet."""
    return _with(state, replace(state.tactics, sheet=(*state.tactics.sheet, line)))


def _with(state: State, tactics: InPlay) -> State:
    return replace(state, tactics=tactics)


def _nothing(state: State, event: Any) -> State:
    return state


def _cancelled(state: State, event: ev.ConditionCancelled) -> State:
    return _with(state, replace(state.tactics, cancelled=(*state.tactics.cancelled, event.condition)))


def _condition_called(state: State, event: ev.ConditionCalled) -> State:
    state = replace(state, agenda=(RollFor(event.condition), *state.agenda))
    return _with(state, replace(state.tactics, rolled=(*state.tactics.rolled, event.condition)))


def _condition_rolled(state: State, event: ev.ConditionRolled) -> State:
    return replace(state, agenda=state.agenda[1:])


def _object_placed(state: State, event: ev.ObjectPlaced) -> State:
    """The square is hindering while the object lies there (HC-OBJ-11)."""
    lying = (*state.tactics.lying, LyingObject(event.piece, event.space))
    return laid_out(_with(state, replace(state.tactics, lying=lying)))


def _withheld(state: State, event: ev.ObjectsWithheld) -> State:
    return _with(state, replace(state.tactics, removed=(*state.tactics.removed, *event.objects)))


def _removed(state: State, event: ev.ElementRemoved) -> State:
    """An object is nowhere any more, neither on the map nor in a hand (HC-OBJ-16, -37)."""
    tactics = state.tactics
    lying = tuple(one for one in tactics.lying if one.object != event.element)
    held = tuple(one for one in tactics.held if one.object != event.element)
    removed = (*tactics.removed, event.element)
    return laid_out(_with(state, replace(tactics, lying=lying, held=held, removed=removed)))


def _bystander_brought(state: State, event: ev.BystanderBrought) -> State:
    return state.with_piece(replace(state.piece(event.piece), spaces=event.spaces))


def _roll_held(state: State, event: ev.RollHeld) -> State:
    return replace(state, agenda=(Reconsider(event.faces, event.seats), *state.agenda))


def _roll_again(state: State, event: ev.RollTakenAgain) -> State:
    """The token comes first, and with it the push it may bring; then the same roll is asked for anew (HC-THEME-09)."""
    used: dict[Seat, int] = dict(state.tactics.rerolls)
    used[event.seat] = used.get(event.seat, 0) + 1
    state = replace(state, agenda=(PlaceToken(event.piece), *state.agenda[1:]))
    return _with(state, replace(state.tactics, rerolls=tuple(sorted(used.items()))))


def _ability_chosen(state: State, event: ev.TeamAbilityChosen | ev.TeamAbilityLost) -> State:
    copied = dict(state.tactics.copied)
    copied.pop(event.piece, None)
    if isinstance(event, ev.TeamAbilityChosen) and event.ability:
        copied[event.piece] = event.ability
    fresh = state.tactics.fresh
    if isinstance(event, ev.TeamAbilityChosen):  # HC-TA-12, -13: new until an action has gone by
        fresh = tuple(sorted({*fresh, event.piece}))
    return _with(state, replace(state.tactics, copied=tuple(sorted(copied.items())), fresh=fresh))


def _element_scored(state: State, event: ev.ElementScored) -> State:
    scores = tuple((seat, points + event.points if seat == event.seat else points) for seat, points in state.scores)
    line = ScoreLine(event.seat, event.points, event.rule, event.element)
    return with_line(replace(state, scores=scores), line)


def _dial_turned(state: State, event: ev.EventDialTurned) -> State:
    return _with(state, replace(state.tactics, event_click=event.after))


def _end_proposed(state: State, event: ev.EndProposed) -> State:
    return replace(state, agenda=(Agreement(event.how, event.winners, seats_to_ask(state, event.seat)), *state.agenda))


def _end_declined(state: State, event: ev.EndDeclined) -> State:
    return replace(state, agenda=state.agenda[1:])


TACTIC_FOLDS: dict[type, Callable[[State, Any], State]] = {
    ev.ConditionsRevealed: _nothing,
    ev.ConditionCancelled: _cancelled,
    ev.ConditionCalled: _condition_called,
    ev.ConditionRolled: _condition_rolled,
    ev.ObjectPlaced: _object_placed,
    ev.ObjectsWithheld: _withheld,
    ev.ElementRemoved: _removed,
    ev.BystanderBrought: _bystander_brought,
    ev.RollHeld: _roll_held,
    ev.RollTakenAgain: _roll_again,
    ev.TeamAbilityChosen: _ability_chosen,
    ev.TeamAbilityLost: _ability_chosen,
    ev.FeatUsed: _nothing,
    ev.ElementScored: _element_scored,
    ev.EventDialTurned: _dial_turned,
    ev.EndProposed: _end_proposed,
    ev.EndDeclined: _end_declined,
}
