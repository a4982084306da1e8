"""Setting up by hand: the figures of the seat whose turn it is to deploy, one after the other or in any order.

card: the next figure, and a button for each other one      tap a square of the own area ──> Place
objects before that, the same way: one each in turn, and a button for "no more"
"""

from __future__ import annotations

from typing import Any

from companion.board.squares import format_square, parse_square
from companion.core.commands import Place
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix.forces.tactics import MapObject
from companion.games.heroclix.opening.areas import area_spaces
from companion.games.heroclix.opening.objects import legal_objects, waiting_objects
from companion.games.heroclix.state.state import Phase, Piece, State
from ui.presenters.models import CardModel
from ui.presenters.names import text_names

__all__ = ["next_object", "next_to_deploy", "set_down", "setting_spaces", "setup_card", "tactic_names"]


def _waiting(state: State) -> list[Piece]:
    if state.flow.phase != Phase.DEPLOYMENT:
        return []
    return [one for one in state.pieces if one.seat in state.flow.active and not one.spaces
            and not state.is_bystander(one)]  # fmt: skip


def next_to_deploy(state: State, chosen: PieceId | None) -> Piece | None:
    """The figure the next tap sets up: the chosen one while it waits, else the first; ``None`` in other phases."""
    waiting = _waiting(state)
    return next((one for one in waiting if one.id == chosen), waiting[0] if waiting else None)


def _free_spaces(state: State, piece: Piece) -> dict[SpaceId, int]:
    """The free squares of the area the figure is set up in, as the board shows a reach."""
    taken = {space for other in state.on_map() for space in other.spaces}
    return {space: 0 for space in area_spaces(state, piece.seat) if space not in taken}


def _placing(state: State, piece: Piece, space: SpaceId) -> Place:
    """The command that sets the figure up with the top left corner of its base on a square."""
    columns, rows = state.figure(piece).dimensions
    column, row = parse_square(space)
    spaces = tuple(format_square(column + c, row + r) for r in range(rows) for c in range(columns))
    return Place(piece.seat, piece.id, spaces)


def next_object(state: State, chosen: PieceId | None) -> MapObject | None:
    """The object the next tap puts on the map: the chosen one while it waits, else the first; else ``None``."""
    if state.flow.phase != Phase.OBJECTS or state.active_seat is None:
        return None
    waiting = waiting_objects(state, state.active_seat)
    return next((one for one in waiting if one.id == chosen), waiting[0] if waiting else None)


def set_down(state: State, chosen: PieceId | None, space: SpaceId) -> Place | None:
    """The command by which a tap sets the next object or figure down; ``None`` when nothing waits for one."""
    item, piece = next_object(state, chosen), next_to_deploy(state, chosen)
    if item is not None:
        return Place(item.seat, item.id, (space,))
    return _placing(state, piece, space) if piece is not None else None


def setting_spaces(state: State, chosen: PieceId | None) -> dict[SpaceId, int]:
    """Where the next object or figure may be set down, as the board shows a reach; nothing when none waits."""
    item, piece = next_object(state, chosen), next_to_deploy(state, chosen)
    if item is not None:
        return {one.spaces[0]: 0 for one in legal_objects(state, item.seat, item.id)}
    return _free_spaces(state, piece) if piece is not None else {}


def tactic_names(state: State) -> dict[str, str]:
    """The names of objects, conditions and feats by id."""
    tactics = state.table.tactics
    names: dict[str, str] = {one.id: one.name for one in tactics.objects}
    names |= {one.id: one.name for one in tactics.conditions} | {one.id: one.name for one in tactics.feats}
    return names | text_names(state)


def _object_card(table: Any, item: MapObject, words: dict[str, str]) -> CardModel:
    waiting = waiting_objects(table.state, item.seat)
    others = tuple((f"deploy:{one.id}", one.name) for one in waiting if one.id != item.id)
    seat = table.wording.word("seat", item.seat)
    return CardModel("setup", f"{seat}: {item.name}", words["place_object"], (*others, ("pass", words["no_more"])))


def setup_card(table: Any, words: dict[str, str]) -> CardModel | None:
    """The card that says whom to set up, with a button for each other figure; ``None`` in other phases."""
    item = next_object(table.state, table.chosen)
    if item is not None:
        return _object_card(table, item, words)
    piece = next_to_deploy(table.state, table.chosen)
    if piece is None:
        return None
    names = table.wording.names
    others = tuple((f"deploy:{one.id}", names[one.id]) for one in _waiting(table.state) if one.id != piece.id)
    seat = table.wording.word("seat", piece.seat)
    return CardModel("setup", f"{seat}: {names[piece.id]}", words["set_up"], others)
