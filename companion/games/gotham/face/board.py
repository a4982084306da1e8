"""The board as drawn: zones cut into squares, walls and heights between them, figures fanned out, tokens and their age.

┌──────┬──────┐     a zone is all the squares whose middle lies in its outline
│ roof ╎ roof │     ╎ posts: adjacent   ║ a wall, or no way   red: a climb, a jump, another level
├──────╪══════┤     figures stand side by side in their zone, tokens along its lower edge
│ River: tiles│     below the board the River, a tile after the other: a tap activates it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby

from companion.board.areas.map import border
from companion.board.areas.outlines import Outline
from companion.board.labels import initials
from companion.board.picture import BoardPicture, Door, Place, Plate, Segment, Thing, Tile, Token
from companion.core.ids import PieceId, SpaceId, ZoneId
from companion.documents import Node
from companion.games.gotham.board import Board
from companion.games.gotham.content.settings import TOKENS
from companion.games.gotham.face.view import MissionView
from companion.games.gotham.scenario.boards import outlines_of

COLUMNS = 15  # squares across a drawn map
ROW = 3  # squares a side of a zone that no map draws
RIVER = "river:"  # what the places of tiles begin with
TILE = 2  # squares a tile of the River is wide


class ZoneDrawing:
    """The drawing of zones: which square belongs to which zone, and where a zone's squares are."""

    def __init__(self, board: Board, document: Mapping[str, object]) -> None:
        self.board = board
        outlines = outlines_of(Node("the record", "map", document["map"])) if "map" in document else {}
        self.is_to_scale = bool(outlines)
        self._places = dict(_cut(outlines) if outlines else _in_rows(board))
        self.columns = max(column for column, _ in self._places) + 1
        self.rows = max(row for _, row in self._places) + 1
        self.river: tuple[str, ...] = ()
        self.squares: dict[ZoneId, list[Place]] = {}
        for place, zone in sorted(self._places.items(), key=lambda entry: (entry[0][1], entry[0][0])):
            self.squares.setdefault(zone, []).append(place)

    def space_at(self, column: int, row: int) -> SpaceId | None:
        """The zone drawn there, or the tile of the River."""
        zone = self._places.get((column, row)) or self.tiles().get((column, row))
        return SpaceId(zone) if zone is not None else None

    def tiles(self) -> dict[Place, str]:
        """The squares of the River: as many tiles a row as there is room for."""
        across = max(1, self.columns // TILE)
        return {
            (number % across * TILE + part, self.rows + number // across): RIVER + tile
            for number, tile in enumerate(self.river)
            for part in range(TILE)
        }

    def place(self, space: SpaceId) -> Place:
        """The first square of a zone."""
        return self.squares[ZoneId(space)][0]

    def seams(self) -> Iterator[tuple[Segment, ZoneId, ZoneId]]:
        """Every side of a square at which one zone meets another."""
        for (column, row), zone in sorted(self._places.items()):
            for c, r, ends in (
                (column + 1, row, ((column + 1, row), (column + 1, row + 1))),
                (column, row + 1, ((column, row + 1), (column + 1, row + 1))),
            ):
                other = self._places.get((c, r))
                if other is not None and other != zone:
                    yield ends, zone, other


def _cut(outlines: Mapping[ZoneId, Outline]) -> Iterator[tuple[Place, ZoneId]]:
    """The squares of a drawn map."""
    corners = [corner for outline in outlines.values() for corner in outline]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    wide, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    unit = wide / COLUMNS
    for row in range(round(high / unit)):
        for column in range(COLUMNS):
            point = (left + (column + 0.5) * unit, top + (row + 0.5) * unit)
            zone = next((name for name, outline in outlines.items() if _is_in(point, outline)), None)
            if zone is not None:
                yield (column, row), zone


def _is_in(point: tuple[float, float], outline: Outline) -> bool:
    """Whether the point lies inside, by how often a ray to the right meets the rim."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside


def _in_rows(board: Board) -> Iterator[tuple[Place, ZoneId]]:
    """Zones that no map draws: blocks, the highest row on top."""
    levels = sorted({zone.elevation for zone in board.zones.values()}, reverse=True)
    for line, level in enumerate(levels):
        for number, zone in enumerate(name for name, one in board.zones.items() if one.elevation == level):
            yield from (
                ((number * ROW + column, line * ROW + row), zone) for row in range(ROW) for column in range(ROW)
            )


def board_picture(
    drawing: ZoneDrawing,
    view: MissionView,
    names: Mapping[str, str],
    *,
    chosen: PieceId | None = None,
    reach: Mapping[SpaceId, int] | None = None,
    targets: Collection[PieceId] = (),
) -> BoardPicture:
    """Draw the table."""
    broken = {border(*map(ZoneId, pair.split("|"))) for pair in view.broken}
    board, drawing.river = drawing.board, view.river
    walls: list[Segment] = []
    rims: list[Segment] = []
    doors: list[Door] = []
    for ends, one, other in drawing.seams():
        limit = board.limit(one, other)
        if not board.are_adjacent(one, other) and border(one, other) not in broken:
            passable = limit is not None and any(high is not None for high in (limit.jump, limit.climb, limit.fall))
            (rims if passable else walls).append(ends)
        elif board.zones[one].elevation != board.zones[other].elevation:
            rims.append(ends)
        if board.are_adjacent(one, other) or border(one, other) in broken:
            doors.append(Door(ends, "open"))
    lowest = min(zone.elevation for zone in board.zones.values())
    tiles = tuple(
        Tile(
            SpaceId(zone),
            *place,
            _kinds(drawing, view, zone),
            board.zones[zone].elevation - lowest + 1,
            (reach or {}).get(SpaceId(zone)),
        )
        for zone, places in drawing.squares.items()
        for place in places
    )
    row_of_tiles = drawing.tiles()
    for column, row in list(row_of_tiles)[::TILE]:
        right, low = column + TILE, row + 1
        rims += [
            ((column, row), (right, row)),
            ((column, low), (right, low)),
            ((column, row), (column, low)),
            ((right, row), (right, low)),
        ]
    tiles += tuple(
        Tile(SpaceId(tile), *place, ("starting",), 1, (reach or {}).get(SpaceId(tile)), name=_tile_name(tile, names))
        for place, tile in row_of_tiles.items()
    )
    return BoardPicture(
        drawing.columns,
        max((row + 1 for _, row in row_of_tiles), default=drawing.rows),
        tiles,
        tuple(walls),
        tuple(rims),
        tokens=tuple(_standers(drawing, view, names, chosen, targets)),
        objects=(*_tasks(drawing, view, names), *_tokens(drawing, view, names)),
        doors=tuple(doors),
        plates=(*_names(drawing, names), *_river(drawing, names, view.tile)),
    )


def _names(drawing: ZoneDrawing, names: Mapping[str, str]) -> Iterator[Plate]:
    """Each zone's name, with its level."""
    for zone, squares in drawing.squares.items():
        (column, row), level = squares[0], drawing.board.zones[zone].elevation
        width = sum(place[1] == row for place in squares)
        yield Plate(names.get(zone, zone) + (f" {level:+d}" if level else ""), column, row, width)


def _river(drawing: ZoneDrawing, names: Mapping[str, str], now: str) -> Iterator[Plate]:
    """Each tile's name; the one that acts is marked."""
    for (column, row), tile in list(drawing.tiles().items())[::TILE]:
        is_now = tile == f"{RIVER}{now}"
        yield Plate(("» " if is_now else "") + _tile_name(tile, names), column, row, TILE)


def _tile_name(tile: str, names: Mapping[str, str]) -> str:
    name = tile.removeprefix(RIVER)
    return names.get(name, name)


def _kinds(drawing: ZoneDrawing, view: MissionView, zone: ZoneId) -> tuple[str, ...]:
    printed = drawing.board.zones[zone]
    lying = {token.kind for token in view.tokens if token.zone == zone}
    ground = (("rough", printed.difficult), ("danger", printed.dangerous))
    return (*(kind for kind, is_printed in ground if is_printed), *(kind for kind in TOKENS if kind in lying))


def _standers(
    drawing: ZoneDrawing,
    view: MissionView,
    names: Mapping[str, str],
    chosen: PieceId | None,
    targets: Collection[PieceId],
) -> Iterator[Token]:
    """The figures of each zone, one a square; where there are more, closer together."""
    standing = sorted(
        (figure for figure in view.figures if figure.zone is not None and not figure.neutralised),
        key=lambda figure: figure.zone or "",
    )
    labels = initials({figure.id: names.get(figure.id, figure.id) for figure in view.figures})
    for zone, group in groupby(standing, key=lambda figure: figure.zone):
        assert zone is not None
        squares = drawing.squares[zone]
        figures = list(group)
        for number, figure in enumerate(figures):
            column, row = spread(squares, number, len(figures))
            yield Token(
                figure.id,
                labels[figure.id],
                names.get(figure.id, figure.id),
                figure.seat,
                column,
                row,
                tokens=figure.binds,
                chosen=figure.id == chosen,
                target=figure.id in targets,
                done=figure.over,
                lying=figure.lying,
            )


def spread(squares: list[Place], number: int, count: int) -> tuple[float, float]:
    """Return the place of a figure among so many: in rows below the zone's name, fanned out where a row is full."""
    rows = sorted({row for _, row in squares})[1:] or [squares[0][1]]
    lines = rows[: 1 if count <= len(squares) // (len(rows) + 1) else len(rows)]
    a_row = -(-count // len(lines))
    line, place = lines[number // a_row], number % a_row
    columns = [column for column, row in squares if row == line]
    here = min(a_row, count - number // a_row * a_row)
    if here <= len(columns):
        return float(columns[place]), float(line)
    return columns[0] + (columns[-1] - columns[0]) * place / (here - 1), float(line)


def _tokens(drawing: ZoneDrawing, view: MissionView, names: Mapping[str, str]) -> Iterator[Thing]:
    """Tokens along the last squares of their zone: the letters of their name, heavy once they have lain a turn."""
    letters = initials({PieceId(kind): names.get(kind, kind) for kind in TOKENS})
    for zone, squares in drawing.squares.items():
        lying = [token for token in view.tokens if token.zone == zone]
        for number, token in enumerate(lying[: len(squares)]):
            column, row = squares[-1 - number]
            weight, name = "heavy" if token.age else "light", names.get(token.kind, token.kind)
            yield Thing(PieceId(f"{zone}-{number}"), letters[PieceId(token.kind)], column, row, weight, name=name)


def _tasks(drawing: ZoneDrawing, view: MissionView, names: Mapping[str, str]) -> Iterator[Thing]:
    """The tasks still to be done, each by its name along a row of its zone: the last one, of several those above it."""
    lying: Counter[ZoneId] = Counter()
    letters = initials({PieceId(task): names.get(task, task) for task, _ in view.tasks})
    for task, zone in view.tasks:
        squares = drawing.squares[zone]
        lying[zone] += 1
        rows = sorted({row for _, row in squares})
        row = rows[-min(lying[zone], len(rows))]
        for column in (at for at, line in squares if line == row):
            yield Thing(PieceId(task), letters[PieceId(task)], column, row, name=names.get(task, task))
