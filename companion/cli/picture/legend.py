"""The patterns of a field, and the legend that says what they mean: told apart without seeing colours.

clear     a tint              ┌────┐ ┌────┐ ┌────┐
hindered  lines one way       │    │ │////│ │XXXX│
blocked   lines both ways     └────┘ └────┘ └────┘
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board import Verdict
from companion.cli.picture.sheet import CELL, EDGE, FINE, INK, VERDICTS, Sheet, width_of

__all__ = ["MOVE", "Entry", "Legend", "draw_pattern"]

TINTS = {Verdict.CLEAR: (34, 139, 84, 78), Verdict.HINDERED: (214, 134, 8, 84), Verdict.BLOCKED: (52, 44, 48, 104)}
HATCH = {Verdict.HINDERED: (150, 82, 0), Verdict.BLOCKED: (112, 24, 32)}
WIDTH = {Verdict.HINDERED: 4, Verdict.BLOCKED: 3}  # of the lines, before the sheet is reduced
LIGHT = (255, 255, 255, 60)  # beside every line, for dark ground and photographs
MOVE = (0, 92, 190)  # where a move may end
HALF = CELL // 4  # pixels from a square's corner to its first line, and half of the way from line to line
ROW, SWATCH, SIZE, GAP = 28, 30, 15, 6  # pixels: a row of the legend, a sample, its words, the space around

Entry = tuple[Verdict | str, str]  # a verdict, or "move" for an outline; the words beside it
Box = tuple[int, int, int, int]


def draw_pattern(sheet: Sheet, box: Box, verdict: Verdict) -> None:
    """Nothing: the box has the verdict's tint and lines; those of neighbouring squares run on."""
    sheet.pen.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=TINTS[verdict])
    if verdict is Verdict.CLEAR:
        return
    left, top, right, bottom = box
    wide, high, step = right - left, bottom - top, 2 * HALF * FINE
    lines = []
    for offset in range(HALF * FINE, wide + high, step):  # x + y = offset
        x0, x1 = min(offset, wide), max(0, offset - high)
        lines.append((left + x0, top + offset - x0, left + x1, top + offset - x1))
        if verdict is Verdict.BLOCKED:  # and its mirror image
            lines.append((right - x0, top + offset - x0, right - x1, top + offset - x1))
    for colour, width in ((LIGHT, WIDTH[verdict] + 2 * FINE), (HATCH[verdict], WIDTH[verdict])):
        for line in lines:
            sheet.pen.line(line, colour, width)


class Legend:
    """The entries of a legend in as many rows as the width needs."""

    def __init__(self, entries: Sequence[Entry], columns: int, least_px: int) -> None:
        self._rows: list[list[Entry]] = [[]]
        self._room = max(columns * CELL, least_px - 2 * EDGE)
        taken = 0.0
        for entry in entries:
            wide = _wide(entry)
            if self._rows[-1] and taken + wide > self._room:
                self._rows.append([])
                taken = 0.0
            self._rows[-1].append(entry)
            taken += wide

    @property
    def height_px(self) -> int:
        """What the foot of the sheet must leave for it."""
        return len(self._rows) * ROW + GAP

    def draw(self, sheet: Sheet) -> None:
        """Nothing: the legend stands at the foot of the sheet."""
        top = sheet.height - sheet.foot_px - GAP
        for number, row in enumerate(self._rows):
            at = float(EDGE)
            for kind, words in row:
                y = top + number * ROW + GAP
                box = tuple(round(part * FINE) for part in (at, y, at + SWATCH, y + 20))
                _draw_swatch(sheet, (box[0], box[1], box[2], box[3]), kind)
                sheet.write(((at + SWATCH + 8) * FINE, (y + 10) * FINE), words, SIZE, INK, "lm")
                at += _wide((kind, words))


def _draw_swatch(sheet: Sheet, box: Box, kind: Verdict | str) -> None:
    if isinstance(kind, Verdict):
        draw_pattern(sheet, box, kind)
        sheet.pen.rectangle(box, outline=VERDICTS[kind] if kind is Verdict.CLEAR else HATCH[kind], width=FINE)
    else:
        sheet.pen.rectangle(box, outline=MOVE, width=4 * FINE)


def _wide(entry: Entry) -> float:
    return SWATCH + 8 + width_of(entry[1], SIZE) + 22
