"""The overlay as one texture: a pattern for every verdict, told apart without seeing colours.

clear     a tint          hindered  lines one way          blocked   lines both ways, in shade
"""

from __future__ import annotations

from functools import lru_cache

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.board.picture import Field
from ui.tablet.theme import rgba

SIDE = 16  # pixels of the texture a square
TINTS = {"clear": rgba("#22c08a", 0.34), "hindered": rgba("#f0a020", 0.38), "blocked": rgba("#14171c", 0.42)}
LINES = {"hindered": rgba("#7a4300", 1.0), "blocked": rgba("#14171c", 0.66)}


class Veil:
    """Draws the field given to ``show`` over a board; made anew with the board's canvas."""

    def __init__(self, columns: int, rows: int, pos: tuple[float, float], size: tuple[float, float]) -> None:
        self._columns, self._rows = columns, rows
        self._shown: Field | None = None
        self._texture = Texture.create(size=(columns * SIDE, rows * SIDE), colorfmt="rgba")
        self._colour = Color(1, 1, 1, 0)  # nothing is shown yet
        self._box = Rectangle(texture=self._texture, pos=pos, size=size)

    def show(self, field: Field | None) -> None:
        """Show this field, or take the veil off."""
        self._colour.a = 0 if field is None else 1
        if field is not None and field != self._shown:
            self._shown = field
            self._texture.blit_buffer(self._pixels(field), colorfmt="rgba", bufferfmt="ubyte")
            self._box.texture = self._texture  # the same texture, to be drawn again

    def _pixels(self, field: Field) -> bytes:
        verdicts = {(column, row): verdict for column, row, verdict in field}
        pixels = bytearray()
        for row in reversed(range(self._rows)):  # textures grow upward
            patterns = [_pattern(verdicts.get((column, row), "")) for column in range(self._columns)]
            for line in range(SIDE):
                pixels += b"".join(pattern[line] for pattern in patterns)
        return bytes(pixels)


@lru_cache
def _pattern(verdict: str) -> tuple[bytes, ...]:
    """The rows of one square's pattern, from its bottom; lines run on from square to square."""
    blank = bytes(4)
    if not verdict:
        return tuple(blank * SIDE for _ in range(SIDE))
    tint, line = _bytes(TINTS[verdict]), _bytes(LINES.get(verdict, TINTS[verdict]))
    step = SIDE // 2

    def pixel(x: int, y: int) -> bytes:
        rising, falling = (x - y - step // 2) % step < 2, (x + y - step // 2 + 1) % step < 2
        on_line = {"hindered": rising, "blocked": rising or falling}.get(verdict, False)
        return line if on_line else tint

    return tuple(b"".join(pixel(x, y) for x in range(SIDE)) for y in range(SIDE))


def _bytes(colour: tuple[float, ...]) -> bytes:
    return bytes(int(255 * part) for part in colour)
