"""A board of squares: terrain, levels, walls between squares, ramps that join two levels.

A1 B1 │ C1      │ a wall: an Edge in ``walls``      level 1 is the ground (HC-TERR-40, -41)
A2 B2 ≡ C2      ≡ a ramp: an Edge in ``ramps``; its two squares are adjacent across levels (HC-ADJ-06, HC-TERR-48)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.board.spaces import Edge, Terrain, edge
from companion.board.squares import format_square, parse_square
from companion.core.ids import SpaceId

DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))  # reading order

# What a marker makes of its square; debris also takes printed blocking terrain away (HC-TERR-30..32).
MARKER_TERRAIN = {
    "debris": Terrain.HINDERING,
    "smoke": Terrain.HINDERING,
    "hindering": Terrain.HINDERING,
    "barrier": Terrain.BLOCKING,
    "blocking": Terrain.BLOCKING,
}


@dataclass(frozen=True, slots=True)
class Tile:
    """One square: its terrain, its level (1 is the ground), whether it is indoors, whose starting area it is in.

    Several kinds at once are possible, and none is clear (HC-TERR-02, -05, -07); a map is outdoors, indoors or both by
    its squares (HC-MAP-01..04, HC-MAP-06).
    """

    terrain: frozenset[Terrain] = frozenset()
    elevation: int = 1
    indoor: bool = False
    starting: str | None = None


@dataclass(frozen=True, slots=True)
class GridBoard:
    """A board of ``columns`` × ``rows`` squares, never changed: ``with_changes`` gives another one."""

    name: str
    columns: int
    rows: int
    tiles: tuple[Tile, ...]  # row by row
    walls: frozenset[Edge] = frozenset()
    ramps: frozenset[Edge] = frozenset()  # stairs and ladders, which are no terrain of their own (HC-TERR-17)
    notes: tuple[str, ...] = ()  # the map's own rules, shown to the players
    spaces: tuple[SpaceId, ...] = field(init=False, repr=False, compare=False)
    _index: Mapping[SpaceId, int] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.tiles) != self.columns * self.rows:
            raise ValueError(f"{self.columns} x {self.rows} squares need as many tiles, not {len(self.tiles)}")
        spaces, index = _names(self.columns, self.rows)
        object.__setattr__(self, "spaces", spaces)
        object.__setattr__(self, "_index", index)
        object.__setattr__(self, "_hash", hash((self.name, self.tiles, self.walls, self.ramps)))
        for border in (*self.walls, *self.ramps):
            if border.a not in index or border.b not in index:
                raise ValueError(f"the edge {border.a}|{border.b} leaves the board")

    def __hash__(self) -> int:
        return self._hash

    def __contains__(self, space: object) -> bool:
        return space in self._index

    def index(self, space: SpaceId) -> int:
        """The place of a square in ``tiles`` and ``spaces``; ``KeyError`` when the board has no such square."""
        return self._index[space]

    def tile(self, space: SpaceId) -> Tile:
        """The tile of a square."""
        return self.tiles[self._index[space]]

    def level(self, space: SpaceId) -> int:
        """The level of a square; 1 is the ground."""
        return self.tiles[self._index[space]].elevation

    def has(self, space: SpaceId, terrain: Terrain) -> bool:
        """Whether the square is of that terrain (among others)."""
        return terrain in self.tiles[self._index[space]].terrain

    def has_wall(self, one: SpaceId, other: SpaceId) -> bool:
        """Whether a wall stands between two squares that share a side."""
        return edge(one, other) in self.walls

    def wall_level(self, wall: Edge) -> int:
        """The level of a wall section: the lower one of its two squares (HC-TERR-52, AMB-61)."""
        return min(self.level(wall.a), self.level(wall.b))

    def at(self, column: int, row: int) -> SpaceId | None:
        """The square there, or ``None`` off the board."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return self.spaces[row * self.columns + column]
        return None

    def neighbours(self, space: SpaceId) -> tuple[SpaceId, ...]:
        """The up to eight squares that touch this one (HC-ADJ-01), in reading order, whatever lies between."""
        return _neighbours(self.columns, self.rows, space)

    def distance(self, one: SpaceId, other: SpaceId) -> int:
        """The number of squares from one to the other, a diagonal step counting one (HC-ADJ-08, HC-RNG-03)."""
        (c, r), (d, s) = parse_square(one), parse_square(other)
        return max(abs(c - d), abs(r - s))

    def within(self, distance: int, *starts: SpaceId) -> tuple[SpaceId, ...]:
        """The squares at most so far from any of these, which count 0, in reading order (HX-RNG-02, HX-TERM-06)."""
        return _within(self.columns, self.rows, distance, starts)

    def is_direct(self, one: SpaceId, other: SpaceId) -> bool:
        """Whether the line stays in one row, one column or one perfect diagonal (HX-TERM-03)."""
        (c, r), (d, s) = parse_square(one), parse_square(other)
        return one != other and (c == d or r == s or abs(c - d) == abs(r - s))

    def flanks(self, one: SpaceId, other: SpaceId) -> tuple[SpaceId, SpaceId] | None:
        """The two squares beside a diagonal step, or ``None`` when the step is not diagonal."""
        (c, r), (d, s) = parse_square(one), parse_square(other)
        if abs(c - d) != 1 or abs(r - s) != 1:
            return None
        return format_square(d, r), format_square(c, s)

    def is_closed_flank(self, flank: SpaceId, one: SpaceId, other: SpaceId) -> bool:
        """Whether terrain, a wall or its height closes this flank of the diagonal step (AMB-17, AMB-18).

        A flank lower than the step is clear, walls beside it included; a higher one is closed.
        """
        low, high = sorted((self.level(one), self.level(other)))
        level = self.level(flank)
        if level > high:
            return True
        if level < low:
            return False
        return self.has(flank, Terrain.BLOCKING) or edge(flank, one) in self.walls or edge(flank, other) in self.walls

    def is_adjacent(self, one: SpaceId, other: SpaceId) -> bool:
        """Whether two squares are adjacent: touching, on one level or a ramp, nothing closing the way.

        Who stands between or beside them does not matter (HC-ADJ-07, HC-MULTI-03).
        """
        return other in _adjacent(self, one)

    def _is_adjacent(self, one: SpaceId, other: SpaceId) -> bool:
        if self.level(one) != self.level(other) and edge(one, other) not in self.ramps:  # HC-ADJ-05, -06, HC-TERR-42
            return False
        flanks = self.flanks(one, other)
        if flanks is None:
            return edge(one, other) not in self.walls  # HC-ADJ-03, HC-TERR-22
        return not all(self.is_closed_flank(flank, one, other) for flank in flanks)  # HC-ADJ-07

    def is_beside(self, one: SpaceId, other: SpaceId) -> bool:
        """Whether two squares would be adjacent if all heights were one level."""
        if one == other or self.distance(one, other) != 1:
            return False
        flanks = self.flanks(one, other) or ()
        closed = [
            self.has(flank, Terrain.BLOCKING) or {edge(flank, one), edge(flank, other)} & self.walls for flank in flanks
        ]
        return not all(closed) if flanks else edge(one, other) not in self.walls

    def adjacent(self, space: SpaceId) -> tuple[SpaceId, ...]:
        """The squares adjacent to this one, in reading order."""
        return _adjacent(self, space)

    def with_changes(
        self,
        *,
        removed_walls: Iterable[Edge] = (),
        markers: Iterable[tuple[SpaceId, str]] = (),
        objects: Iterable[SpaceId] = (),
    ) -> GridBoard:
        """The board after walls fell, markers were laid and objects were set down (HC-TERR-16, -29..39)."""
        tiles = list(self.tiles)
        laid = [(self._index[space], kind) for space, kind in markers]
        for here, kind in sorted(laid, key=lambda mark: mark[1] != "debris"):  # debris first: it clears what is printed
            terrain = tiles[here].terrain
            if kind == "debris":
                terrain -= {Terrain.BLOCKING}  # HC-TERR-30
            tiles[here] = replace(tiles[here], terrain=terrain | {MARKER_TERRAIN[kind]})
        for space in objects:
            here = self._index[space]
            tiles[here] = replace(tiles[here], terrain=tiles[here].terrain | {Terrain.HINDERING})  # HC-OBJ-11
        gone = {edge(a, b) for a, b in removed_walls}
        return replace(self, tiles=tuple(tiles), walls=self.walls - gone)


@lru_cache(maxsize=64)
def _names(columns: int, rows: int) -> tuple[tuple[SpaceId, ...], Mapping[SpaceId, int]]:
    spaces = tuple(format_square(column, row) for row in range(rows) for column in range(columns))
    return spaces, {space: here for here, space in enumerate(spaces)}


@lru_cache(maxsize=16384)
def _neighbours(columns: int, rows: int, space: SpaceId) -> tuple[SpaceId, ...]:
    column, row = parse_square(space)
    around = ((column + dc, row + dr) for dc, dr in DIRECTIONS)
    return tuple(format_square(c, r) for c, r in around if 0 <= c < columns and 0 <= r < rows)


@lru_cache(maxsize=4096)
def _within(columns: int, rows: int, distance: int, starts: tuple[SpaceId, ...]) -> tuple[SpaceId, ...]:
    near = set[int]()
    for column, row in map(parse_square, starts):
        across = range(max(0, column - distance), min(columns, column + distance + 1))
        down = range(max(0, row - distance), min(rows, row + distance + 1))
        near.update(r * columns + c for r in down for c in across)
    spaces, _ = _names(columns, rows)
    return tuple(spaces[here] for here in sorted(near))


@lru_cache(maxsize=32768)
def _adjacent(board: GridBoard, space: SpaceId) -> tuple[SpaceId, ...]:
    return tuple(other for other in board.neighbours(space) if board._is_adjacent(space, other))
