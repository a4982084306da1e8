"""A picture of a whole field: what is seen, or what is threatened after one move, by tint and pattern.

. / #      clear, hindered, blocked        ┏━━┓ where a move may end, outlined
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.board import Verdict, parse_square
from companion.cli.picture.ground import draw_borders, draw_labels, draw_pieces, draw_squares
from companion.cli.picture.legend import MOVE, Entry, Legend, draw_pattern
from companion.cli.picture.sheet import EDGE, FINE, INK, Sheet
from companion.core.ids import SpaceId

if TYPE_CHECKING:
    from companion.interchange.position import Position

__all__ = ["LEAST_PX", "draw_field", "draw_outline", "draw_title"]

LEAST_PX = 560  # the width a title and a legend can use on small boards too


def draw_field(
    table: Position,
    field: Mapping[SpaceId, Verdict],
    starts: Collection[SpaceId],
    title: str,
    legend: Sequence[Entry],
    out: str,
    *,
    reach: Collection[SpaceId] = (),
    photo: Any = None,
) -> None:
    """Nothing: the picture of the field stands in the file ``out``; ``starts`` is who looks."""
    samples = Legend(legend, table.board.columns, LEAST_PX)
    sheet = Sheet(table, photo=photo, least_px=LEAST_PX, foot_px=samples.height_px)
    draw_squares(sheet)
    for space, verdict in field.items():
        draw_pattern(sheet, sheet.box(space), verdict)
    draw_borders(sheet)
    draw_labels(sheet)
    draw_outline(sheet, reach, MOVE)
    draw_outline(sheet, starts, INK)
    draw_pieces(sheet)
    draw_title(sheet, title)
    samples.draw(sheet)
    sheet.save(out)


def draw_outline(sheet: Sheet, spaces: Collection[SpaceId], colour: tuple[int, int, int]) -> None:
    """Nothing: a line runs around these squares, white-edged to be seen on any ground."""
    inside = set(spaces)
    sides = []
    for space in inside:
        column, row = parse_square(space)
        for dx, dy, ends in (
            (0, -1, ((0, 0), (1, 0))), (0, 1, ((0, 1), (1, 1))), (-1, 0, ((0, 0), (0, 1))), (1, 0, ((1, 0), (1, 1)))
        ):  # fmt: skip
            if sheet.board.at(column + dx, row + dy) not in inside:
                sides.append(tuple(sheet.corner(column + x, row + y) for x, y in ends))
    for width, tint in ((7, (255, 255, 255)), (4, colour)):
        for one, other in sides:
            half = width * FINE // 2
            box = (one[0] - half, one[1] - half, other[0] + half, other[1] + half)  # square ends close the corners
            sheet.pen.rectangle(box, fill=tint)


def draw_title(sheet: Sheet, title: str) -> None:
    """Nothing: the title stands above the board."""
    sheet.write_in((EDGE * FINE, 40 * FINE), title, 20, sheet.width - 2 * EDGE, INK)
