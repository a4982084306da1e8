"""The move action (HC-ACT-12): alone, with an object taken along, with a friend carried along.

MoveFigure ──> ActionGiven ─a roll next to opponents─> FigureMoved, ObjectPickedUp ──> PassengerSetDown ──> its token
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import MoveFigure, move_to
from companion.games.heroclix.events.play import PassengerSetDown
from companion.games.heroclix.moves.carrying import carry_violations, carrying, legal_carries
from companion.games.heroclix.moves.fetching import fetching_move, legal_fetches, move_with_violations
from companion.games.heroclix.moves.movement import MOVE_ACTION, go, legal_bases, picked_up_events, spared_events
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.in_hand import may_hold
from companion.games.heroclix.state.attack import ActionKind
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.turns.acting import finish, giving_violations, may_be_given


def move_violations(state: State, command: MoveFigure) -> Iterator[Violation]:
    """The rules the move breaks."""
    if command.passenger is not None:
        yield from carry_violations(state, command)
        return
    yield from giving_violations(state, command.seat, command.piece, "move")
    piece = state.find(command.piece)
    if command.set_down is not None:  # there, but whom?
        yield violation("TW-ORDER-01", command.piece, waivable=False, found=command.set_down)
    if command.pick_up is None and command.pick_up_at is not None:  # from there, but what?
        yield violation("TW-PIECE-01", command.pick_up_at, waivable=False)
    if piece is not None and piece.spaces:
        yield from move_with_violations(state, piece, command.to, MOVE_ACTION, command.pick_up, command.pick_up_at)


def move(t: Teller[State], command: MoveFigure) -> Script[None]:
    """The piece moves, and sets its passenger down; it takes an object along where it passes by. When it does not get
    away the whole action ends (AMB-32)."""
    piece, item = t.state.piece(command.piece), command.pick_up
    spared, used = spared_events(t.state, piece), None
    if command.passenger is not None:
        used, given = carrying(t.state, command)
        picked = () if given.path else picked_up_events(t.state, piece.id, item)
        happen(t, used, given, *picked, *spared)
    else:
        to, at = command.to, command.pick_up_at
        given = fetching_move(t.state, piece, to, ActionKind.MOVE, MOVE_ACTION, item, at)
        happen(t, given, *spared, *(() if given.path else picked_up_events(t.state, piece.id, item)))
    moved = yield from go(t, given)
    if moved and used is not None and not t.state.piece(piece.id).ko:
        happen(t, PassengerSetDown(used.targets[0], used.spaces))
    yield from finish(t, piece.id)


def legal_moves(state: State, seat: Seat, piece: Piece) -> Iterator[MoveFigure]:
    """Every legal move of the piece, nearest squares first; those with an object; those with a passenger."""
    if not may_be_given(state, seat, piece, "move"):
        return
    name = piece.id
    yield from (move_to(seat, name, base) for base in legal_bases(state, piece))
    if state.tactics.lying and may_hold(state, piece):
        for base, item, via in legal_fetches(state, piece):
            yield MoveFigure(seat, name, base, pick_up=item, pick_up_at=via)
    yield from legal_carries(state, seat, piece)


def moves_to(state: State, name: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[MoveFigure]:
    """The legal move that ends there, if there is one."""
    piece = state.find(name)
    if piece is not None and piece.spaces:
        command = MoveFigure(piece.seat, name, spaces)
        if not any(move_violations(state, command)):
            yield command
