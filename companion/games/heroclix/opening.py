"""Before the first turn: the roll for first player, the starting areas, the deployment (HC-SETUP).

WAITING ──BeginGame──> FIRST_PLAYER (everybody rolls at once) ──> AREAS ──> DEPLOYMENT ──> PLAY
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.commands import Place
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested, GameEnded
from companion.core.flow import ChoiceRequest, Outcome
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.areas import area_spaces, areas_of, opposite_of
from companion.games.heroclix.events import (
    AreaTaken,
    FigureDeployed,
    FirstPlayerSettled,
    PhaseBegan,
    RollTied,
    RoundBegan,
    TurnBegan,
)
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.steps import RollOff

__all__ = [
    "AREA",
    "FIRST_PLAYER",
    "area_events",
    "begin_violations",
    "deploy_violations",
    "deployed",
    "legal_deployments",
    "roll_off_events",
]

FIRST_PLAYER = RuleId("HC-SETUP-03")
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
    best = max(total for _, total in item.totals)
    highest = tuple(seat for seat, total in item.totals if total == best)
    if len(highest) > 1:
        return (RollTied(highest, item.purpose),)
    if item.purpose == TIE:
        return (GameEnded(Outcome(highest, TIE, state.scores)),)
    settled = FirstPlayerSettled(highest[0])
    chooser = _left_of(state, highest[0])
    request = ChoiceRequest(state.flow.next_id(), chooser, AREA, areas_of(state))
    return settled, PhaseBegan(Phase.AREAS, (chooser,)), ChoiceRequested(request)


def _left_of(state: State, seat: Seat) -> Seat:
    """The next seat clockwise."""
    seats = state.table.seats
    return seats[(seats.index(seat) + 1) % len(seats)]


def begin_violations(state: State) -> Iterator[Violation]:
    """Why the game may not begin: it has begun, or the map has not an area for everybody (HC-SETUP-06)."""
    if state.flow.phase != Phase.WAITING:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif len(areas_of(state)) < len(state.table.seats):
        yield violation("HC-SETUP-06", waivable=False, expected=f">= {len(state.table.seats)}")


def area_events(state: State, seat: Seat, area: str) -> tuple[Any, ...]:
    """What a choice of area brings: with two players the other one gets the opposite side (HC-SETUP-07); of more,
    the first player chooses last (HC-SETUP-06)."""
    taken = AreaTaken(seat, area)
    rest = tuple(name for name in areas_of(state) if name != area)
    waiting = [other for other in _round_from(state, seat) if other not in dict(state.areas) and other != seat]
    if not waiting:
        return taken, PhaseBegan(Phase.DEPLOYMENT, state.order[:1])
    if len(state.table.seats) == 2 or len(rest) == 1:
        last = opposite_of(state.table.board, area, rest)
        return taken, AreaTaken(waiting[0], last), PhaseBegan(Phase.DEPLOYMENT, state.order[:1])
    request = ChoiceRequest(state.flow.next_id(), waiting[0], AREA, rest)
    return taken, PhaseBegan(Phase.AREAS, (waiting[0],)), ChoiceRequested(request)


def _round_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    seats = state.table.seats
    start = seats.index(seat)
    return seats[start:] + seats[:start]


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
    if piece.seat != command.seat:
        yield violation("HC-SETUP-11", piece.id, owner=piece.seat)
    board, covered = state.table.board, state.figure(piece).dimensions
    if any(space not in board for space in command.spaces) or not _is_base(command.spaces, covered):
        found = ", ".join(command.spaces)
        yield violation("HC-MULTI-01", piece.id, waivable=False, squares=covered[0] * covered[1], found=found)
        return
    blocking = [space for space in command.spaces if board.has(space, Terrain.BLOCKING)]
    if blocking:  # HC-VAL-10
        yield violation("HC-TERR-20", blocking[0], piece=piece.id)
    if len({board.level(space) for space in command.spaces}) > 1:
        yield violation("HC-MULTI-06", piece.id)
    if any(board.has_wall(one, other) for one in command.spaces for other in command.spaces):
        yield violation("HC-MULTI-07", piece.id)
    outside = set(command.spaces) - set(area_spaces(state, command.seat))
    if outside:
        yield violation("HC-SETUP-11", sorted(outside)[0], piece=piece.id)
    taken = [other for other in state.on_map() if other.id != piece.id and set(other.spaces) & set(command.spaces)]
    if taken:
        yield violation("HC-VAL-10", command.spaces[0], waivable=False, piece=taken[0].id)


def _is_base(spaces: tuple[SpaceId, ...], dimensions: tuple[int, int]) -> bool:
    """Whether the squares make one whole base of these columns and rows, turned either way (HC-MULTI-01)."""
    squares = {parse_square(space) for space in spaces}
    if not squares or len(squares) != len(spaces) or len(squares) != dimensions[0] * dimensions[1]:
        return False
    columns, rows = {column for column, _ in squares}, {row for _, row in squares}
    size = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return size in (dimensions, dimensions[::-1])


def legal_deployments(state: State, seat: Seat, piece: PieceId | None) -> Iterator[Place]:
    """Every legal deployment of figures on one square; larger bases are laid by hand."""
    if state.flow.phase != Phase.DEPLOYMENT or seat not in state.flow.active:
        return
    board, taken = state.table.board, {space for one in state.on_map() for space in one.spaces}
    free = {space for space in area_spaces(state, seat) if not board.has(space, Terrain.BLOCKING)} - taken
    for one in state.pieces:
        if one.seat == seat and not one.spaces and piece in (None, one.id):
            for space in board.spaces:
                if space in free and state.figure(one).dimensions == (1, 1):
                    yield Place(seat, one.id, (space,))


def deployed(state: State, command: Place) -> tuple[Any, ...]:
    """What a deployment brings: the next seat's turn to deploy, or the first round (HC-SETUP-11, -12)."""
    placed = FigureDeployed(command.piece, command.spaces)
    waiting = {one.seat for one in state.pieces if not one.spaces and one.id != command.piece}
    if command.seat in waiting:
        return (placed,)
    later = [seat for seat in state.order if seat in waiting]
    if later:
        return placed, PhaseBegan(Phase.DEPLOYMENT, (later[0],))
    first = state.order[0]
    return placed, PhaseBegan(Phase.PLAY, (first,)), RoundBegan(1), TurnBegan(first, 1)
