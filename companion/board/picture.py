"""The drawing of a board, as a value: screens, reports and pictures draw the same one, each in its own way.

    GridDrawing(board)   which square is drawn where; a map higher than wide may lie on its side
    BoardPicture         tiles, walls, doors, tokens, things, a line, a field, ways gone; in squares
    AreaPicture          zones, walls, doors, spaces, tokens, a line: points of the map

Nothing here has a colour or a pixel, and nothing here knows a game: what a game draws, its adapter puts in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.board.grid import GridBoard
from companion.board.lines import SightLine
from companion.board.spaces import Edge, Terrain, Verdict
from companion.board.squares import parse_square
from companion.core.ids import PieceId, SpaceId

Place = tuple[int, int]  # column and row, as drawn
Point = tuple[float, float]  # in squares from the top left corner of the board; on areas, in the map's own measure
Segment = tuple[Place, Place]  # two grid corners
Box = tuple[int, int, int, int]  # grid corners: left, top, right, bottom
Field = tuple[tuple[int, int, str], ...]  # column, row, verdict of every square that an overlay speaks of

_TURNED = {"N": "W", "E": "N", "S": "E", "W": "S"}  # sides of a map that lies on its side


@dataclass(frozen=True, slots=True)
class Tile:
    """A square as drawn: where, which terrain, what is over it."""

    space: SpaceId
    column: int
    row: int
    kinds: tuple[str, ...] = ()  # of terrain, what is drawn first in front
    elevation: int = 1
    reach: int | None = None  # squares to get there, when a figure is chosen
    starting: str = ""  # whose starting area it is
    indoor: bool = False
    name: str = ""  # what people call it, where its id is no word of theirs
    spot: str = ""  # a printed space of a map of zones: ``plain``, or for an ``interaction``

    @property
    def terrain(self) -> str:
        """Return the terrain that colours the square."""
        return self.kinds[0] if self.kinds else "starting" if self.starting else "clear"


@dataclass(frozen=True, slots=True)
class Token:
    """A figure as drawn."""

    piece: PieceId
    label: str
    name: str
    seat: str
    column: float
    row: float
    width: int = 1
    height: int = 1
    tokens: int = 0
    chosen: bool = False
    target: bool = False  # a legal target of the chosen figure
    waiting: bool = False  # the hands have still to put it here
    done: bool = False
    may_be_lifted: bool = False  # a finger may drag it
    facing: str = ""  # N, E, S or W as drawn, in games that have facings
    lying: bool = False  # drawn flat
    sunken: bool = False  # drawn in a pit
    health: tuple[int, int] | None = None  # what is left of it, and of how much; nothing where it is not known
    friend: bool = False  # a target of its own side, to be helped

    @property
    def places(self) -> tuple[Place, ...]:
        """Return the squares under it."""
        left, top = int(self.column), int(self.row)
        return tuple((left + c, top + r) for r in range(self.height) for c in range(self.width))


@dataclass(frozen=True, slots=True)
class Door:
    """A door as drawn: the side of a square it stands in, and what it is now (closed, open, barricaded, hidden)."""

    at: Segment
    now: str


@dataclass(frozen=True, slots=True)
class Thing:
    """An object as drawn: one letter, the ring of its weight; one that is held lies on the corner of its holder."""

    object: PieceId
    label: str
    column: int
    row: int
    weight: str = ""
    special: bool = False
    held: bool = False
    name: str = ""  # what people call it, where its id is no word of theirs


@dataclass(frozen=True, slots=True)
class Line:
    """A line of sight as drawn; the verdict ``close`` is a close attack's."""

    start: Point
    end: Point
    verdict: str
    crossed: tuple[Place, ...] = ()
    causes: tuple[Place, ...] = ()
    label: str = ""  # the verdict in words, and the range
    borders: tuple[Segment, ...] = ()  # walls among the causes


@dataclass(frozen=True, slots=True)
class Way:
    """A trace from square to square: a ``move``, a ``knock`` back, or an ``attack`` with its verdict."""

    kind: str
    points: tuple[Point, ...]
    verdict: str = ""
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Plate:
    """The name of a zone as drawn: from its first square on, as many squares wide."""

    words: str
    column: int
    row: int
    width: int


AROUND = 1  # dark squares that are shown around what is known: where it may go on


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board of squares as drawn; ``columns`` × ``rows`` may be the map turned by a quarter."""

    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    walls: tuple[Segment, ...] = ()
    rims: tuple[Segment, ...] = ()  # where the level changes
    ramps: tuple[tuple[Place, Place], ...] = ()  # the two squares of each stair or ladder
    edge_labels: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # along the top, down the side
    tokens: tuple[Token, ...] = ()
    line: Line | None = None
    field: Field | None = None  # the overlay of the chosen figure
    objects: tuple[Thing, ...] = ()
    debris: tuple[Place, ...] = ()
    markers: tuple[Place, ...] = ()
    doors: tuple[Door, ...] = ()
    ways: tuple[Way, ...] = ()
    outlined: tuple[Place, ...] = ()  # squares within one outline: who looks
    trail: tuple[Place, ...] = ()  # squares of the last move, before and after
    asked: tuple[tuple[Place, str], ...] = ()  # spaces that a question is about, and how the answers call them
    led: tuple[Place, ...] = ()  # squares of what a led game leads to: a space, or whoever stands there
    plates: tuple[Plate, ...] = ()  # of zones; on a board that has some, no lines are drawn within a zone

    @property
    def explored(self) -> Box | None:
        """The squares from the left, top to the right, bottom among which all lie that are known, with ``AROUND`` more
        on every side; ``None`` where all of the board is known, or none of it.
        """
        known = [tile for tile in self.tiles if tile.terrain != "unknown"]
        if not known or len(known) == len(self.tiles):
            return None
        columns, rows = [tile.column for tile in known], [tile.row for tile in known]
        left, top = max(0, min(columns) - AROUND), max(0, min(rows) - AROUND)
        return left, top, min(self.columns, max(columns) + 1 + AROUND), min(self.rows, max(rows) + 1 + AROUND)

    @property
    def shown(self) -> Box:
        """The squares that are drawn: what is explored, else the whole board."""
        return self.explored or (0, 0, self.columns, self.rows)


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """A zone as drawn; ``verdict`` when the line passes through it."""

    name: str
    outline: tuple[Point, ...]
    level: int  # above the lowest zone
    elevation: int = 0
    smoke: int = 0
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Barrier:
    """A ``wall``, a ``door`` that is shut, a door that stands ``ajar``, or a wall with a ``gap``."""

    kind: str
    line: tuple[Point, ...]
    is_cause: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A space of a map of zones as drawn: plain, for an ``interaction``, or a ``marker`` that many share."""

    at: Point
    label: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """An object that lies on a map of zones."""

    name: str
    outline: tuple[Point, ...]
    is_cause: bool = False


@dataclass(frozen=True, slots=True)
class Stander:
    """A figure on a spot; ``place`` counts those who share a marker."""

    name: str
    seat: str
    at: Point
    place: int = 0
    is_cause: bool = False


@dataclass(frozen=True, slots=True)
class AreaPicture:
    """A map of zones as drawn, in its own measure; ``radius`` is that of a space."""

    zones: tuple[DrawnZone, ...]
    radius: float
    is_linked: bool  # lines are printed between markers, which many share
    links: tuple[tuple[Point, Point], ...] = ()
    barriers: tuple[Barrier, ...] = ()
    spots: tuple[Spot, ...] = ()
    blocks: tuple[Block, ...] = ()
    standers: tuple[Stander, ...] = ()
    line: Line | None = None


class GridDrawing:
    """The layout of a drawn board of squares; ``is_turned``: the map lies on its side, to fill a tablet."""

    is_to_scale = True

    def __init__(self, board: GridBoard, *, is_turned: bool = False) -> None:
        self.board, self.is_turned = board, is_turned
        self.columns, self.rows = (board.rows, board.columns) if is_turned else (board.columns, board.rows)
        letters = tuple(format_column(index) for index in range(board.columns))
        numbers = tuple(str(index + 1) for index in range(board.rows))
        self.labels = (numbers, letters[::-1]) if is_turned else (letters, numbers)
        self._walls = tuple(self.segment(wall) for wall in sorted(board.walls))
        self._ramps = tuple((self.place(ramp.a), self.place(ramp.b)) for ramp in sorted(board.ramps))
        self._rims = tuple(self._rim_segments())
        self._printed = tuple(self.tile(space) for space in board.spaces)

    def place(self, space: SpaceId) -> Place:
        """Return the place where a square is drawn."""
        column, row = parse_square(space)
        return (row, self.board.columns - 1 - column) if self.is_turned else (column, row)

    def middle(self, space: SpaceId) -> Point:
        """The middle of a square."""
        column, row = self.place(space)
        return column + 0.5, row + 0.5

    def space_at(self, column: int, row: int) -> SpaceId | None:
        """The square drawn there, or ``None``."""
        if self.is_turned:
            column, row = self.board.columns - 1 - row, column
        return self.board.at(column, row)

    def segment(self, border: Edge) -> Segment:
        """The grid corners that the border of two squares runs between."""
        return self._border(*parse_square(border.a), *parse_square(border.b))

    def turned(self, facing: str) -> str:
        """A side of the map (N, E, S, W) as drawn."""
        return _TURNED[facing] if self.is_turned else facing

    def tile(self, space: SpaceId, reach: int | None = None) -> Tile:
        """A square with what is printed on it."""
        printed = self.board.tile(space)
        drawn = (Terrain.BLOCKING, Terrain.WATER, Terrain.HINDERING)
        kinds = tuple(kind.value for kind in drawn if kind in printed.terrain)
        starting = str(printed.starting or "")
        return Tile(space, *self.place(space), kinds, printed.elevation, reach, starting, printed.indoor)

    def base(self, spaces: Collection[SpaceId]) -> tuple[int, int, int, int]:
        """The left column, top row, width and height of these squares together."""
        places = [self.place(space) for space in spaces]
        left, top = min(column for column, _ in places), min(row for _, row in places)
        right, bottom = max(column for column, _ in places), max(row for _, row in places)
        return left, top, right - left + 1, bottom - top + 1

    def picture(
        self,
        *,
        tokens: Iterable[Token] = (),
        reach: Mapping[SpaceId, int] | None = None,
        line: Line | None = None,
        field: Field | None = None,
        objects: Iterable[Thing] = (),
        debris: Collection[SpaceId] = (),
    ) -> BoardPicture:
        """The whole board as it is printed, with these figures on it."""
        tiles = self._printed
        if reach:
            tiles = tuple(replace(tile, reach=reach[tile.space]) if tile.space in reach else tile for tile in tiles)
        return BoardPicture(
            self.columns,
            self.rows,
            tiles,
            self._walls,
            self._rims,
            self._ramps,
            self.labels,
            tuple(tokens),
            line,
            field,
            tuple(objects),
            tuple(self.place(space) for space in debris),
        )

    def field(self, field: Mapping[SpaceId, Verdict] | None) -> Field | None:
        """An overlay as drawn, or ``None``."""
        if field is None:
            return None
        return tuple((*self.place(space), verdict.value) for space, verdict in field.items())

    def line(self, line: SightLine, *, label: str = "", is_close: bool = False) -> Line:
        """A line as drawn; one of a close attack names no causes."""
        causes = [cause.square or (cause.edge.a if cause.edge else None) for cause in line.causes]
        return Line(
            self.middle(line.start),
            self.middle(line.end),
            "close" if is_close else line.verdict.value,
            tuple(self.place(space) for space in line.crossed),
            () if is_close else tuple(self.place(space) for space in causes if space),
            label,
        )

    def _rim_segments(self) -> Iterator[Segment]:
        """The borders of neighbouring squares on different levels."""
        board = self.board
        for space in board.spaces:
            column, row = parse_square(space)
            for c, r in ((column + 1, row), (column, row + 1)):
                other = board.at(c, r)
                if other is not None and board.level(other) != board.level(space):
                    yield self._border(column, row, c, r)

    def _border(self, a: int, b: int, c: int, d: int) -> Segment:
        left, top = max(a, c), max(b, d)
        ends = ((left, top), (left, top + 1)) if b == d else ((left, top), (left + 1, top))
        if not self.is_turned:
            return ends
        (x0, y0), (x1, y1) = ((y, self.board.columns - x) for x, y in ends)
        return (x0, y0), (x1, y1)


def filling(board: GridBoard) -> GridDrawing:
    """The drawing that fills a tablet: a map higher than wide lies on its side."""
    return GridDrawing(board, is_turned=board.rows > board.columns)


def format_column(index: int) -> str:
    """The letters of a column: A … Z, AA …"""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
