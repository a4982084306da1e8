"""A picture of one line of sight, drawn from the answer itself: what is highlighted is what the answer names.

board ── terrain, levels, walls, ramps      line ── green clear, amber hindered, red blocked
pieces ── a disc per square of the base     crossed squares in the line's tint, causes outlined
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.board import Edge, SightLine, Terrain, Tile, Verdict, edge, parse_square
from companion.core.ids import SpaceId
from companion.files import write_file

if TYPE_CHECKING:
    from companion.interchange.position import Position

__all__ = ["draw_line"]

CELL = 56  # pixels a square
EDGE = 40  # pixels around the board
HEAD = 64  # pixels for the sentence above it
FINE = 2  # drawn larger and reduced, for smooth lines

Colour = tuple[int, int, int] | tuple[int, int, int, int]
PAPER, INK, GRID = (250, 247, 240), (46, 42, 38), (214, 206, 192)
LEVELS = [(255, 253, 248), (249, 233, 214), (245, 219, 190), (240, 204, 167), (233, 188, 145), (225, 171, 124)]
LEAF, STONE, SEA, RIM = (112, 158, 84), (132, 108, 88), (98, 156, 206), (196, 64, 48)
ROOF, START = (246, 214, 92, 70), (142, 90, 178)
VERDICTS: dict[Verdict, tuple[int, int, int]] = {
    Verdict.CLEAR: (34, 139, 84), Verdict.HINDERED: (214, 134, 8), Verdict.BLOCKED: (204, 34, 42)
}  # fmt: skip
SIDES = {"red": (190, 60, 60), "blue": (52, 98, 168), "green": (62, 134, 82), "yellow": (196, 156, 30)}


class _Sheet:
    """The sheet of one position: squares in, pixels out."""

    def __init__(self, table: Position) -> None:
        from PIL import Image, ImageDraw

        self.table, self.board = table, table.board
        size = self.board.columns * CELL + 2 * EDGE, self.board.rows * CELL + 2 * EDGE + HEAD
        self.image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), PAPER)
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def corner(self, column: float, row: float) -> tuple[int, int]:
        return round((EDGE + column * CELL) * FINE), round((EDGE + HEAD + row * CELL) * FINE)

    def box(self, space: SpaceId, inset: float = 0.0) -> tuple[int, int, int, int]:
        column, row = parse_square(space)
        return (*self.corner(column + inset, row + inset), *self.corner(column + 1 - inset, row + 1 - inset))

    def middle(self, space: SpaceId) -> tuple[int, int]:
        column, row = parse_square(space)
        return self.corner(column + 0.5, row + 0.5)

    def border(self, where: Edge) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two ends of the border of two squares that share a side."""
        (c, r), (d, s) = parse_square(where.a), parse_square(where.b)
        column, row = max(c, d), max(r, s)
        far = (column, row + 1) if r == s else (column + 1, row)
        return self.corner(column, row), self.corner(*far)

    def write(self, at: tuple[float, float], words: str, size: float, colour: Colour = INK, anchor: str = "mm") -> None:
        self.pen.text(at, words, fill=colour, font=_font(round(size * FINE)), anchor=anchor)

    def draw_squares(self) -> None:
        for space in self.board.spaces:
            tile, box = self.board.tile(space), self.box(space)
            self.pen.rectangle(box, fill=LEVELS[min(tile.elevation, len(LEVELS)) - 1], outline=GRID, width=FINE)
            if tile.indoor:
                self.pen.rectangle(box, fill=ROOF)
            self.draw_terrain(space, tile)
            if tile.elevation > 1:
                self.write((box[2] - 7 * FINE, box[1] + 9 * FINE), str(tile.elevation), 11, RIM)
        for kind, squares in (("o", self.table.objects), ("m", self.table.markers)):
            for space, _ in squares:
                self.draw_token(space, kind)

    def draw_terrain(self, space: SpaceId, tile: Tile) -> None:
        left, top, right, bottom = self.box(space)
        step = CELL * FINE // 7
        if Terrain.WATER in tile.terrain:
            self.pen.rectangle((left, top, right, bottom), fill=(*SEA, 110))
            for row in range(1, 4):
                y = top + row * 2 * step - step // 2
                for wave in range(3):
                    x = left + (2 * wave + 1) * step - step // 2
                    self.pen.arc((x, y - step // 2, x + step * 3 // 2, y + step // 2), 200, 340, (*SEA, 255), 2 * FINE)
        if Terrain.HINDERING in tile.terrain:
            self.pen.rectangle((left, top, right, bottom), fill=(*LEAF, 80))
            for row in range(3):
                for column in range(3):
                    u, v = left + (4 * column + 3) * step // 2, top + (4 * row + 3) * step // 2
                    self.pen.line((u - 3 * FINE, v - 4 * FINE, u, v + 3 * FINE), (*LEAF, 255), 2 * FINE)
                    self.pen.line((u + 3 * FINE, v - 4 * FINE, u, v + 3 * FINE), (*LEAF, 255), 2 * FINE)
        if Terrain.BLOCKING in tile.terrain:
            self.pen.rectangle((left, top, right, bottom), fill=STONE)
            for offset in range(step, 2 * CELL * FINE, 2 * step):
                x0, y0 = left + min(offset, right - left), top + max(0, offset - (right - left))
                x1, y1 = left + max(0, offset - (bottom - top)), top + min(offset, bottom - top)
                self.pen.line((x0, y0, x1, y1), (255, 255, 255, 50), 2 * FINE)

    def draw_token(self, space: SpaceId, kind: str) -> None:
        x, y = self.middle(space)
        reach = CELL * FINE // 5
        if kind == "o":
            box = (x - reach, y - reach, x + reach, y + reach)
            self.pen.rounded_rectangle(box, 4 * FINE, fill=(222, 190, 120), outline=INK, width=2 * FINE)
        else:
            self.pen.regular_polygon((x, y, reach), 6, fill=(200, 196, 190), outline=INK)

    def draw_borders(self) -> None:
        board = self.board
        for space in board.spaces:
            column, row = parse_square(space)
            for other in (board.at(column + 1, row), board.at(column, row + 1)):
                if other is None:
                    continue
                if board.level(space) != board.level(other):
                    self.pen.line(self.border(edge(space, other)), (*RIM, 200), 2 * FINE)
                if board.tile(space).starting != board.tile(other).starting:
                    self.pen.line(self.border(edge(space, other)), (*START, 160), 3 * FINE)
        for ramp in board.ramps:
            (x0, y0), (x1, y1) = self.middle(ramp.a), self.middle(ramp.b)
            for part in range(2, 9):
                x, y = x0 + (x1 - x0) * part / 10, y0 + (y1 - y0) * part / 10
                dx, dy = (y1 - y0) / 6, (x1 - x0) / 6
                self.pen.line((x - dx, y - dy, x + dx, y + dy), (90, 84, 78, 190), 2 * FINE)
        for wall in board.walls:
            self.pen.line(self.border(wall), INK, 6 * FINE)
        self.pen.rectangle((*self.corner(0, 0), *self.corner(board.columns, board.rows)), outline=INK, width=2 * FINE)

    def draw_labels(self) -> None:
        for column in range(self.board.columns):
            name = self.board.spaces[column].rstrip("0123456789")
            for row in (-0.36, self.board.rows + 0.36):
                self.write(self.corner(column + 0.5, row), name, 15)
        for row in range(self.board.rows):
            for column_at in (-0.36, self.board.columns + 0.36):
                self.write(self.corner(column_at, row + 0.5), str(row + 1), 15)

    def draw_pieces(self) -> None:
        for piece in self.table.occupancy:
            colour = SIDES.get(piece.side, (110, 100, 130))
            boxes = [self.box(space, 0.13) for space in piece.spaces]
            lefts, tops, rights, bottoms = zip(*boxes, strict=True)
            whole = min(lefts), min(tops), max(rights), max(bottoms)
            self.pen.rounded_rectangle(
                whole, CELL * FINE * 3 // 8, fill=colour, outline=(255, 255, 255), width=3 * FINE
            )
            words = piece.piece if len(piece.piece) <= 5 else piece.piece[:4] + "."
            middle = (whole[0] + whole[2]) / 2, (whole[1] + whole[3]) / 2
            self.write(middle, words, 20 if len(words) < 3 else 13, (255, 255, 255))

    def draw_answer(self, line: SightLine) -> None:
        colour = VERDICTS[line.verdict]
        for cause in line.causes:
            squares = [cause.square] if cause.square else []
            if cause.piece:
                squares = list(self.table.occupancy[cause.piece].spaces)
            for square in squares:
                self.pen.rectangle(self.box(square, 0.03), outline=colour, width=5 * FINE)
            if cause.edge:
                self.pen.line(self.border(cause.edge), colour, 9 * FINE)
        ends = (*self.middle(line.start), *self.middle(line.end))
        self.pen.line(ends, (255, 255, 255), 8 * FINE)
        self.pen.line(ends, colour, 4 * FINE)
        for space in (line.start, line.end):
            x, y = self.middle(space)
            dot = 6 * FINE
            self.pen.ellipse((x - dot, y - dot, x + dot, y + dot), fill=colour, outline=(255, 255, 255), width=2 * FINE)

    def tint_crossed(self, line: SightLine) -> None:
        for space in line.crossed:
            self.pen.rectangle(self.box(space), fill=(*VERDICTS[line.verdict], 46))

    def draw_head(self, words: Sequence[str], verdict: Verdict) -> None:
        left, top = EDGE * FINE, 20 * FINE
        self.pen.rounded_rectangle((left, top, left + 14 * FINE, top + 44 * FINE), 4 * FINE, fill=VERDICTS[verdict])
        reasons = "   ".join(" ".join(reason.split()) for reason in words[1:])
        room = (self.board.columns * CELL - 40) // 7  # letters on the second line
        reasons = reasons if len(reasons) <= room else reasons[: room - 3] + "..."
        self.write((left + 26 * FINE, top + (14 if reasons else 22) * FINE), words[0], 20, INK, "lm")
        self.write((left + 26 * FINE, top + 36 * FINE), reasons, 12, (110, 102, 92), "lm")

    def png(self) -> bytes:
        small = self.image.resize((self.image.width // FINE, self.image.height // FINE), _resampling())
        held = io.BytesIO()
        small.save(held, "PNG", optimize=True)
        return held.getvalue()


def draw_line(table: Position, line: SightLine, words: Sequence[str], out: str) -> None:
    """Nothing: the picture of the line stands in the file ``out``, the verdict in words above it."""
    sheet = _Sheet(table)
    sheet.draw_squares()
    sheet.tint_crossed(line)
    sheet.draw_borders()
    sheet.draw_labels()
    sheet.draw_answer(line)
    sheet.draw_pieces()
    sheet.draw_head(words, line.verdict)
    write_file(out, sheet.png())


@lru_cache(maxsize=16)
def _font(size: int) -> Any:
    """A face with accents: the one the windows use, found without starting them; else the library's own."""
    from PIL import ImageFont

    spec = find_spec("kivy")
    for folder in spec.submodule_search_locations or () if spec else ():
        face = Path(folder) / "data" / "fonts" / "Roboto-Regular.ttf"
        if face.exists():
            return ImageFont.truetype(str(face), size)
    return ImageFont.load_default(size)


def _resampling() -> Any:
    from PIL import Image

    return Image.Resampling.LANCZOS
