"""Objects put on the map before the figures: one each in turn, on clear squares far enough away (HC-OBJ-08..10).

OBJECTS   the first player places one, the next one, … until all are placed; who passes places no more
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.commands import Pass, Place
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.events.play import PhaseBegan
from companion.games.heroclix.events.tactics import ObjectPlaced, ObjectsWithheld
from companion.games.heroclix.forces.setup import MapObject
from companion.games.heroclix.opening.areas import area_spaces
from companion.games.heroclix.state.state import Phase, State

SPECIAL_DISTANCE = 5  # squares between a special object and every starting area (HC-OBJ-10)


def waiting_objects(state: State, seat: Seat) -> tuple[MapObject, ...]:
    """The objects the seat may still place."""
    lying = {item.object for item in state.tactics.lying}
    gone = lying | set(state.tactics.removed)
    return tuple(item for item in state.table.tactics.objects if item.seat == seat and item.id not in gone)


def begin_placing(state: State) -> PhaseBegan:
    """The next phase: objects, beginning with the first player who has one (HC-OBJ-08), or figures."""
    for seat in state.order:
        if waiting_objects(state, seat):
            return PhaseBegan(Phase.OBJECTS, (seat,))
    return PhaseBegan(Phase.DEPLOYMENT, state.order[:1])


def object_violations(state: State, command: Place) -> Iterator[Violation]:
    """The rules that placing an object breaks (HC-OBJ-08..10)."""
    item = state.table.tactics.object(command.piece)
    if item is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
        return
    if command.seat not in state.flow.active or item not in waiting_objects(state, command.seat):
        yield violation("HC-OBJ-08", item.id, waivable=False, seat=command.seat)
        return
    board = state.table.board
    if len(command.spaces) != 1 or command.spaces[0] not in board:
        yield violation("HC-OBJ-09", item.id, waivable=False, found=", ".join(command.spaces))
        return
    yield from _square_violations(state, item, command.spaces[0], _starting(state))


def _square_violations(state: State, item: MapObject, space: SpaceId, areas: frozenset[SpaceId]) -> Iterator[Violation]:
    board = state.table.board
    if board.tile(space).terrain or space in areas:  # HC-OBJ-12 too; a square with an object is not clear any more
        yield violation("HC-OBJ-09", space, piece=item.id)
    if item.is_special and any(board.distance(space, other) < SPECIAL_DISTANCE for other in areas):
        yield violation("HC-OBJ-10", space, piece=item.id)


def _starting(state: State) -> frozenset[SpaceId]:
    """Every square of every starting area, as printed and as grown (HC-SETUP-08)."""
    board = state.table.board
    printed = {space for space in board.spaces if board.tile(space).starting}
    return frozenset(printed.union(*(area_spaces(state, seat) for seat in state.table.seats)))


def legal_objects(state: State, seat: Seat, piece: PieceId | None) -> Iterator[Place]:
    """Every legal placing of the seat's objects."""
    if state.flow.phase != Phase.OBJECTS or seat not in state.flow.active:
        return
    areas = _starting(state)
    for item in waiting_objects(state, seat):
        if piece in (None, item.id):
            for space in state.table.board.spaces:
                if not any(_square_violations(state, item, space, areas)):
                    yield Place(seat, item.id, (space,))


def withhold_violations(state: State, command: Pass) -> Iterator[Violation]:
    """Why the seat may not pass: placing is its choice while it is asked to (HC-OBJ-08)."""
    if state.flow.phase != Phase.OBJECTS or command.seat not in state.flow.active:
        yield violation("TW-ASK-01", waivable=False, request="-")


def withhold(t: Teller[State], command: Pass) -> Script[None]:
    """The seat places no more: its other objects stay out of the game."""
    rest = tuple(item.id for item in waiting_objects(t.state, command.seat))
    t.tell(ObjectsWithheld(command.seat, rest))
    t.tell(*_next(t.state, command.seat))
    yield from ()


def place_object(t: Teller[State], command: Place) -> None:
    """The object lies there, and the next seat places."""
    t.tell(ObjectPlaced(command.seat, command.piece, command.spaces[0]))
    t.tell(*_next(t.state, command.seat))


def _next(state: State, seat: Seat) -> tuple[PhaseBegan, ...]:
    """The next seat that has objects left, in seat order; the same one again when it is the last (HC-OBJ-08)."""
    order = state.order
    start = order.index(seat) + 1
    for other in (*order[start:], *order[:start]):
        if waiting_objects(state, other):
            return () if other == seat else (PhaseBegan(Phase.OBJECTS, (other,)),)
    return (PhaseBegan(Phase.DEPLOYMENT, order[:1]),)
