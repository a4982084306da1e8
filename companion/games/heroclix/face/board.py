"""The board as drawn: the places of a set-up, objects on the map and in hands, lines of sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.board.lines import SightLine
from companion.board.picture import GridDrawing, Line, Thing
from companion.board.sight import Sight
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.targeting import is_at_arms_length
from companion.games.heroclix.face import offers
from companion.games.heroclix.face.areas import area_asked, may_stand
from companion.games.heroclix.face.view import TableView
from companion.games.heroclix.opening.areas import area_spaces, base_of
from companion.games.heroclix.opening.objects import legal_objects
from companion.games.heroclix.position.lines import line_between
from companion.games.heroclix.state.state import State


def set_up_places(state: State, chosen: PieceId | None) -> Iterable[SpaceId] | None:
    """The squares for the next object, area or figure to be set up; ``None``: nothing is."""
    item, piece = offers.next_object(state, chosen), offers.next_figure(state, chosen)
    if item is not None:
        return [place.spaces[0] for place in legal_objects(state, item.seat, item.id)]
    if (asked := area_asked(state)) is not None:
        board = state.table.board
        return [space for space in board.spaces if board.tile(space).starting in asked.options]
    if piece is None:
        return None
    spaces = area_spaces(state, piece.seat)
    return [space for space in spaces if may_stand(state, piece, base_of(state, piece, space))]


def things(table: TableView, drawing: GridDrawing) -> Iterator[Thing]:
    """The objects that lie on the map, and those in hands on the square of their holder."""
    where = {piece.id: piece.spaces for piece in table.pieces}
    lying = [(item, space, False) for item, space in table.tactics.objects]
    held = [(item, where[piece][0], True) for item, piece in table.tactics.held if where.get(piece)]
    for item, space, is_held in (*lying, *held):
        weight = item.weight.value if item.weight else ""
        yield Thing(item.id, item.name[:1].upper(), *drawing.place(space), weight, item.is_special, is_held)


def line(state: State, start: SpaceId, end: SpaceId) -> SightLine:
    """Between two figures as their powers have it; from a square, or to one, as the map has it."""
    standing = {space: piece for piece in state.on_map() for space in piece.spaces}
    if start in standing and end in standing:
        return line_between(state, standing[start], standing[end])
    sight = Sight(state.table.board, state.occupancy(), state.edition.sight)
    ends = [standing[space].spaces if space in standing else (space,) for space in (start, end)]
    return sight.best(ends[0], ends[1])


def aimed_line(state: State, drawing: GridDrawing, command: object) -> Line | None:
    """The line of the attack that is proposed, refused, or being rolled for."""
    attack = state.attack
    match command:
        case cm.CloseAttack(_, attacker, target):
            pair = state.piece(attacker), state.piece(target)
        case cm.RangedAttack(_, attacker, targets):
            pair = state.piece(attacker), state.piece(targets[0])
        case _ if attack is not None and attack.targets and state.piece(attack.targets[0].piece).spaces:
            pair = state.piece(attack.attacker), state.piece(attack.targets[0].piece)
        case _:
            return None
    return drawing.line(line_between(state, *pair), is_close=is_at_arms_length(state, *pair))
