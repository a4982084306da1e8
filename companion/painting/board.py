"""A board of squares as SVG: bare, for a page; or on a sheet, with words above and a legend below.

┌ head: the answer in words ┐      ground, borders, marks, figures, lines: each its own file, each on any canvas
│  A B C                    │      on a photograph: patterns, a thin grid, rings around figures
│ 1 . . .                   │      . / #   clear, hindered, blocked: told apart without seeing colours
└ foot: the legend ─────────┘
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from companion.board.picture import BoardPicture, Box
from companion.painting import palette
from companion.painting.canvas import Canvas, SvgCanvas, fitted, width_of
from companion.painting.figures import paint_ghost, paint_things, paint_token
from companion.painting.grid import CELL, Grid
from companion.painting.ground import paint_borders, paint_frame, paint_ground, paint_letters, paint_names
from companion.painting.marks import draw_pattern, paint_attack, paint_marks

EDGE, BARE = 40, 14  # around the board; where no letters are around it
HEAD = 64  # for the words above it
LEAST_PX = 560  # the width a title and a legend can use on small boards too
ROW, SWATCH, GAP = 28, 30, 6  # a row of the legend, a sample, the space around
LAYERS = ("ground", "marks", "figures")

Entry = tuple[str, str]  # a verdict, or "move" for an outline; the words beside it


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet around a board: words above it, with a mark in a verdict's colour; a legend below."""

    words: tuple[str, ...] = ()  # the answer, then its reasons
    verdict: str = ""
    legend: tuple[Entry, ...] = ()
    least_px: int = 0
    photo: bytes | None = None  # the board as photographed from straight above, a PNG of any size


def board_svg(
    picture: BoardPicture, *, kind: str = "board", label: str = "", photo: str = "", box: Box | None = None
) -> str:
    """The board with its frame, for a page; ``kind`` may be one of its ``LAYERS`` alone.

    ``photo`` is where the picture of the map from straight above is that lies under it. ``box``: the squares that are
    shown, of layers that lie on each other; else those that the picture shows.
    """
    edge = edge_of(picture)
    canvas, grid, (left, top, right, bottom) = SvgCanvas(), Grid(edge, edge), box or picture.shown
    for layer in (kind,) if kind in LAYERS else LAYERS:
        _paint(canvas, picture, grid, layer, photo, is_framed=True)
    wide, high = (right - left) * CELL + 2 * edge, (bottom - top) * CELL + 2 * edge
    return canvas.svg(wide, high, kind=kind, label=label, corner=(left * CELL, top * CELL))


def edge_of(picture: BoardPicture) -> int:
    """Return how wide the frame around a board is: narrow where it has no letters to bear."""
    return BARE if picture.plates else EDGE


def board_sheet(picture: BoardPicture, sheet: Sheet) -> str:
    """The board on a sheet of paper."""
    canvas, board_px = SvgCanvas(), picture.columns * CELL + 2 * EDGE
    width = max(board_px, sheet.least_px)
    rows = _legend_rows(sheet.legend, max(picture.columns * CELL, sheet.least_px - 2 * EDGE))
    foot = len(rows) * ROW + GAP if sheet.legend else 0
    height = picture.rows * CELL + 2 * EDGE + HEAD + foot
    grid = Grid(EDGE + (width - board_px) // 2, EDGE + HEAD)
    photo = "data:image/png;base64," + b64encode(sheet.photo).decode() if sheet.photo is not None else ""
    for layer in LAYERS:
        _paint(canvas, picture, grid, layer, photo, is_framed=False)
    draw_head(canvas, sheet.words, sheet.verdict, width)
    _draw_legend(canvas, rows, height - foot - GAP)
    return canvas.svg(width, height, background=palette.SHEET)


def _paint(canvas: SvgCanvas, picture: BoardPicture, grid: Grid, layer: str, photo: str, *, is_framed: bool) -> None:
    match layer:
        case "ground":
            if is_framed:
                paint_frame(canvas, picture, grid, edge_of(picture))
            else:
                paint_letters(canvas, picture, grid, palette.LETTERS)
            if photo:
                _photograph(canvas, picture, grid, photo)
            else:
                paint_ground(canvas, picture, grid)
                paint_borders(canvas, picture, grid)
            paint_names(canvas, picture, grid)
        case "marks":
            paint_marks(canvas, picture, grid)
        case _:
            paint_figures(canvas, picture, grid, is_photographed=bool(photo))


def _photograph(canvas: SvgCanvas, picture: BoardPicture, grid: Grid, photo: str) -> None:
    """The photograph, under a thin grid."""
    canvas.image(*grid.corner(0, 0), picture.columns * CELL, picture.rows * CELL, photo)
    lines = [[grid.corner(c, 0), grid.corner(c, picture.rows)] for c in range(1, picture.columns)]
    lines += [[grid.corner(0, r), grid.corner(picture.columns, r)] for r in range(1, picture.rows)]
    canvas.lines(lines, "#ffffff", 1, opacity=0.43)


def paint_figures(canvas: Canvas, picture: BoardPicture, grid: Grid, *, is_photographed: bool = False) -> None:
    """All that stands there; on a photograph things are seen themselves."""
    if not is_photographed:
        paint_things(canvas, picture, grid)
    for token in picture.tokens:
        if is_photographed:
            paint_ghost(canvas, token, grid)
        else:
            paint_token(canvas, token, grid, is_zoned=bool(picture.plates))
    for way in picture.ways:
        if way.kind == "attack":
            paint_attack(canvas, way, grid)


def draw_head(canvas: Canvas, words: Sequence[str], verdict: str, width: float) -> None:
    """The answer in words, with a mark in the verdict's colour; without a verdict, a title."""
    if not words:
        return
    if not verdict:
        title, size = fitted(words[0], 20, width - 2 * EDGE, 11)
        canvas.words((EDGE, 40), title, size, palette.LETTERS, anchor="start")
        return
    canvas.rect(EDGE, 20, 14, 44, palette.VERDICTS[verdict], radius=4)
    reasons, room = " · ".join(" ".join(reason.split()) for reason in words[1:]), width - 2 * EDGE - 26
    answer, size = fitted(words[0], 20, room, 11)
    canvas.words((EDGE + 26, 34 if reasons else 42), answer, size, palette.LETTERS, anchor="start")
    below, small = fitted(reasons, 12, room, 11)
    canvas.words((EDGE + 26, 56), below, small, palette.QUIET, anchor="start")


def _legend_rows(entries: Sequence[Entry], room: float) -> list[list[Entry]]:
    """The entries in as many rows as the width needs."""
    rows: list[list[Entry]] = [[]]
    for entry in entries:
        if rows[-1] and sum(map(_wide, (*rows[-1], entry))) > room:
            rows.append([])
        rows[-1].append(entry)
    return rows


def _draw_legend(canvas: Canvas, rows: Sequence[Sequence[Entry]], top: float) -> None:
    for number, row in enumerate(rows):
        x, y = float(EDGE), top + number * ROW + GAP
        for kind, words in row:
            if kind == "move":
                canvas.rect(x + 2, y + 2, SWATCH - 4, 16, stroke=palette.MOVE, line=4)
            else:
                draw_pattern(canvas, [(x, y, SWATCH, 20)], kind)
                canvas.rect(x, y, SWATCH, 20, stroke=palette.HATCH.get(kind, palette.VERDICTS[kind]))
            canvas.words((x + SWATCH + 8, y + 10), words, 15, palette.LETTERS, anchor="start")
            x += _wide((kind, words))


def _wide(entry: Entry) -> float:
    return SWATCH + 8 + width_of(entry[1], 15) + 22
