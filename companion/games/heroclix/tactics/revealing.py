"""Battlefield conditions: revealed at once when the areas are fixed; themed teams may cancel one each (HC-BFC).

AREAS ─> CONDITIONS: in turn order, each themed team is asked ─> OBJECTS ─> DEPLOYMENT
"""

from __future__ import annotations

from typing import Any

from companion.core.events import ChoiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import RuleId, Seat
from companion.games.heroclix.events import PhaseBegan
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.steps import Reveal
from companion.games.heroclix.tactics.events import ConditionCancelled, ConditionsRevealed
from companion.games.heroclix.tactics.placing import begin_placing
from companion.games.heroclix.tactics.tactics import Condition

__all__ = ["CANCEL", "NONE", "after_areas", "cancel_events", "conditions_in_effect", "reveal_events"]

CANCEL = RuleId("HC-THEME-06")
NONE = "none"


def after_areas(state: State) -> tuple[Any, ...]:
    """What comes when every seat has its area: conditions, objects or figures (HC-SETUP-09..11)."""
    conditions = state.table.tactics.conditions
    if not conditions:
        return begin_placing(state)
    return ConditionsRevealed(tuple(one.id for one in conditions)), PhaseBegan(Phase.CONDITIONS, _themed(state))


def _themed(state: State) -> tuple[Seat, ...]:
    """The themed teams in turn order: each may cancel one copy (AMB-31)."""
    return tuple(seat for seat in state.order if state.table.tactics.theme_of(seat))


def conditions_in_effect(state: State) -> tuple[Condition, ...]:
    """The conditions nobody cancelled, copy by copy, to the end of the game, whoever is out of it (HC-BFC-05..07)."""
    return tuple(one for one in state.table.tactics.conditions if one.id not in state.tactics.cancelled)


def reveal_events(state: State, item: Reveal) -> tuple[Any, ...]:
    """Asks the next themed team which condition it cancels, if any (HC-THEME-06); its own is among them."""
    left = conditions_in_effect(state)
    if not item.seats or not left:
        return begin_placing(state)
    options = (NONE, *(one.id for one in left))
    return (ChoiceRequested(ChoiceRequest(state.flow.next_id(), item.seats[0], CANCEL, options)),)


def cancel_events(seat: Seat, option: str) -> tuple[ConditionCancelled, ...]:
    """What an answer brings."""
    return () if option == NONE else (ConditionCancelled(seat, option),)
