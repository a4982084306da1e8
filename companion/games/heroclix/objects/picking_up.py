"""Moves that take an object along, whatever action they belong to (HC-OBJ-20..24): which there are, what begins them.

MoveFigure(A, to, pick_up=crate) ──> ActionGiven(…, pick_up) ──> FigureMoved ──> ObjectPickedUp
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.board.endings import endings
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.actions import giving_violations, may_be_given
from companion.games.heroclix.commands import MoveFigure
from companion.games.heroclix.events import ActionGiven
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
    spared,
)
from companion.games.heroclix.objects.commands import ObjectId
from companion.games.heroclix.objects.fetching import Fetch, fetches, hand_spots
from companion.games.heroclix.objects.ground import board_of
from companion.games.heroclix.objects.in_hand import PORTABLE, is_holding, lying_object, may_hold
from companion.games.heroclix.objects.taken import picked_up_events
from companion.games.heroclix.state import ActionKind, Piece, State

__all__ = [
    "decide_fetch",
    "fetch_violations",
    "fetched_to",
    "fetching_move",
    "legal_fetches",
    "legal_moves_with",
    "legal_takings",
    "move_with_violations",
    "taking_violations",
]


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
    if any(one.object == item for one in state.tactics.held):
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
    """How a move ends there that takes the object along, or ``None`` when none does.

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


def fetch_violations(state: State, command: MoveFigure) -> Iterator[Violation]:
    """The rules a move action breaks, with an object taken along or without."""
    yield from giving_violations(state, command.seat, command.piece, "move")
    piece = state.find(command.piece)
    if command.pick_up is None and command.pick_up_at is not None:  # from there, but what?
        yield violation("TW-PIECE-01", command.pick_up_at, waivable=False)
    if piece is not None and piece.spaces:
        yield from move_with_violations(
            state, piece, command.to, MOVE_ACTION, command.pick_up, command.pick_up_at
        )


def decide_fetch(state: State, command: MoveFigure) -> tuple[Any, ...]:
    """The event that begins the move, and whether it counts; one of 0 squares has picked up by then."""
    piece, item = state.piece(command.piece), command.pick_up
    given = fetching_move(state, piece, command.to, ActionKind.MOVE, MOVE_ACTION, item, command.pick_up_at)
    return given, *spared(state, piece), *(() if given.path else picked_up_events(state, piece.id, item))


def legal_takings(state: State, piece: Piece) -> Iterator[ObjectId]:
    """The objects on the map that the piece might take along."""
    for one in state.tactics.lying:
        if not any(taking_violations(state, piece, one.object)):
            yield ObjectId(one.object)


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


def legal_moves_with(state: State, seat: Seat, piece: Piece) -> Iterator[MoveFigure]:
    """Every legal move of the piece that takes an object along."""
    if state.tactics.lying and may_hold(state, piece) and may_be_given(state, seat, piece, "move"):
        for base, item, via in legal_fetches(state, piece):
            yield MoveFigure(seat, piece.id, base, pick_up=item, pick_up_at=via)
