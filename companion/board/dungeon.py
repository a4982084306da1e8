"""Dungeons: a grid whose squares belong to rooms and corridors, shut off from each other but for doors.

aaa.bb      Place a   a room          a wall stands wherever two squares of different places (or rock) meet
aaa+bb      Place b   a room          + a door: an edge between squares of two places
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.board.grid import GridBoard, Tile
from companion.board.spaces import Edge, edge
from companion.core.ids import PieceId, SpaceId, ZoneId


@dataclass(frozen=True, slots=True)
class Place:
    """A room or a corridor, and its squares in reading order."""

    id: ZoneId
    name: str
    is_room: bool
    squares: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class Door:
    """A door as it is built: the border it stands in, and whether it must be found first."""

    id: PieceId
    at: Edge
    secret: bool = False


@dataclass(frozen=True)
class Dungeon:
    """The board with its places; doors count as walls here, whoever asks knows which are open."""

    board: GridBoard
    places: tuple[Place, ...]
    doors: tuple[Door, ...]

    @cached_property
    def place_at(self) -> Mapping[SpaceId, Place]:
        """The place of every square that has one; the rest is rock."""
        return {space: place for place in self.places for space in place.squares}

    @cached_property
    def sides(self) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """The up to four neighbours that share a side, in reading order."""
        board = self.board
        return {
            space: tuple(neighbour for neighbour in board.neighbours(space) if board.flanks(space, neighbour) is None)
            for space in board.spaces
        }

    def place(self, name: ZoneId) -> Place:
        """The place of that name; it exists."""
        return next(place for place in self.places if place.id == name)

    def reached(self, starts: Iterable[SpaceId], open_: Collection[Edge]) -> frozenset[SpaceId]:
        """Every square one can walk to when these borders are open, whoever stands in the way."""
        seen = set(starts)
        todo = list(seen)
        while todo:
            here = todo.pop()
            for there in self.sides[here]:
                border = edge(here, there)
                if there not in seen and (border not in self.board.walls or border in open_):
                    seen.add(there)
                    todo.append(there)
        return frozenset(seen)


def build_dungeon(
    name: str, columns: int, rows: int, places: Iterable[Place], doors: Iterable[Door], walls: Iterable[Edge] = ()
) -> Dungeon:
    """The dungeon of these places, walled off from each other, with further walls inside them."""
    places, doors = tuple(places), tuple(doors)
    owner = {space: place.id for place in places for space in place.squares}
    plain = GridBoard(name, columns, rows, (Tile(indoor=True),) * (columns * rows))
    between = set(walls)
    for here in plain.spaces:
        for there in plain.neighbours(here):
            if plain.flanks(here, there) is None and owner.get(here) != owner.get(there):
                between.add(edge(here, there))
    board = GridBoard(name, columns, rows, plain.tiles, frozenset(between))
    return Dungeon(board, places, doors)
