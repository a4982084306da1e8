"""Commands: which rules they break, and what follows at once. One check, two doors: ``legal`` filters with the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from companion.core.commands import Choose, Concede, Pass, Place, ReportDice
from companion.core.dice import DICE, DiceRequest
from companion.core.events import ChoiceMade, Conceded, DiceReported, GameEnded, Passed
from companion.core.flow import ChoiceRequest, Outcome, PlacementRequest
from companion.core.ids import RuleId, Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix import commands as cm
from companion.games.heroclix.actions import turn_violations
from companion.games.heroclix.apply import apply
from companion.games.heroclix.attack.adjusting import adjust_violations, adjusted
from companion.games.heroclix.attack.attack import attack_violations, decide_attack
from companion.games.heroclix.attack.striking import DIVIDE, parse_division
from companion.games.heroclix.events import PhaseBegan
from companion.games.heroclix.moments import end_of_turn
from companion.games.heroclix.moves.carrying import carry_violations, decide_carry
from companion.games.heroclix.objects.commands import ObjectCommand
from companion.games.heroclix.objects.decide import object_events, object_violations
from companion.games.heroclix.objects.picking_up import decide_fetch, fetch_violations
from companion.games.heroclix.opening.opening import (
    AREA,
    MAP,
    area_events,
    begin_violations,
    map_events,
    place_events,
    place_violations,
)
from companion.games.heroclix.powers.rerolling import rolled_events
from companion.games.heroclix.powers.turning_off import off_events, off_violations
from companion.games.heroclix.powers.using import decide_use, use_violations
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.tactics.commands import TacticCommand
from companion.games.heroclix.tactics.decide import tactic_answers, tactic_events, tactic_violations
from companion.games.heroclix.tactics.placing import withheld, withhold_violations
from companion.games.heroclix.tactics.scoring import scores_by_side
from companion.games.heroclix.tactics.team_abilities import lost
from companion.games.heroclix.turns import standing_seats, standing_sides

__all__ = ["consequences", "violations"]


def violations(state: State, command: cm.Command) -> Iterator[Violation]:
    """Every rule the command breaks."""
    if command.seat not in state.table.seats:
        yield violation("TW-SEAT-01", waivable=False, seat=command.seat, seats=", ".join(state.table.seats))
        return
    if isinstance(command, TacticCommand):
        yield from tactic_violations(state, command)
        return
    if isinstance(command, ObjectCommand):
        yield from object_violations(state, command)
        return
    match command:
        case cm.BeginGame():
            yield from begin_violations(state)
        case cm.MoveFigure(passenger=None):
            yield from fetch_violations(state, command)
        case cm.MoveFigure():
            yield from carry_violations(state, command)
        case cm.UsePower():
            yield from use_violations(state, command)
        case cm.TurnOff():
            yield from off_violations(state, command)
        case cm.CloseAttack() | cm.RangedAttack():
            yield from attack_violations(state, command)
        case cm.EndTurn():
            yield from turn_violations(state, command.seat)
        case cm.AdjustDial():
            yield from adjust_violations(state, command)
        case Place(request=None):
            yield from place_violations(state, command)
        case Place():
            yield from _answer_violations(state, command)
        case ReportDice():
            yield from _dice_violations(state, command)
        case Choose():
            yield from _choice_violations(state, command)
        case Pass(seat, None):
            yield from withhold_violations(state, seat)
        case Pass(seat, request):
            found = state.flow.find(request) if request else None
            if not (isinstance(found, ChoiceRequest) and found.optional and found.seat == seat):
                yield violation("TW-ASK-01", waivable=False, request=request or "-")
        case Concede():
            if state.flow.outcome is not None:
                yield violation("HC-END-01", waivable=False)
            elif state.flow.phase == Phase.PLAY and command.seat not in standing_seats(state):
                yield violation("HC-TURN-02", waivable=False, seat=command.seat)  # it has nothing left to give up
            elif (state.flow.open or state.agenda) and len(standing_seats(state)) > 2:
                yield violation("HC-ACT-08", waivable=False)  # the others play on: their action is resolved first
        case unknown:
            assert_never(unknown)


def _dice_violations(state: State, command: ReportDice) -> Iterator[Violation]:
    request = state.flow.find(command.result.request)
    if not isinstance(request, DiceRequest):
        yield violation("TW-ASK-01", waivable=False, request=command.result.request)
        return
    faces = command.result.faces
    if len(faces) != len(request.dice):
        yield violation("TW-DICE-01", waivable=False, found=len(faces), expected=len(request.dice))
        return
    for die, face in zip(request.dice, faces, strict=True):
        if DICE[die].face(face) is None:
            yield violation("TW-DICE-02", waivable=False, die=die, found=face)


def _answer_violations(state: State, command: Place) -> Iterator[Violation]:
    """Why a piece is not put there in answer to a request: another square of those that are free (HC-VAL-11)."""
    request = state.flow.find(command.request) if command.request else None
    if not isinstance(request, PlacementRequest) or request.piece != command.piece:
        yield violation("TW-ASK-01", waivable=False, request=command.request or "-")
    elif command.seat != request.seat:
        yield violation("TW-ASK-02", waivable=False, seat=command.seat, asked=request.seat)
    elif len(command.spaces) != 1 or command.spaces[0] not in request.spaces:
        yield violation(
            "HC-MOVE-01", command.spaces[0] if command.spaces else None, waivable=False, piece=request.piece
        )


def _choice_violations(state: State, command: Choose) -> Iterator[Violation]:
    request = state.flow.find(command.request)
    if not isinstance(request, ChoiceRequest):
        yield violation("TW-ASK-01", waivable=False, request=command.request)
        return
    if command.seat != request.seat:
        yield violation("TW-ASK-02", waivable=False, seat=command.seat, asked=request.seat)
    count = len(command.options)
    strange = [option for option in command.options if option not in request.options]
    if strange or len(set(command.options)) < count or not request.at_least <= count <= request.at_most:
        found = ", ".join(command.options) or "-"
        yield violation(request.purpose, waivable=False, found=found, expected=", ".join(request.options))


def consequences(state: State, command: cm.Command) -> tuple[Any, ...]:
    """The events the command itself brings; the agenda brings the rest."""
    if isinstance(command, TacticCommand):
        return tactic_events(state, command)
    if isinstance(command, ObjectCommand):
        return object_events(state, command)
    match command:
        case cm.BeginGame():
            return (PhaseBegan(Phase.FIRST_PLAYER, state.table.seats),)
        case cm.MoveFigure(passenger=None):
            return decide_fetch(state, command)
        case cm.MoveFigure():
            return decide_carry(state, command)
        case cm.UsePower():
            return decide_use(state, command)
        case cm.TurnOff():
            return off_events(state, command)
        case cm.CloseAttack() | cm.RangedAttack():
            return decide_attack(state, command)
        case cm.EndTurn(seat):
            return end_of_turn(state, seat)
        case cm.AdjustDial():
            return adjusted(state, command)
        case Place(request=None):
            return place_events(state, command)
        case Place(seat, _, spaces, _, request) if request is not None:
            return (ChoiceMade(seat, request, spaces),)
        case ReportDice(_, result):
            asked = state.flow.find(result.request)
            assert isinstance(asked, DiceRequest)
            return DiceReported(result), *rolled_events(state, asked, result.faces)
        case Choose(seat, request, options):
            return ChoiceMade(seat, request, options), *_chosen(state, command)
        case Pass(seat, None):
            return withheld(state, seat)
        case Pass(seat, request):
            assert request is not None
            return (Passed(seat, request),)
        case Concede(seat):
            return _conceded(state, seat)
        case unknown:
            assert_never(unknown)  # type: ignore[arg-type]  # a Place is either an answer or a deployment


def _chosen(state: State, command: Choose) -> tuple[Any, ...]:
    request = state.flow.find(command.request)
    assert request is not None
    if request.purpose == state.edition.rule(DIVIDE) and state.attack is not None:
        return (parse_division(state, state.attack, command.options[0]),)
    if request.purpose == MAP:
        return map_events(state, command.seat, command.options[0])
    if request.purpose == AREA:
        return area_events(state, command.seat, command.options[0])
    return tactic_answers(request.purpose, command)  # none for a direction, an amount taken: folded into the agenda


def _conceded(state: State, seat: Seat) -> tuple[Any, ...]:
    """A seat gives up: the end when one other is left, else the others play on (HC-TURN-02)."""
    given_up = Conceded(seat)
    after = apply(state, given_up)
    if state.flow.phase != Phase.PLAY or len(standing_sides(after)) < 2:
        return given_up, GameEnded(_without(state, seat))
    ended = end_of_turn(after, seat) if seat in state.flow.active else ()
    return given_up, *lost(after), *ended


def _without(state: State, seat: Seat) -> Outcome:
    """The outcome when a seat gives up: the others win; with more sides than one, the one with most points."""
    side = state.table.tactics.side_of(seat)
    others = [one for one in standing_seats(state) or state.order if one not in side]
    sides = {state.table.tactics.side_of(one) for one in others}
    points = scores_by_side(state)
    best = max((points[one] for one in sides), default=0)
    winning = {one for team in sides if points[team] == best for one in team}
    winners = tuple(one for one in state.table.seats if one in winning)
    return Outcome(winners, RuleId("TW-CONCEDE-01"), state.scores)
