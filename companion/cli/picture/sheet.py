"""The sheet of paper every picture is drawn on: squares in, pixels out.

┌ head: the answer in words ┐      the board is drawn, or it is a photograph seen from straight above
│  A B C                    │      everything is drawn FINE times larger and reduced at the end
│ 1 . . .                   │
└ foot: the legend ─────────┘
"""

from __future__ import annotations

import io
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.board import Edge, Verdict, parse_square
from companion.core.ids import SpaceId
from companion.files import write_file

if TYPE_CHECKING:
    from companion.interchange.position import Position

__all__ = [
    "CELL", "EDGE", "FINE", "GRID", "HEAD", "INK", "PAPER", "QUIET", "VERDICTS", "Colour", "Sheet", "font", "width_of",
]  # fmt: skip

CELL = 56  # pixels a square
EDGE = 40  # pixels around the board
HEAD = 64  # pixels for the words above it
FINE = 2  # drawn larger and reduced, for smooth lines

Colour = tuple[int, int, int] | tuple[int, int, int, int]
PAPER, INK, GRID, QUIET = (250, 247, 240), (46, 42, 38), (214, 206, 192), (92, 84, 76)
VERDICTS: dict[Verdict, tuple[int, int, int]] = {
    Verdict.CLEAR: (34, 139, 84), Verdict.HINDERED: (214, 134, 8), Verdict.BLOCKED: (204, 34, 42)
}  # fmt: skip


class Sheet:
    """The sheet of one position; ``photo`` is the board as photographed, any number of pixels a square."""

    def __init__(self, table: Position, *, photo: Any = None, least_px: int = 0, foot_px: int = 0) -> None:
        from PIL import Image, ImageDraw

        self.table, self.board, self.photo, self.foot_px = table, table.board, photo, foot_px
        board_px = self.board.columns * CELL + 2 * EDGE
        self.width = max(board_px, least_px)
        self.left = EDGE + (self.width - board_px) // 2
        self.height = self.board.rows * CELL + 2 * EDGE + HEAD + foot_px
        self.image = Image.new("RGB", (self.width * FINE, self.height * FINE), PAPER)
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def corner(self, column: float, row: float) -> tuple[int, int]:
        """The pixel of a grid corner, before the sheet is reduced."""
        return round((self.left + column * CELL) * FINE), round((EDGE + HEAD + row * CELL) * FINE)

    def box(self, space: SpaceId, inset: float = 0.0) -> tuple[int, int, int, int]:
        """The pixels of a square: left, top, right, bottom."""
        column, row = parse_square(space)
        return (*self.corner(column + inset, row + inset), *self.corner(column + 1 - inset, row + 1 - inset))

    def middle(self, space: SpaceId) -> tuple[int, int]:
        """The pixel of a square's centre."""
        column, row = parse_square(space)
        return self.corner(column + 0.5, row + 0.5)

    def border(self, where: Edge) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two ends of the border of two squares that share a side."""
        (c, r), (d, s) = parse_square(where.a), parse_square(where.b)
        column, row = max(c, d), max(r, s)
        far = (column, row + 1) if r == s else (column + 1, row)
        return self.corner(column, row), self.corner(*far)

    def write(self, at: tuple[float, float], words: str, size: float, colour: Colour = INK, anchor: str = "mm") -> None:
        """Nothing: the words stand there, ``size`` pixels high."""
        self.pen.text(at, words, fill=colour, font=font(round(size * FINE)), anchor=anchor)

    def write_in(self, at: tuple[float, float], words: str, size: float, room_px: float, colour: Colour = INK) -> None:
        """Nothing: the words begin there and are made smaller, then shorter, until they are no wider than that."""
        while size > 11 and width_of(words, size) > room_px:
            size -= 1
        whole = words
        while whole and width_of(words, size) > room_px:
            whole = whole[:-1]
            words = whole.rstrip() + "…"
        self.write(at, words, size, colour, "lm")

    def png(self) -> bytes:
        """The reduced sheet as the bytes of a PNG file."""
        from PIL import Image

        small = self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)
        held = io.BytesIO()
        small.save(held, "PNG", optimize=True)
        return held.getvalue()

    def save(self, out: str) -> None:
        """Nothing: the file ``out`` holds the picture, whole."""
        write_file(out, self.png())


def width_of(words: str, size: float) -> float:
    """How wide words of that size would be, in pixels of the reduced sheet."""
    return float(font(round(size * FINE)).getlength(words)) / FINE


@lru_cache(maxsize=16)
def font(size: int) -> Any:
    """A face with accents: the one the windows use, found without starting them; else the library's own."""
    from PIL import ImageFont

    spec = find_spec("kivy")
    for folder in spec.submodule_search_locations or () if spec else ():
        face = Path(folder) / "data" / "fonts" / "Roboto-Regular.ttf"
        if face.exists():
            return ImageFont.truetype(str(face), size)
    return ImageFont.load_default(size)
