"""Folding events: one small function per event, no checks, no decisions. The table at the end names them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.events import (
    ChoiceMade,
    Conceded,
    DiceReported,
    GameEnded,
    Passed,
    apply_to_flow,
)
from companion.core.flow import ChoiceRequest, Request
from companion.core.ids import RuleId
from companion.games.heroclix import events as ev
from companion.games.heroclix.attack.apply import DAMAGE_FOLDS, without_head
from companion.games.heroclix.attack.knockback import COMPASS, DIRECTION
from companion.games.heroclix.attack.step_apply import STEP_FOLDS
from companion.games.heroclix.attack.taking import REDUCER
from companion.games.heroclix.moment_events import MOMENT_FOLDS, parse_effect
from companion.games.heroclix.objects.apply import OBJECT_FOLDS, letting_fall
from companion.games.heroclix.opening.apply import OPENING_FOLDS
from companion.games.heroclix.powers.apply import POWER_FOLDS
from companion.games.heroclix.powers.lasting import Until
from companion.games.heroclix.state import Attack, State
from companion.games.heroclix.steps import (
    Agreement,
    Blow,
    Conclude,
    DamageKind,
    Divide,
    FinishAction,
    KnockBack,
    Move,
    Occur,
    OfferKnockBack,
    PlaceToken,
    Reconsider,
    Reroll,
    Resolve,
    Reveal,
    RollFor,
    RollOff,
    Step,
    Strike,
)
from companion.games.heroclix.tactics.apply import TACTIC_FOLDS
from companion.games.heroclix.tactics.rerolls import themed

__all__ = ["apply"]


def apply(state: State, event: Any) -> State:
    """The state after the event."""
    request = _request_of(state, event)
    state = replace(state, flow=apply_to_flow(state.flow, event))
    if isinstance(event, ChoiceMade | DiceReported | Passed):
        return _answered(state, event, request)
    fold = _FOLDS.get(type(event))
    return fold(state, event) if fold else state


def _request_of(state: State, event: Any) -> Request | None:
    match event:
        case ChoiceMade(_, request) | Passed(_, request):
            return state.flow.find(request)
        case DiceReported(result):
            return state.flow.find(result.request)
        case _:
            return None


def _answered(state: State, event: ChoiceMade | DiceReported | Passed, request: Request | None) -> State:
    """The head of the agenda with the answer it waited for; other answers are folded by the events that follow them."""
    match event, request, state.agenda[:1]:
        case DiceReported(result), _, (RollOff(purpose, seats, totals),) if request is not None:
            total = sum(int(face) for face in result.faces)
            roller = request.roller  # type: ignore[union-attr]  # a dice report answers a dice request
            return _with_head(state, RollOff(purpose, seats, (*totals, (roller, total))))
        case ChoiceMade(_, _, options), _, (Blow() as blow,) if request is not None:
            if request.purpose == REDUCER:
                return _with_head(state, replace(blow, reducer=options[0]))
            return _with_head(state, replace(blow, taken=int(options[0])))
        case ChoiceMade(_, _, options), _, (OfferKnockBack() as offer,):
            return _with_head(state, replace(offer, answer=options))
        case Passed(), _, (OfferKnockBack() as offer,):
            return _with_head(state, replace(offer, answer=()))
        case ChoiceMade(_, _, options), _, (KnockBack() as item,) if (
            request is not None and request.purpose == DIRECTION
        ):
            return _with_head(state, replace(item, direction=COMPASS[options[0]]))
        case ChoiceMade(), _, (Reveal() | Reconsider() | Agreement() as asked,) if request is not None:
            return _with_head(state, replace(asked, seats=asked.seats[1:]))
        case DiceReported(result), _, (RollFor() as roll_for,) if request is not None:
            return _with_head(state, replace(roll_for, face=int(result.faces[0])))
        case ChoiceMade(_, _, options), _, (Occur() as moment,):
            return _with_head(state, replace(moment, chosen=parse_effect(moment, options[0])))
        case DiceReported(result), _, (Resolve() as step,):
            return _with_head(state, replace(step, answer=result.faces))
        case ChoiceMade(_, _, options), _, (Resolve() as step,):
            return _with_head(state, replace(step, answer=options))
        case Passed(), _, (Resolve() as step,):
            return _with_head(state, replace(step, answer=()))
        case ChoiceMade(_, _, options), ChoiceRequest(piece=str() as piece), (Reroll() as roll,):
            return _with_head(state, replace(roll, chosen=piece, option=options[0]))
        case ChoiceMade(seat), ChoiceRequest(piece=None), (Reroll() as roll,):
            return _with_head(state, replace(roll, declined=(*roll.declined, themed(seat))))
        case Passed(), ChoiceRequest(piece=str() as piece), (Reroll() as roll,):
            return _with_head(state, replace(roll, declined=(*roll.declined, piece)))
        case _:
            return state


def _with_head(state: State, step: Step) -> State:
    return replace(state, agenda=(step, *state.agenda[1:]))


def _round_began(state: State, event: ev.RoundBegan) -> State:
    return replace(state, flow=replace(state.flow, round=event.round))


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    fresh = tuple(
        replace(one, acted=False, got_token=False, used=tuple(key for key in one.used if "@" in key))
        if one.acted or one.got_token or one.used
        else one
        for one in state.pieces
    )
    flow = replace(state.flow, turn=event.turn, active=frozenset({event.seat}))
    tactics = replace(state.tactics, rolled=()) if state.tactics.rolled else state.tactics
    return replace(state, pieces=fresh, flow=flow, actions_given=0, extra_actions=0, tactics=tactics)


def _tokens_cleared(state: State, event: ev.TokensCleared) -> State:
    for piece in event.pieces:
        state = state.with_piece(replace(state.piece(piece), tokens=0))
    return state


def _action_given(state: State, event: ev.ActionGiven) -> State:
    piece = state.piece(event.piece)
    state = state.with_piece(replace(piece, acted=True, stirred=True))
    move = (Move(piece.id, event.path, event.to, event.cost, event.breaks_away, event.pick_up),) if event.path else ()
    token = (PlaceToken(piece.id),) if state.table.parts.tokens else ()  # HC-BASIC-04
    agenda = (*move, *state.agenda, *token, FinishAction(piece.id))
    return replace(state, agenda=agenda, actions_given=state.actions_given + 1)


def _broke_away(state: State, event: ev.BrokeAway) -> State:
    head = state.agenda[0]
    return _with_head(state, replace(head, needs_roll=False)) if isinstance(head, Move) else state


def _break_away_failed(state: State, event: ev.BreakAwayFailed) -> State:
    """The whole action ends, whatever power it was given for (AMB-32)."""
    rest = without_head(state, Move)
    left = (step for step in rest.agenda if not (isinstance(step, Resolve) and step.piece == event.piece))
    return replace(rest, agenda=tuple(left))


def _figure_moved(state: State, event: ev.FigureMoved) -> State:
    state = without_head(state, Move)
    return state.with_piece(replace(state.piece(event.piece), spaces=event.spaces, stirred=True))


def _attack_declared(state: State, event: ev.AttackDeclared) -> State:
    plain = not state.edition.attack.hits.special_dice
    attack = Attack(event.kind, event.attacker, event.attack, event.damage, event.targets, plain=plain)
    return replace(state, attack=attack, agenda=(Strike(), *state.agenda))


def _attack_rolled(state: State, event: ev.AttackRolled) -> State:
    state = without_head(state, Strike)
    assert state.attack is not None
    attack = replace(state.attack, faces=event.faces, hits=event.hits)
    then: tuple[Step, ...] = (Divide(),) if event.hits else ()
    if state.edition.attack.hits.settled:  # HX-ATK-05: a last step, and two ones hurt after it
        then = (*then, Conclude(attack.attacker))
    elif attack.is_critical_miss and not attack.harmless:  # HC-ATK-09, HC-ATK-12
        then = (Blow(attack.attacker, 1, DamageKind.UNAVOIDABLE, RuleId("HC-ATK-09")),)
    return replace(state, attack=attack, agenda=(*then, *state.agenda))


def _action_ended(state: State, event: ev.ActionEnded) -> State:
    lasting = tuple(one for one in state.lasting if one.until is not Until.ACTION_END)
    tactics = replace(state.tactics, fresh=()) if state.tactics.fresh else state.tactics
    return replace(without_head(state, FinishAction), attack=None, lasting=lasting, tactics=tactics)


def _conceded(state: State, event: Conceded) -> State:
    """The team of a seat that gives up leaves the map; it may not come back (HC-DMG-13)."""
    for one in state.on_map(event.seat):
        state = letting_fall(state, one.id)
    gone = tuple(replace(one, spaces=(), tokens=0) if one.seat == event.seat else one for one in state.pieces)
    return replace(state, pieces=gone)


def _game_ended(state: State, event: GameEnded) -> State:
    return replace(state, agenda=(), attack=None)


_FOLDS: dict[type, Callable[[State, Any], State]] = {
    ev.RoundBegan: _round_began,
    ev.TurnBegan: _turn_began,
    ev.TokensCleared: _tokens_cleared,
    ev.ActionGiven: _action_given,
    ev.BrokeAway: _broke_away,
    ev.BreakAwayFailed: _break_away_failed,
    ev.FigureMoved: _figure_moved,
    ev.AttackDeclared: _attack_declared,
    ev.AttackRolled: _attack_rolled,
    ev.ActionEnded: _action_ended,
    Conceded: _conceded,
    GameEnded: _game_ended,
    **MOMENT_FOLDS,
    **DAMAGE_FOLDS,
    **STEP_FOLDS,
    **POWER_FOLDS,
    **TACTIC_FOLDS,
    **OBJECT_FOLDS,
    **OPENING_FOLDS,
}
