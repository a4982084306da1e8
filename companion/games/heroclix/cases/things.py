"""Objects of a set-up and what a case may expect of objects and terrain.

setup.objects = [{ id = "crate", square = "E5", weight = "light" }, { id = "car", held_by = "A", weight = "heavy" }]
expect.objects.crate = { at = "E5", held_by = "A", gone = false }
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.casebook.expectations import compared
from companion.casebook.language import Check, Moment, Opening
from companion.core.ids import PieceId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroclix.cases.squares import read_border, read_square, read_squares
from companion.games.heroclix.commands import ObjectId
from companion.games.heroclix.events.tactics import ObjectPickedUp, ObjectPlaced
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.tactics import MapObject

__all__ = ["Thing", "debris", "objects", "read_objects", "terrain", "wall"]

ENTRY_KEYS = {"square", "id", "held_by", "side", "name", "points", "special"}


@dataclass(frozen=True)
class Thing:
    """An object of the set-up: what it is, where it lies or who holds it; neither when it waits to be placed."""

    item: MapObject
    space: SpaceId | None
    holder: PieceId | None
    node: Node

    def brought_about(self) -> Iterator[Any]:
        """The events after which it is where the case says."""
        if self.space is not None:
            yield ObjectPlaced(self.item.seat, self.item.id, self.space)
        if self.holder is not None:
            yield ObjectPickedUp(self.holder, ObjectId(self.item.id))


def read_objects(setup: Node, board: GridBoard, pieces: Collection[str], seats: tuple[Seat, ...]) -> tuple[Thing, ...]:
    """The objects of a set-up; those without an id are ``object-1``, ``object-2`` … by their place in the list."""
    found: list[Thing] = []
    for place, entry in enumerate(setup["objects"].items() if "objects" in setup else (), start=1):
        thing = _read_object(entry, place, board, pieces, seats)
        for other in found:
            if other.item.id == thing.item.id:
                entry["id"].refuse("an id of its own")
            if thing.space is not None and other.space == thing.space:  # HC-OBJ-09
                entry["square"].refuse("a square without another object", thing.space)
            if thing.holder is not None and other.holder == thing.holder:  # HC-OBJ-25
                entry["held_by"].refuse("a piece that holds no other object", thing.holder)
        found.append(thing)
    return tuple(found)


def _read_object(entry: Node, place: int, board: GridBoard, pieces: Collection[str], seats: tuple[Seat, ...]) -> Thing:
    entry.table({"weight"}, ENTRY_KEYS)
    name = entry["id"].text() if "id" in entry else f"object-{place}"
    if name in pieces or not name:
        entry["id"].refuse("an id that no piece has")
    if "square" in entry and "held_by" in entry:
        entry["held_by"].refuse("either 'square' or 'held_by'", "both")
    weight = Weight(entry["weight"].word([one.value for one in Weight]))
    if "held_by" in entry and weight is Weight.IMMOBILE:  # HC-OBJ-18
        entry["weight"].refuse("an object that can be held: light or heavy")
    space = read_square(entry["square"], board) if "square" in entry else None
    if space is not None and board.has(space, Terrain.BLOCKING):  # HC-OBJ-12
        entry["square"].refuse("a square that is not blocking terrain", space)
    item = MapObject(
        PieceId(name),
        Seat(entry["side"].word(seats)) if "side" in entry else seats[0],
        entry["name"].text() if "name" in entry else name,
        weight,
        entry["points"].number(0, 9999) if "points" in entry else 0,
        entry["special"].flag() if "special" in entry else "points" in entry,
    )
    return Thing(item, space, PieceId(entry["held_by"].word(pieces)) if "held_by" in entry else None, entry)


def objects(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of a table of objects."""
    for name, entry in node.entries():
        if name not in opening.extra.objects:
            known = ", ".join(sorted(opening.extra.objects)) or "it has none"
            entry.refuse(f"an object of the set-up ({known}) as key", f"the key {name!r}")
        entry.table((), {"at", "held_by", "gone"})
        for key, value in entry.entries():
            yield from _object(PieceId(name), key, value, opening)


def _object(name: PieceId, key: str, node: Node, opening: Opening) -> Iterator[Check]:
    if key == "at":
        wanted = sorted(read_squares(node, opening.extra.board))
        yield compared(node, wanted, lambda moment: [one.space for one in _lying(moment) if one.object == name])
    elif key == "held_by":
        holder = [node.word(opening.pieces)] if node.value != "" else []
        yield compared(node, holder, lambda moment: [one.piece for one in _held(moment) if one.object == name])
    else:
        yield compared(node, node.flag(), lambda moment: name in moment.state.tactics.removed)


def _lying(moment: Moment) -> Any:
    return moment.state.tactics.lying


def _held(moment: Moment) -> Any:
    return moment.state.tactics.held


def debris(node: Node, opening: Opening) -> Iterator[Check]:
    """The check of all squares on which debris came to lie in the game."""
    wanted = sorted(read_squares(node, opening.extra.board))
    yield compared(node, wanted, lambda moment: sorted(moment.state.tactics.debris))


def terrain(node: Node, opening: Opening) -> Iterator[Check]:
    """What a square is now: its kinds of terrain, none when it is clear."""
    node.table({"terrain", "is"})
    space = read_square(node["terrain"], opening.extra.board)
    kinds = [one.value for one in Terrain]
    wanted = sorted(one.word(kinds) for one in node["is"].items())

    def find(moment: Moment) -> list[str]:
        return sorted(one.value for one in moment.state.table.board.tile(space).terrain)

    yield compared(node["is"], wanted, find)


def wall(node: Node, opening: Opening) -> Iterator[Check]:
    """Whether a wall stands on a border now."""
    node.table({"wall", "stands"})
    border = read_border(node["wall"], opening.extra.board)
    yield compared(node["stands"], node["stands"].flag(), lambda moment: border in moment.state.table.board.walls)
