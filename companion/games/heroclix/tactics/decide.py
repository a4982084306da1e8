"""Commands about tactics, team abilities and agreed ends: their rules and their events, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from companion.core.commands import Choose
from companion.core.ids import RuleId
from companion.core.rules import Violation
from companion.games.heroclix.powers.texts import text_events, text_violations
from companion.games.heroclix.state import State
from companion.games.heroclix.tactics.agreements import AGREEMENTS, answer_events, proposal_violations, proposed
from companion.games.heroclix.tactics.commands import (
    ChooseTeamAbility,
    ProposeEnd,
    RemoveElement,
    TacticCommand,
    TurnEventDial,
    UseFeat,
    UseText,
)
from companion.games.heroclix.tactics.event_dial import dial_turned, event_dial_violations
from companion.games.heroclix.tactics.events import FeatUsed, TeamAbilityChosen
from companion.games.heroclix.tactics.feats import feat_violations
from companion.games.heroclix.tactics.rerolls import REROLL, reroll_events
from companion.games.heroclix.tactics.revealing import CANCEL, cancel_events
from companion.games.heroclix.tactics.scoring import removal_violations, removed
from companion.games.heroclix.tactics.team_abilities import choice_violations

__all__ = ["tactic_answers", "tactic_events", "tactic_violations"]


def tactic_violations(state: State, command: TacticCommand) -> Iterator[Violation]:
    """Every rule the command breaks."""
    match command:
        case ChooseTeamAbility():
            return choice_violations(state, command)
        case UseFeat():
            return feat_violations(state, command)
        case UseText():
            return text_violations(state, command)
        case RemoveElement():
            return removal_violations(state, command)
        case TurnEventDial():
            return event_dial_violations(state, command)
        case ProposeEnd():
            return proposal_violations(state, command)
        case unknown:
            assert_never(unknown)


def tactic_events(state: State, command: TacticCommand) -> tuple[Any, ...]:
    """The events the command itself brings; the agenda brings the rest."""
    match command:
        case ChooseTeamAbility(_, piece, ability):
            return (TeamAbilityChosen(piece, ability),)
        case UseFeat(_, feat, piece):
            return (FeatUsed(feat, piece),)
        case UseText():
            return text_events(state, command)
        case RemoveElement():
            return removed(state, command)
        case TurnEventDial():
            return dial_turned(state, command)
        case ProposeEnd():
            return proposed(command)
        case unknown:
            assert_never(unknown)


def tactic_answers(purpose: RuleId, command: Choose) -> tuple[Any, ...]:
    """What an answer about a condition, a re-roll or an agreed end brings besides itself."""
    if purpose == CANCEL:
        return cancel_events(command.seat, command.options[0])
    if purpose == REROLL:
        return reroll_events(command.seat, command.options[0])
    return answer_events(command.seat, command.options[0]) if purpose in AGREEMENTS else ()
