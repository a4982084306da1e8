"""A picture of a reach: every square in which a move may end, with the number of squares to get there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.cli.picture.fields import LEAST_PX, draw_outline, draw_title
from companion.cli.picture.ground import draw_borders, draw_labels, draw_pieces, draw_squares
from companion.cli.picture.legend import MOVE, Entry, Legend
from companion.cli.picture.sheet import FINE, Sheet
from companion.core.ids import SpaceId

if TYPE_CHECKING:
    from companion.interchange.position import Position

__all__ = ["draw_reach"]


def draw_reach(
    table: Position, costs: Mapping[SpaceId, int], title: str, legend: Sequence[Entry], out: str, photo: Any = None
) -> None:
    """Nothing: the picture of the reach stands in the file ``out``."""
    samples = Legend(legend, table.board.columns, LEAST_PX)
    sheet = Sheet(table, photo=photo, least_px=LEAST_PX, foot_px=samples.height_px)
    draw_squares(sheet)
    for space in costs:
        sheet.pen.rectangle(sheet.box(space), fill=(*MOVE, 44))
    draw_borders(sheet)
    draw_labels(sheet)
    draw_outline(sheet, tuple(costs), MOVE)
    draw_pieces(sheet)
    for space, cost in costs.items():
        if table.occupancy.on(space) is None:
            _draw_number(sheet, space, cost)
    draw_title(sheet, title)
    samples.draw(sheet)
    sheet.save(out)


def _draw_number(sheet: Sheet, space: SpaceId, cost: int) -> None:
    x, y = sheet.middle(space)
    half = 12 * FINE
    sheet.pen.ellipse((x - half, y - half, x + half, y + half), fill=(255, 255, 255, 225), outline=MOVE, width=FINE)
    sheet.write((x, y), str(cost), 15, MOVE)
