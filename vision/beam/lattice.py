"""The pattern by which a camera tells where a projector's light falls: dots that blink out their numbers.

    Lattice(size_px) ──> dots, numbered from 1        pair b: first the dots whose number has bit b, then all others

Every dot is lit in exactly one picture of each pair: the size of the differences shows where the dots are, whatever is
printed under them, and their signs spell the numbers. The last bit makes the number of ones even.
"""

from __future__ import annotations

from dataclasses import dataclass

_INSET = 0.06  # of the picture's sides: lenses are worst at the rim


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc of light: its number, its middle and radius in pixels of the projector."""

    number: int
    x: float
    y: float
    radius: float


class Lattice:
    """Dots all over a projector's picture of ``size_px`` (width, height)."""

    def __init__(self, size_px: tuple[int, int], columns: int = 9, rows: int = 6) -> None:
        self.size_px = size_px
        wide, high = size_px
        radius = min(wide / columns, high / rows) / 8
        self.dots = tuple(
            Dot(
                row * columns + column + 1,
                wide * (_INSET + (1 - 2 * _INSET) * column / (columns - 1)),
                high * (_INSET + (1 - 2 * _INSET) * row / (rows - 1)),
                radius,
            )
            for row in range(rows)
            for column in range(columns)
        )
        self.bits = len(self.dots).bit_length() + 1
        corners = (1, columns, (rows - 1) * columns + 1, rows * columns)
        inner = {(rows // 3 + 1) * columns - columns // 3, (rows - rows // 3) * columns - columns * 2 // 3}
        self.few = tuple(self.dots[number - 1] for number in sorted({*corners, *inner}))  # enough to notice a bump

    def pair(self, bit: int) -> tuple[tuple[Dot, ...], tuple[Dot, ...]]:
        """The dots of both pictures of that pair."""
        lit = tuple(dot for dot in self.dots if self._code(dot.number) >> bit & 1)
        return lit, tuple(dot for dot in self.dots if dot not in lit)

    def number_of(self, code: int) -> int | None:
        """Return the number of the dot that spells that code; ``None``: none does."""
        number = code & (1 << self.bits - 1) - 1
        return number if 0 < number <= len(self.dots) and self._code(number) == code else None

    def _code(self, number: int) -> int:
        return number | number.bit_count() % 2 << self.bits - 1
