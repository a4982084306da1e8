"""Before the first turn: the roll for first player, the starting areas, the deployment (HC-SETUP).

WAITING ──BeginGame──> FIRST_PLAYER (everybody rolls at once) ──> MAP ──> AREAS ──> DEPLOYMENT ──> PLAY
                                              MAP only where several were brought;
                                              CONDITIONS and OBJECTS between them, where a force brings such
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.core.commands import Place
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested, GameEnded
from companion.core.flow import ChoiceRequest, Outcome
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.events import (
    AreaTaken,
    FigureDeployed,
    FirstPlayerSettled,
    MapChosen,
    PhaseBegan,
    RollTied,
    RoundBegan,
    TurnBegan,
)
from companion.games.heroclix.opening.areas import area_spaces, areas_of, areas_on, opposite_of, places_for
from companion.games.heroclix.opening.footing import footing_violations
from companion.games.heroclix.opening.plain import number_violations
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.steps import RollOff
from companion.games.heroclix.tactics.bystanders import bring_violations, brought
from companion.games.heroclix.tactics.placing import object_violations, placed
from companion.games.heroclix.tactics.revealing import after_areas

__all__ = [
    "AREA",
    "FIRST_PLAYER",
    "MAP",
    "area_events",
    "begin_violations",
    "deploy_violations",
    "deployed",
    "legal_deployments",
    "map_events",
    "place_events",
    "place_violations",
    "roll_off_events",
]

FIRST_PLAYER = RuleId("HC-SETUP-03")
MAP = RuleId("HC-SETUP-05")
AREA = RuleId("HC-SETUP-06")
TIE = RuleId("HC-END-08")


def roll_off_events(state: State, item: RollOff) -> tuple[Any, ...]:
    """What a roll-off does next: ask all its seats at once, or settle, or start again among the tied."""
    if len(item.totals) < len(item.seats):
        requests = tuple(
            DiceRequest(state.flow.next_id(ahead), ("d6", "d6"), seat, item.purpose)
            for ahead, seat in enumerate(item.seats)
        )
        return (DiceRequested(requests[0], requests[1:]),)
    totals = [(seat, total + _bonus(state, seat, item.purpose)) for seat, total in item.totals]
    best = max(total for _, total in totals)
    highest = tuple(seat for seat, total in totals if total == best)
    side = state.table.tactics.side_of(highest[0])
    if item.purpose == TIE and set(highest) <= set(side):  # teammates win together (HC-END-07)
        return (GameEnded(Outcome(side, TIE, state.scores)),)
    if len(highest) > 1:
        return (RollTied(highest, item.purpose),)
    first = highest[0]
    maps = (state.table.board, *state.table.other_boards)
    if len(maps) > 1:
        request = ChoiceRequest(state.flow.next_id(), first, MAP, tuple(one.name for one in maps))
        return FirstPlayerSettled(first), PhaseBegan(Phase.MAP, (first,)), ChoiceRequested(request)
    return FirstPlayerSettled(first), *_areas_begin(state, first, state.table.board)


def map_events(state: State, seat: Seat, name: str) -> tuple[Any, ...]:
    """What the first player's choice of a map brings (HC-SETUP-05)."""
    board = next(one for one in (state.table.board, *state.table.other_boards) if one.name == name)
    return MapChosen(seat, name), *_areas_begin(state, seat, board)


def _areas_begin(state: State, first: Seat, board: GridBoard) -> tuple[Any, ...]:
    """The choice of areas: the player to the left of the first one begins (HC-SETUP-06); in a first game the first one
    itself (HC-BASIC-03)."""
    chooser = _left_of(state, first) if state.table.parts.forces else first
    request = ChoiceRequest(state.flow.next_id(), chooser, AREA, areas_on(board))
    return PhaseBegan(Phase.AREAS, (chooser,)), ChoiceRequested(request)


def _bonus(state: State, seat: Seat, purpose: RuleId) -> int:
    """What a themed team adds to its roll for first player: the number of its characters (HC-THEME-05)."""
    theme = state.table.tactics.theme_of(seat)
    return theme.count if theme and purpose == FIRST_PLAYER else 0


def _left_of(state: State, seat: Seat) -> Seat:
    """The next seat clockwise."""
    seats = state.table.seats
    return seats[(seats.index(seat) + 1) % len(seats)]


def begin_violations(state: State) -> Iterator[Violation]:
    """Why the game may not begin: it has begun, or the map has not an area for everybody (HC-SETUP-06)."""
    if state.flow.phase != Phase.WAITING:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif any(len(areas_on(one)) < len(state.table.seats) for one in (state.table.board, *state.table.other_boards)):
        yield violation("HC-SETUP-06", waivable=False, expected=f">= {len(state.table.seats)}")
    elif not state.table.parts.forces:
        yield from number_violations(state)


def area_events(state: State, seat: Seat, area: str) -> tuple[Any, ...]:
    """What a choice of area brings: with two players the other one gets the opposite side (HC-SETUP-07); of more,
    the first player chooses last (HC-SETUP-06)."""
    taken = AreaTaken(seat, area)
    rest = tuple(name for name in areas_of(state) if name != area)
    waiting = [other for other in _round_from(state, seat) if other not in dict(state.areas) and other != seat]
    if not waiting:
        return taken, *after_areas(state)
    if len(state.table.seats) == 2 or len(rest) == 1:
        last = opposite_of(state.table.board, area, rest)
        return taken, AreaTaken(waiting[0], last), *after_areas(state)
    request = ChoiceRequest(state.flow.next_id(), waiting[0], AREA, rest)
    return taken, PhaseBegan(Phase.AREAS, (waiting[0],)), ChoiceRequested(request)


def _round_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    seats = state.table.seats
    start = seats.index(seat)
    return seats[start:] + seats[:start]


def place_violations(state: State, command: Place) -> Iterator[Violation]:
    """The rules that putting something on the map breaks: an object, a figure, a bystander token, by the phase."""
    if state.flow.phase == Phase.OBJECTS:
        yield from object_violations(state, command)
    elif state.flow.phase == Phase.PLAY and (piece := state.find(command.piece)) and state.is_bystander(piece):
        yield from bring_violations(state, command)
    else:
        yield from deploy_violations(state, command)


def place_events(state: State, command: Place) -> tuple[Any, ...]:
    """What an allowed placing brings."""
    if state.flow.phase == Phase.OBJECTS:
        return placed(state, command)
    return deployed(state, command) if state.flow.phase == Phase.DEPLOYMENT else brought(command)


def deploy_violations(state: State, command: Place) -> Iterator[Violation]:
    """The rules a deployment breaks (HC-SETUP-11)."""
    piece = state.find(command.piece)
    if piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
        return
    if state.flow.phase != Phase.DEPLOYMENT:
        yield violation("HC-SETUP-11", piece.id, waivable=False, phase=state.flow.phase)
        return
    if command.seat not in state.flow.active:
        yield violation("HC-SETUP-11", piece.id, waivable=False, seat=command.seat)
        return
    if state.is_bystander(piece):  # it comes when something brings it
        yield violation("HC-BYST-01", piece.id, waivable=False)
        return
    if piece.seat != command.seat:
        yield violation("HC-SETUP-11", piece.id, owner=piece.seat)
    yield from footing_violations(state, piece, command.spaces)
    outside = set(command.spaces) - set(area_spaces(state, command.seat))
    if outside:
        yield violation("HC-SETUP-11", sorted(outside)[0], piece=piece.id)


def legal_deployments(state: State, seat: Seat, piece: PieceId | None) -> Iterator[Place]:
    """Every legal deployment of the seat's figures, larger bases in every way they may lie."""
    if state.flow.phase != Phase.DEPLOYMENT or seat not in state.flow.active:
        return
    board, taken = state.table.board, {space for one in state.on_map() for space in one.spaces}
    free = {space for space in area_spaces(state, seat) if not board.has(space, Terrain.BLOCKING)} - taken
    for one in state.pieces:
        if one.seat == seat and not one.spaces and piece in (None, one.id) and not state.is_bystander(one):
            for spaces in places_for(board, free, state.figure(one).dimensions):
                yield Place(seat, one.id, spaces)


def deployed(state: State, command: Place) -> tuple[Any, ...]:
    """What a deployment brings: the next seat's turn to deploy, or the first round (HC-SETUP-11, -12)."""
    placed = FigureDeployed(command.piece, command.spaces)
    team = (one for one in state.pieces if not state.is_bystander(one))
    waiting = {one.seat for one in team if not one.spaces and one.id != command.piece}
    if command.seat in waiting:
        return (placed,)
    later = [seat for seat in state.order if seat in waiting]
    if later:
        return placed, PhaseBegan(Phase.DEPLOYMENT, (later[0],))
    first = state.order[0]
    return placed, PhaseBegan(Phase.PLAY, (first,)), RoundBegan(1), TurnBegan(first, 1)
