"""Before the first turn: the roll for first player, the map, the starting areas, conditions, the deployment (HC-SETUP).

WAITING ──BeginGame──> FIRST_PLAYER (everybody rolls at once) ──> MAP ──> AREAS ──> DEPLOYMENT ──> PLAY
                                MAP only where several were brought; CONDITIONS and OBJECTS after AREAS, where a force
                                brings such (HC-SETUP-09, -10)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.spaces import Terrain
from companion.core.commands import Place
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import BeginGame
from companion.games.heroclix.events.play import (
    AreaTaken,
    FigureDeployed,
    FirstPlayerSettled,
    MapChosen,
    PhaseBegan,
    RoundBegan,
    TurnBegan,
)
from companion.games.heroclix.events.tactics import BystanderBrought, ConditionCancelled, ConditionsRevealed
from companion.games.heroclix.forces.setup import Condition
from companion.games.heroclix.opening.areas import (
    area_spaces,
    areas_of,
    areas_on,
    footing_violations,
    opposites_on,
    places_for,
)
from companion.games.heroclix.opening.objects import begin_placing, object_violations, place_object
from companion.games.heroclix.opening.plain import number_violations
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import conditions_in_effect
from companion.games.heroclix.position.rolls import NONE
from companion.games.heroclix.state.state import Phase, State
from companion.games.heroclix.turns.clock import more_actions, roll_for_conditions
from companion.games.heroclix.turns.ends import FIRST_PLAYER, roll_off

MAP = RuleId("HC-SETUP-05")
AREA = RuleId("HC-SETUP-06")
CANCEL = RuleId("HC-THEME-06")


def begin(t: Teller[State], command: BeginGame) -> Script[None]:
    """First player, map, areas, conditions; then whatever is put on the map comes one by one."""
    t.tell(PhaseBegan(Phase.FIRST_PLAYER, t.state.table.seats))
    first = yield from roll_off(t, FIRST_PLAYER, t.state.table.seats)
    t.tell(FirstPlayerSettled(first))
    maps = (t.state.table.board, *t.state.table.other_boards)
    if len(maps) > 1:
        t.tell(PhaseBegan(Phase.MAP, (first,)))
        (name,) = (yield from t.choose(first, MAP, tuple(board.name for board in maps))) or (maps[0].name,)
        t.tell(MapChosen(first, name))
    yield from _choose_areas(t, first)
    conditions = t.state.table.tactics.conditions
    if conditions:
        yield from _reveal(t, conditions)
    t.tell(begin_placing(t.state))


def _choose_areas(t: Teller[State], first: Seat) -> Script[None]:
    """The player to the left of the first one begins, the first one chooses last (HC-SETUP-06); in a first game the
    first one itself begins (HC-BASIC-03). Of two players one chooses an area that has others across the map, the other
    one of those (HC-SETUP-07); on a map without such the table has agreed to play, and takes what there is."""
    seats, free = t.state.table.seats, areas_on(t.state.table.board)
    across = opposites_on(t.state.table.board) if len(seats) == 2 else {}
    free = tuple(area for area in free if across.get(area)) or free
    start = seats.index(first) + (1 if t.state.table.parts.forces else 0)
    order = [seats[(start + place) % len(seats)] for place in range(len(seats))]
    while order:
        seat = order.pop(0)
        t.tell(PhaseBegan(Phase.AREAS, (seat,)))
        (area,) = (yield from t.choose(seat, AREA, free)) or free[:1]
        t.tell(AreaTaken(seat, area))
        free = across.get(area) or areas_of(t.state)
        if order and len(free) == 1:
            t.tell(AreaTaken(order[0], free[0]))
            return


def _reveal(t: Teller[State], conditions: tuple[Condition, ...]) -> Script[None]:
    """All conditions are revealed at once; each themed team in turn order may cancel a copy, its own is among them
    (HC-SETUP-09, HC-BFC-02, HC-THEME-06, AMB-31)."""
    themed = tuple(seat for seat in t.state.order if t.state.table.tactics.theme_of(seat))
    t.tell(ConditionsRevealed(tuple(condition.id for condition in conditions)), PhaseBegan(Phase.CONDITIONS, themed))
    for seat in themed:
        left = conditions_in_effect(t.state)
        answer = (yield from t.choose(seat, CANCEL, (NONE, *(one.id for one in left)))) if left else (NONE,)
        if answer and answer[0] != NONE:
            t.tell(ConditionCancelled(seat, answer[0]))


def begin_violations(state: State, command: BeginGame) -> Iterator[Violation]:
    """Why the game may not begin: it has begun, or the map has not an area for everybody (HC-SETUP-06)."""
    if state.flow.phase != Phase.WAITING:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif any(len(areas_on(board)) < len(state.table.seats) for board in (state.table.board, *state.table.other_boards)):
        yield violation("HC-SETUP-06", waivable=False, expected=f">= {len(state.table.seats)}")
    elif len(state.table.seats) == 2 and not any(opposites_on(state.table.board).values()):
        yield violation("HC-SETUP-07")
    elif not state.table.parts.forces:
        yield from number_violations(state)


def place_violations(state: State, command: Place) -> Iterator[Violation]:
    """The rules that putting something on the map breaks: an object, a figure, a bystander token, by the phase."""
    if state.flow.phase == Phase.OBJECTS:
        yield from object_violations(state, command)
    elif state.flow.phase == Phase.PLAY and (piece := state.find(command.piece)) and state.is_bystander(piece):
        yield from bring_violations(state, command)
    else:
        yield from deploy_violations(state, command)


def place(t: Teller[State], command: Place) -> Script[None]:
    """Place the figure or object; with the last figure the first round begins (HC-SETUP-12)."""
    if t.state.flow.phase == Phase.OBJECTS:
        place_object(t, command)
    elif t.state.flow.phase == Phase.DEPLOYMENT:
        yield from _deploy(t, command)
    else:
        happen(t, BystanderBrought(command.piece, command.spaces))


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
    board, taken = state.table.board, {space for other in state.on_map() for space in other.spaces}
    free = {space for space in area_spaces(state, seat) if not board.has(space, Terrain.BLOCKING)} - taken
    for other in state.pieces:
        if other.seat == seat and not other.spaces and piece in (None, other.id) and not state.is_bystander(other):
            for spaces in places_for(board, free, state.figure(other).dimensions):
                yield Place(seat, other.id, spaces)


def _deploy(t: Teller[State], command: Place) -> Script[None]:
    """A figure is set up; the next seat sets up when the first one is done (HC-SETUP-11)."""
    t.tell(FigureDeployed(command.piece, command.spaces))
    waiting = {piece.seat for piece in t.state.pieces if not piece.spaces and not t.state.is_bystander(piece)}
    if command.seat in waiting:
        return
    later = [seat for seat in t.state.order if seat in waiting]
    if later:
        t.tell(PhaseBegan(Phase.DEPLOYMENT, (later[0],)))
        return
    first = t.state.order[0]
    t.tell(PhaseBegan(Phase.PLAY, (first,)), RoundBegan(1), TurnBegan(first, 1))
    t.tell(*more_actions(t.state, first))
    yield from roll_for_conditions(t)


def bring_violations(state: State, command: Place) -> Iterator[Violation]:
    """The rules that bringing a token breaks; by whose effect it comes is for the players."""
    piece = state.find(command.piece)
    if piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif not state.is_bystander(piece) or piece.seat != command.seat or piece.spaces or piece.ko:
        yield violation("HC-BYST-01", piece.id, waivable=False)
    elif state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.is_busy:
        yield violation("HC-ACT-08", waivable=False)
    else:
        yield from footing_violations(state, piece, command.spaces)
