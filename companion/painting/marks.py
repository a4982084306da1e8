"""Marks that lie on a board for a moment: where one may go, what is seen, a line with its verdict, ways gone."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.board.picture import BoardPicture, Line, Tile, Way
from companion.painting import palette
from companion.painting.canvas import Box, Canvas, Point, width_of
from companion.painting.grid import CELL, Grid, outlined
from companion.painting.ground import paint_doors

HALF = CELL // 4  # from a square's corner to the first line of its pattern, and half of the way from line to line


def paint_marks(canvas: Canvas, picture: BoardPicture, grid: Grid, *, is_seen: bool = False) -> None:
    """All that lies between the ground and the figures; ``is_seen``: a field lies there already."""
    canvas.rects([grid.box(place, 0.04) for place in picture.trail], palette.LIGHT, opacity=0.38)
    _field(canvas, picture, grid)
    has_field = is_seen or picture.field is not None
    _reach(canvas, picture, grid, has_field=has_field)
    if picture.line:
        boxes = [grid.box(place) for place in picture.line.crossed]
        canvas.rects(boxes, palette.VERDICTS[picture.line.verdict], opacity=0.18)
    outlined(canvas, grid.sides(picture.outlined), palette.LETTERS)
    for colour, line in ((palette.INK, 10.0), (palette.LIGHT, 6.0)):
        outlined(canvas, grid.sides(picture.led), colour, line)
    if picture.led or any(tile.reach is not None for tile in picture.tiles):
        paint_doors(canvas, picture, grid)  # no frame hides the way out
    for (column, row), words in picture.asked:
        at = grid.corner(column + 0.5, row + 0.5)
        canvas.words(at, words, 22, palette.MOVE, halo="#ffffff", bold=True)
    for way in picture.ways:
        if way.kind != "attack":
            _way(canvas, way, grid)
    if picture.line:
        paint_line(canvas, picture.line, grid)
        paint_flag(canvas, picture.line, grid)
    if not has_field and not picture.plates:
        _steps(canvas, picture, grid)


def _field(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """The patterns of a field; lines run on from square to square."""
    verdicts: dict[str, list[Box]] = {}
    for column, row, verdict in picture.field or ():
        verdicts.setdefault(verdict, []).append(grid.box((column, row)))
    for verdict, boxes in verdicts.items():
        draw_pattern(canvas, boxes, verdict)


def _reach(canvas: Canvas, picture: BoardPicture, grid: Grid, *, has_field: bool) -> None:
    """The squares where a figure may go: softly lit where no field is drawn, in one outline."""
    places = [(tile.column, tile.row) for tile in picture.tiles if tile.reach is not None]
    if not has_field:
        canvas.rects([grid.box(place) for place in places], palette.GLOW, opacity=0.26)
    outlined(canvas, grid.sides(places), palette.MOVE)


def _steps(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """The squares to get there, where nobody stands."""
    taken = {place for token in picture.tokens for place in token.places}
    for tile in picture.tiles:
        if tile.reach and (tile.column, tile.row) not in taken:
            _step(canvas, tile, grid)


def _step(canvas: Canvas, tile: Tile, grid: Grid) -> None:
    at = grid.corner(tile.column + 0.5, tile.row + 0.5)
    canvas.words(at, str(tile.reach), 19, palette.MOVE, halo="#ffffff", bold=True)


def paint_line(canvas: Canvas, line: Line, grid: Grid) -> None:
    """A line of sight; its causes outlined, its verdict on a flag where it is decided."""
    colour = palette.VERDICTS[line.verdict]
    for place in line.causes:
        left, top, wide, high = grid.box(place, 0.03)
        canvas.rect(left + 2.5, top + 2.5, wide - 5, high - 5, stroke=colour, line=5)
    canvas.lines([grid.ends(border) for border in line.borders], colour, 9)
    ends = [grid.corner(*line.start), grid.corner(*line.end)]
    canvas.lines([ends], "#ffffff", 8)
    canvas.lines([ends], colour, 4)
    for end in ends:
        canvas.circle(end, 6, colour, stroke="#ffffff", line=2)


def paint_flag(canvas: Canvas, line: Line, grid: Grid) -> None:
    """The verdict in words, in the middle of a line that is long enough for it."""
    (x0, y0), (x1, y1) = grid.corner(*line.start), grid.corner(*line.end)
    if not line.label or abs(x0 - x1) + abs(y0 - y1) < 4 * CELL:
        return
    x, y, half = (x0 + x1) / 2, (y0 + y1) / 2, width_of(line.label, 18) / 2 + 8
    colour = palette.VERDICTS[line.verdict]
    canvas.rect(x - half, y - 13, 2 * half, 26, colour, stroke="#ffffff", line=1.5, radius=13)
    canvas.words((x, y), line.label, 18, palette.ink_on(colour), bold=True)


def _way(canvas: Canvas, way: Way, grid: Grid) -> None:
    """A move or a knock back, from its first square on."""
    colour, dash = ("#a83216", "") if way.kind == "knock" else ("#333333", "9 7")
    path = [grid.corner(*point) for point in way.points]
    canvas.lines([path], colour, 5, dash=dash)
    canvas.circle(path[0], 7, colour)


def paint_attack(canvas: Canvas, way: Way, grid: Grid) -> None:
    """An attack along its line of sight; a star where it hit, a cross where it missed."""
    (x0, y0), (x1, y1) = grid.corner(*way.points[0]), grid.corner(*way.points[-1])
    cut = 0.45 * CELL / (math.hypot(x1 - x0, y1 - y0) or 1)
    ends = [(x0 + (x1 - x0) * cut, y0 + (y1 - y0) * cut), (x1 - (x1 - x0) * cut, y1 - (y1 - y0) * cut)]
    colour, (x, y) = palette.VERDICTS[way.verdict], ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3)
    canvas.titled("", "sight")
    canvas.lines([ends], "#ffffff", 10, cap="round")
    canvas.lines([ends], colour, 7, cap="round")
    if way.hit:
        spikes = [2 * math.pi * number / 10 - math.pi / 2 for number in range(10)]
        path = [(x + r * math.cos(a), y + r * math.sin(a)) for a, r in zip(spikes, (15, 6) * 5, strict=True)]
        canvas.polygon(path, colour, stroke="#ffffff", line=2)
    else:
        cross = [[(x - 9, y - 9), (x + 9, y + 9)], [(x - 9, y + 9), (x + 9, y - 9)]]
        canvas.lines(cross, "#ffffff", 8)
        canvas.lines(cross, colour, 5)
    canvas.close()


def draw_pattern(canvas: Canvas, boxes: Sequence[Box], verdict: str) -> None:
    """The tint and the lines of a verdict: one way for hindered, both ways for blocked."""
    colour, opacity = palette.TINTS[verdict]
    lines = []
    for box in boxes:
        canvas.rect(*box, colour, opacity=opacity)
        offsets = list(_offsets(HALF, 2 * HALF)) if verdict != "clear" else []
        rising = [_diagonal(box, offset) for offset in offsets if offset < box[2] + box[3]]
        lines += rising
        if verdict == "blocked":  # and its mirror image
            lines += [[(2 * box[0] + box[2] - x, y) for x, y in line] for line in rising]
    line = 2 if verdict == "hindered" else 1.5
    canvas.lines(lines, "#ffffff", line + 2, opacity=0.24)
    canvas.lines(lines, palette.HATCH.get(verdict, colour), line)


def _offsets(first: float, step: float) -> Sequence[float]:
    return [first + number * step for number in range(int((2 * CELL - first) / step) + 1)]


def _diagonal(box: Box, offset: float) -> list[Point]:
    """The line of a box on which across and down make ``offset`` together."""
    left, top, wide, high = box
    x0, x1 = min(offset, wide), max(0.0, offset - high)
    return [(left + x0, top + offset - x0), (left + x1, top + offset - x1)]
