"""A picture of one line of sight: green clear, amber hindered, red blocked.

crossed squares in the line's tint, causes outlined, the verdict in words above the board
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.board import SightLine, Verdict
from companion.cli.picture.ground import draw_borders, draw_labels, draw_pieces, draw_squares
from companion.cli.picture.sheet import EDGE, FINE, INK, QUIET, VERDICTS, Sheet

if TYPE_CHECKING:
    from companion.interchange.position import Position

__all__ = ["draw_line"]


def draw_line(table: Position, line: SightLine, words: Sequence[str], out: str, photo: Any = None) -> None:
    """Nothing: the picture of the line stands in the file ``out``, the verdict in words above it."""
    sheet = Sheet(table, photo=photo)
    draw_squares(sheet)
    for space in line.crossed:
        sheet.pen.rectangle(sheet.box(space), fill=(*VERDICTS[line.verdict], 46))
    draw_borders(sheet)
    draw_labels(sheet)
    _draw_answer(sheet, line)
    draw_pieces(sheet)
    _draw_head(sheet, words, line.verdict)
    sheet.save(out)


def _draw_answer(sheet: Sheet, line: SightLine) -> None:
    colour = VERDICTS[line.verdict]
    for cause in line.causes:
        squares = [cause.square] if cause.square else []
        if cause.piece:
            squares = list(sheet.table.occupancy[cause.piece].spaces)
        for square in squares:
            sheet.pen.rectangle(sheet.box(square, 0.03), outline=colour, width=5 * FINE)
        if cause.edge:
            sheet.pen.line(sheet.border(cause.edge), colour, 9 * FINE)
    ends = (*sheet.middle(line.start), *sheet.middle(line.end))
    sheet.pen.line(ends, (255, 255, 255), 8 * FINE)
    sheet.pen.line(ends, colour, 4 * FINE)
    for space in (line.start, line.end):
        x, y = sheet.middle(space)
        dot = 6 * FINE
        sheet.pen.ellipse((x - dot, y - dot, x + dot, y + dot), fill=colour, outline=(255, 255, 255), width=2 * FINE)


def _draw_head(sheet: Sheet, words: Sequence[str], verdict: Verdict) -> None:
    left, top = EDGE * FINE, 20 * FINE
    sheet.pen.rounded_rectangle((left, top, left + 14 * FINE, top + 44 * FINE), 4 * FINE, fill=VERDICTS[verdict])
    reasons = "   ".join(" ".join(reason.split()) for reason in words[1:])
    room = sheet.width - EDGE - 26 - 8
    sheet.write_in((left + 26 * FINE, top + (14 if reasons else 22) * FINE), words[0], 20, room, INK)
    sheet.write_in((left + 26 * FINE, top + 36 * FINE), reasons, 12, room, QUIET)
