"""Answers of the command line as pictures: what was asked about becomes a board's picture, and that a PNG.

draw_line · draw_field · draw_reach     on squares, drawn or photographed        draw_area_line     on zones
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.board import SightLine, Verdict
from companion.board.areas import AreaMap, SpaceKind
from companion.board.picture import (
    AreaPicture,
    Barrier,
    Block,
    BoardPicture,
    DrawnZone,
    GridDrawing,
    Line,
    Spot,
    Stander,
    Thing,
    Token,
)
from companion.core.ids import PieceId, SpaceId
from companion.files import write_file
from companion.painting import LEAST_PX, Entry, Sheet, area_sheet, board_sheet, png_of

if TYPE_CHECKING:
    from companion.interchange.area_position import AreaPosition
    from companion.interchange.position import Position


def draw_line(table: Position, line: SightLine, words: Sequence[str], out: str, photo: bytes | None = None) -> None:
    """Draw one line of sight into the file ``out``: crossed squares, causes, the verdict in words above the board."""
    drawing = GridDrawing(table.board)
    causes: list[SpaceId] = []
    for cause in line.causes:
        causes += [cause.square] if cause.square else []
        causes += table.occupancy[cause.piece].spaces if cause.piece else ()
    drawn = replace(
        drawing.line(line),
        causes=tuple(drawing.place(space) for space in causes),
        borders=tuple(drawing.segment(cause.edge) for cause in line.causes if cause.edge),
    )
    sheet = Sheet(tuple(words), line.verdict.value, photo=photo)
    _write(replace(_board(table), line=drawn), sheet, out)


def draw_field(
    table: Position,
    field: Mapping[SpaceId, Verdict],
    starts: Collection[SpaceId],
    title: str,
    legend: Sequence[Entry],
    out: str,
    *,
    reach: Collection[SpaceId] = (),
    photo: bytes | None = None,
) -> None:
    """Draw what is seen, or threatened after one move, into the file ``out``; ``starts`` is who looks."""
    drawing = GridDrawing(table.board)
    picture = replace(
        _board(table, dict.fromkeys(reach, 0)),
        field=drawing.field(field),
        outlined=tuple(drawing.place(space) for space in starts),
    )
    _write(picture, Sheet((title,), "", tuple(legend), LEAST_PX, photo), out)


def draw_reach(
    table: Position,
    costs: Mapping[SpaceId, int],
    title: str,
    legend: Sequence[Entry],
    out: str,
    photo: bytes | None = None,
) -> None:
    """Draw where a move may end, with its numbers, into the file ``out``."""
    _write(_board(table, costs), Sheet((title,), "", tuple(legend), LEAST_PX, photo), out)


def draw_area_line(table: AreaPosition, line: SightLine, words: Sequence[str], out: str) -> None:
    """Draw one line of sight over zones into the file ``out``."""
    write_file(out, png_of(area_sheet(_areas(table, line), words)))


def _write(picture: BoardPicture, sheet: Sheet, out: str) -> None:
    write_file(out, png_of(board_sheet(picture, sheet)))


def _board(table: Position, reach: Mapping[SpaceId, int] | None = None) -> BoardPicture:
    """The position as drawn: figures with their whole names, objects and markers on their squares."""
    drawing = GridDrawing(table.board)
    tokens = [
        Token(piece.piece, piece.piece, piece.piece, piece.side, *drawing.base(piece.spaces))
        for piece in table.occupancy
    ]
    things = [Thing(PieceId(weight), "", *drawing.place(space), weight) for space, weight in table.objects]
    picture = drawing.picture(tokens=tokens, reach=reach, objects=things)
    return replace(picture, markers=tuple(drawing.place(space) for space, _ in table.markers))


def _areas(table: AreaPosition, line: SightLine) -> AreaPicture:
    areas = table.areas
    blamed = {cause.feature for cause in line.causes} | {cause.piece for cause in line.causes}
    lowest = min(zone.elevation for zone in areas.zones)
    zones = tuple(
        DrawnZone(
            zone.name,
            tuple(zone.outline),
            zone.elevation - lowest,
            zone.elevation,
            table.smoke.get(zone.name, 0),
            line.verdict.value if zone.name in line.zones else "",
        )
        for zone in areas.zones
    )
    links = tuple((areas.site(link.ends[0]).at, areas.site(link.ends[1]).at) for link in areas.links or ())
    ends = areas.site(line.start).at, areas.site(line.end).at
    return AreaPicture(
        zones,
        areas.space_radius,
        areas.links is not None,
        links,
        tuple(_barriers(areas, blamed)),
        _spots(areas),
        tuple(Block(token.name, tuple(token.outline), token.name in blamed) for token in areas.tokens),
        _standers(table, blamed),
        Line(*ends, line.verdict.value),
    )


def _barriers(areas: AreaMap, blamed: Collection[str | None]) -> list[Barrier]:
    walls = [
        Barrier("gap" if wall.name in areas.broken else "wall", wall.line, wall.name in blamed) for wall in areas.walls
    ]
    doors = [Barrier("ajar" if door.is_open else "door", door.line, door.name in blamed) for door in areas.doors]
    return walls + doors


def _spots(areas: AreaMap) -> tuple[Spot, ...]:
    kinds = {SpaceKind.INTERACTION: "interaction", SpaceKind.MARKER: "marker"}
    is_linked = areas.links is not None
    return tuple(
        Spot(site.at, "" if is_linked else site.name.partition(".")[2], kinds.get(site.kind, ""))
        for site in areas.sites
    )


def _standers(table: AreaPosition, blamed: Collection[str | None]) -> tuple[Stander, ...]:
    """The figures; those who share a marker stand below each other."""
    shared: dict[SpaceId, int] = {}
    standers = []
    for piece in table.pieces:
        space = piece.spaces[0]
        place = shared[space] = shared.get(space, -1) + 1
        at = table.areas.site(space).at
        standers.append(Stander(piece.piece, piece.side, at, place, piece.piece in blamed))
    return tuple(standers)
