"""Moves that take an object along, whatever action they belong to: which there are, how far they lead (HC-OBJ-20..24).

A 1 2 .       the object o makes its square hindering until it is taken: from 2 on the way over its square is clear
. . . o       a move that is stopped on 2 may not reach over to o any more (HC-OBJ-23, AMB-26)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.board.endings import endings
from companion.board.grid import GridBoard
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import Reach, reach
from companion.board.steps import MovePolicy
from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import ObjectId
from companion.games.heroclix.events.play import ActionGiven
from companion.games.heroclix.moves.gaits import policy_of
from companion.games.heroclix.moves.movement import (
    MOVE_ACTION,
    Manner,
    ending_of,
    move_of,
    mover_of,
    needs_break_away,
    path_violations,
    reach_of,
)
from companion.games.heroclix.position.in_hand import PORTABLE, is_holding, lying_object, may_hold
from companion.games.heroclix.state.attack import ActionKind
from companion.games.heroclix.state.ground import board_of
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class Fetch:
    """A way that takes the object along: every square entered, how many count, whether it might go on from its end."""

    path: tuple[SpaceId, ...]
    cost: int
    goes_on: bool
    spot: SpaceId  # where it is picked up
    detour: bool = False  # there is a shorter way without the object


def hand_spots(board: GridBoard, found: Reach, mover: Occupant, item: SpaceId) -> Iterator[SpaceId]:
    """The squares of a move in which an object on ``item`` may be picked up, as far as they may be entered (HC-OBJ-20).

    Where the move has to stop only the object in that square (HC-OBJ-23); at its beginning nothing has stopped it yet.
    """
    for space in found.costs:
        if space == item or (board.is_adjacent(space, item) and (space in mover.spaces or found.goes_on(space))):
            yield space


def fetches(
    boards: tuple[GridBoard, GridBoard],
    occupancy: Occupancy,
    mover: Occupant,
    policy: MovePolicy,
    item: SpaceId,
    via: SpaceId | None = None,
) -> Mapping[SpaceId, Fetch]:
    """Every square in which a move may end that takes the object along, with the shortest way of that kind.

    ``boards``: with the object and without it. The speed of ``mover`` is what counts now; its base is one square.
    ``via``: the one square from which it is picked up.
    """
    before, after = boards
    start = mover.spaces[0]
    first = reach(before, occupancy, mover, policy, is_halved=True)
    best: dict[SpaceId, tuple[int, SpaceId]] = {}  # for each end: what counts, and where it is picked up
    rests: dict[SpaceId, Reach] = {}
    for spot in hand_spots(before, first, mover, item):
        if via not in (None, spot):
            continue
        counted = first.costs[spot]
        left = mover.speed - counted if spot == start or first.goes_on(spot) else 0
        then = replace(mover, spaces=(spot,), speed=left)
        rests[spot] = reach(after, occupancy, then, policy, is_halved=True, began_on=mover.spaces)
        for end, more in rests[spot].costs.items():
            if end not in best or counted + more < best[end][0]:
                best[end] = counted + more, spot
    found: dict[SpaceId, Fetch] = {}
    for end, (total, spot) in best.items():
        on = spot == start or first.goes_on(spot) if end == spot else rests[spot].goes_on(end)
        way = (*first.path_to(spot), *rests[spot].path_to(end))
        found[end] = Fetch(way, total, on, spot, total > first.costs.get(end, total))
    return found


def taking_violations(state: State, piece: Piece, item: PieceId) -> Iterator[Violation]:
    """Why the piece may not take that object, wherever it goes."""
    found = state.table.tactics.object(item)
    if found is None:
        yield violation("TW-PIECE-01", item, waivable=False)
        return
    if not may_hold(state, piece):
        yield violation("HC-OBJ-19", piece.id, waivable=False, object=found.name)
    if is_holding(state, piece.id):
        yield violation("HC-OBJ-25", piece.id, waivable=False)
    if found.weight not in PORTABLE:
        yield violation("HC-OBJ-18", item, waivable=False)
    if any(holding.object == item for holding in state.tactics.held):
        yield violation("HC-OBJ-26", item, waivable=False)
    elif lying_object(state, item) is None:
        yield violation("HC-VP-02", item, waivable=False, element=found.name)


def move_with_violations(
    state: State,
    piece: Piece,
    to: tuple[SpaceId, ...],
    manner: Manner,
    item: PieceId | None,
    via: SpaceId | None = None,
) -> Iterator[Violation]:
    """The rules that a move ending there breaks, with an object taken along or without."""
    if item is None:
        yield from path_violations(state, piece, to, manner)
        return
    broken = list(taking_violations(state, piece, item))
    yield from broken
    if broken or fetched_to(state, piece, to, manner, item, via) is not None:
        return
    without = list(path_violations(state, piece, to, manner))
    yield from without
    if not without:
        yield violation("HC-OBJ-20", item, waivable=False, piece=piece.id, to=to[0])
        lying = lying_object(state, item)
        assert lying is not None
        beside = any(state.table.board.is_adjacent(space, lying.space) for space in to)
        if beside and set(to) != set(piece.spaces):
            yield violation("HC-OBJ-23", to[0], waivable=False, object=item)


def fetched_to(
    state: State, piece: Piece, to: tuple[SpaceId, ...], manner: Manner, item: PieceId, via: SpaceId | None = None
) -> Fetch | None:
    """Return the move that ends there and takes the object along, or ``None`` when none does.

    It goes the shortest way to its end, or over the square ``via`` from which the object is picked up.
    """
    lying = lying_object(state, item)
    if lying is None or not to:
        return None
    if len(piece.spaces) > 1:
        return _with_large_base(state, piece, to, manner, lying.space)
    found = _fetches(state, piece, manner, lying.space, item, via).get(to[0]) if len(to) == 1 else None
    return None if found is None or (found.detour and via is None) else found


def _fetches(
    state: State, piece: Piece, manner: Manner, space: SpaceId, item: PieceId, via: SpaceId | None = None
) -> Mapping[SpaceId, Fetch]:
    """A move that has begun with half its speed keeps it (AMB-66)."""
    mover = mover_of(state, piece, manner)
    lying = tuple(one for one in state.tactics.lying if one.object != item)
    bare = replace(state, tactics=replace(state.tactics, lying=lying))
    boards = state.table.board, board_of(bare, state.table.printed or state.table.board)
    return fetches(boards, state.occupancy(), mover, policy_of(mover.abilities), space, via)


def _with_large_base(
    state: State, piece: Piece, to: tuple[SpaceId, ...], manner: Manner, item: SpaceId
) -> Fetch | None:
    """A larger base reaches over from where it starts, from a square it leads with, and from where it ends."""
    board, mover = state.table.board, mover_of(state, piece, manner)
    if set(to) == set(piece.spaces):
        at_hand = item in to or any(board.is_adjacent(own, item) for own in to)
        return Fetch((), 0, True, to[0]) if at_hand else None
    end = ending_of(state, piece, to, manner)
    if end is None:
        return None
    found = reach_of(state, piece, manner)
    path, goes_on = found.path_to(end.last, end.counted), found.goes_on(end.last)
    spots = {*hand_spots(board, found, mover, item)} & {*piece.spaces, *path}
    if spots or item in to or (goes_on and any(board.is_adjacent(own, item) for own in to)):
        return Fetch(path, end.counted, goes_on, end.last)
    return None


def fetching_move(
    state: State,
    piece: Piece,
    to: tuple[SpaceId, ...],
    kind: ActionKind,
    manner: Manner,
    item: PieceId | None,
    via: SpaceId | None = None,
) -> ActionGiven:
    """The action with its path, over the object that is taken along if there is one."""
    if item is None:
        return move_of(state, piece, to, kind, manner)
    found = fetched_to(state, piece, to, manner, item, via)
    if found is None:  # overruled: from here to there
        return replace(move_of(state, piece, to, kind, manner), pick_up=item)
    if not found.path:
        return ActionGiven(piece.id, kind, to=piece.spaces, pick_up=item)
    rolls = needs_break_away(state, piece, manner)
    return ActionGiven(piece.id, kind, (piece.spaces[0], *found.path), found.cost, rolls, to, item)


def legal_takings(state: State, piece: Piece) -> Iterator[ObjectId]:
    """The objects on the map that the piece might take along."""
    for lying in state.tactics.lying:
        if not any(taking_violations(state, piece, lying.object)):
            yield ObjectId(lying.object)


def legal_fetches(
    state: State, piece: Piece, manner: Manner = MOVE_ACTION
) -> Iterator[tuple[tuple[SpaceId, ...], ObjectId, SpaceId | None]]:
    """Every end of a move that takes an object along, with the object, and where it is picked up on a detour."""
    for item in legal_takings(state, piece):
        lying = lying_object(state, item)
        assert lying is not None
        if len(piece.spaces) == 1:
            ways = _fetches(state, piece, manner, lying.space, item)
            yield from (((end,), item, way.spot if way.detour else None) for end, way in ways.items())
            continue
        found = reach_of(state, piece, manner)
        for end in endings(state.table.board, state.occupancy(), state.occupant(piece), found):
            if fetched_to(state, piece, end.base, manner, item) is not None:
                yield end.base, item, None
