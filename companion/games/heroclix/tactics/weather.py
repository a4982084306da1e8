"""Conditions that are rolled for: each copy in effect, at the beginning of every turn (HC-BFC-05, -06).

TurnBegan ─> ConditionCalled ─> a die ─> ConditionRolled ─> everybody on the map feels it until the turn ends
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.dice import DiceRequest
from companion.core.events import DiceRequested
from companion.core.ids import RuleId
from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import EffectBegan
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.powers.verbs.weather import RollEachTurn
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.steps import RollFor
from companion.games.heroclix.tactics.events import ConditionCalled, ConditionRolled
from companion.games.heroclix.tactics.revealing import conditions_in_effect

__all__ = ["called", "rolling_events"]

ROLL = RuleId("HC-BFC-05")


def called(state: State) -> tuple[ConditionCalled, ...]:
    """The next copy of a condition that has still to be rolled for this turn; its owner need not be in the game."""
    if state.flow.phase != Phase.PLAY or not state.table.inline or not state.flow.turn:
        return ()
    waiting = (one.id for one in conditions_in_effect(state) if one.id not in state.tactics.rolled)
    return next(((ConditionCalled(one),) for one in waiting if _verb(state, one) is not None), ())


def rolling_events(state: State, step: RollFor) -> tuple[Any, ...]:
    """Asks the active player for the die, or says what it brings."""
    if step.face is None:
        roller = state.active_seat or state.table.seats[0]
        return (DiceRequested(DiceRequest(state.flow.next_id(), ("d6",), roller, ROLL)),)
    verb = _verb(state, step.condition)
    assert verb is not None
    strikes = step.face in verb.faces
    return ConditionRolled(step.condition, step.face, strikes), *(_felt(state, step, verb) if strikes else ())


def _felt(state: State, step: RollFor, verb: RollEachTurn) -> Iterator[EffectBegan]:
    """The effect on every character on the map, and on nobody else (HC-BFC-04)."""
    for number, piece in enumerate(state.on_map(), start=next_number(state)):
        kind, value = LastingKind.MODIFIES, verb.value.value
        yield EffectBegan(Lasting(number, kind, piece.id, value, Until.TURN_END, verb.amount, power=step.condition))


def _verb(state: State, condition: str) -> RollEachTurn | None:
    rule = dict(state.table.inline).get(condition)
    return next((verb for verb in rule.verbs if isinstance(verb, RollEachTurn)), None) if rule else None
