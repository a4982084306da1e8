"""Every command of a mission, with what forbids it and its script; what of it a screen may offer.

Offers are an aid, filtered by the same checks as ``decide``: of endless variants they hold the plain ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.answers import legal_answers
from companion.core.commands import Concede
from companion.core.ids import PieceId, Seat, SpaceId, ZoneId
from companion.core.scripted import Verb
from companion.games.gotham import commands as cm
from companion.games.gotham import moves, rounds
from companion.games.gotham.acting import acting_violations
from companion.games.gotham.actions import blasts, leading, tasks
from companion.games.gotham.attack import orders
from companion.games.gotham.content.settings import AVAILABLE, MANIPULATION
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import SETUP, STATES, State

VERBS: Mapping[type, Verb[State]] = {
    cm.BeginMission: Verb(rounds.begin_violations, rounds.begin_mission),
    cm.DeclareState: Verb(rounds.declare_violations, rounds.declare),
    cm.EndTurn: Verb(rounds.end_turn_violations, rounds.end_turn),
    cm.ActivateTile: Verb(rounds.activate_violations, rounds.activate),
    cm.ActivateFigure: Verb(rounds.figure_violations, rounds.activate_one),
    cm.EndActivation: Verb(rounds.end_activation_violations, rounds.end_activation),
    cm.SetAside: Verb(rounds.set_aside_violations, rounds.set_aside),
    cm.Move: Verb(moves.move_violations, moves.move),
    cm.Step: Verb(moves.step_violations, moves.step),
    cm.EndMove: Verb(moves.end_move_violations, moves.end_move),
    cm.MeleeAttack: Verb(orders.attack_violations, orders.attack),
    cm.RangedAttack: Verb(orders.attack_violations, orders.attack),
    cm.Manipulate: Verb(tasks.task_violations, tasks.do_task),
    cm.Think: Verb(tasks.task_violations, tasks.do_task),
    cm.Unbind: Verb(tasks.unbind_violations, tasks.unbind),
    cm.DispelFriend: Verb(tasks.dispel_violations, tasks.dispel),
    cm.Grenade: Verb(blasts.grenade_violations, blasts.throw_grenade),
    cm.Attract: Verb(leading.attract_violations, leading.attract),
    cm.Scream: Verb(blasts.cry_violations, blasts.cry),
    cm.Breathe: Verb(blasts.cry_violations, blasts.cry),
    cm.CommandTile: Verb(leading.command_violations, leading.command_tile),
    cm.EndCommand: Verb(leading.end_command_violations, leading.end_command),
    cm.UseTactician: Verb(leading.tactician_violations, leading.use_tactician),
    Concede: Verb(rounds.concede_violations, rounds.concede),
}
MOST_CUBES = 3  # offered at once; more may be said


def legal_commands(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Commands the seat may give: answers while something is asked, else what its figures may do."""
    if state.flow.outcome is not None:
        return
    if state.flow.open:
        yield from legal_answers(state.flow, seat)
        return
    own = [figure for figure in state.figures if figure.seat == seat and piece in (None, figure.id)]
    offers = [
        *(_of_table(state, seat) if piece is None else ()),
        *(one for figure in own for one in _of(state, figure)),
    ]
    yield from (command for command in offers if not any(VERBS[type(command)].violations(state, command)))


def _of_table(state: State, seat: Seat) -> Iterator[cm.Command]:
    if state.flow.phase == SETUP:
        yield cm.BeginMission(seat)
        return
    yield from (cm.ActivateTile(seat, tile) for tile in state.river)
    yield cm.EndActivation(seat)
    yield cm.EndTurn(seat)


def _of(state: State, figure: Figure) -> Iterator[cm.Command]:
    """Generate the commands that a figure may be given, before the checks."""
    me = (figure.seat, figure.id)
    if figure.zone is None or figure.neutralised:
        return
    if state.flow.phase == STATES:
        yield from (cm.DeclareState(*me, name) for name in state.settings.states)
        return
    if state.commanding is not None and state.commanding.piece == figure.id:
        yield cm.EndCommand(*me)
    if any(acting_violations(state, *me)):
        return
    yield cm.ActivateFigure(*me)
    if state.moving is not None and state.moving.piece == figure.id:
        yield from (cm.Step(*me, zone) for zone in state.board.zones if zone != figure.zone)
        yield cm.EndMove(*me)
    for cubes in range(1, 1 + min(MOST_CUBES, max(1, figure.cubes_at(AVAILABLE)))) if figure.is_hero else (1,):
        yield from _paid(state, figure, cubes)
    yield from _simple(state, figure)


def _paid(state: State, figure: Figure, cubes: int) -> Iterator[cm.Command]:
    me, enemies = (figure.seat, figure.id), [one.id for one in state.standing() if one.side != figure.side]
    weapons = [(), *((card,) for card in figure.cards if state.card(card).weapon)]
    gear = [(), *((card,) for card in figure.cards if not state.card(card).weapon and state.card(card).single_use)]
    yield cm.Move(*me, (), cubes=cubes)
    for target in enemies:
        for carried in weapons:
            yield cm.MeleeAttack(*me, target, carried, cubes=cubes)
            yield cm.RangedAttack(*me, target, carried, cubes=cubes)
        yield cm.MeleeAttack(*me, target, (), True, cubes=cubes)
        yield cm.DispelFriend(*me, target, cubes=cubes)
    for other in state.standing():
        yield cm.Unbind(*me, other.id, cubes=cubes)
    for task in state.table.tasks.values():
        kind = cm.Manipulate if task.action == MANIPULATION else cm.Think
        if task.difficulty is not None or cubes == 1:
            yield kind(*me, task.id, cubes=cubes)
    for using in gear:
        yield from (cm.Grenade(*me, zone, cubes=cubes, using=using) for zone in state.board.zones)


def _simple(state: State, figure: Figure) -> Iterator[cm.Command]:
    me = (figure.seat, figure.id)
    seconds = blasts.second_zones(state, state.zone_of(figure.id)) or (None,)
    yield from (cm.Scream(*me, zone) for zone in seconds)
    yield from (cm.Breathe(*me, zone) for zone in seconds)
    for other in state.standing():
        if other.id != figure.id:
            yield cm.Attract(*me, other.id)
            yield cm.UseTactician(*me, other.id)
    yield from (cm.CommandTile(*me, tile) for tile in figure.drives)


def commands_placing(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[cm.Command]:
    """Legal commands after which the piece stands in that zone: a Movement, or a Movement action that leads there."""
    figure = state.find(piece)
    zone = ZoneId(spaces[0].partition(".")[0]) if len(spaces) == 1 else ZoneId("")
    if figure is None or figure.zone is None or zone not in state.board.zones or state.flow.open:
        return
    ways = (cm.Step(figure.seat, piece, zone), cm.Move(figure.seat, piece, (zone,)))
    yield from (command for command in ways if not any(VERBS[type(command)].violations(state, command)))
