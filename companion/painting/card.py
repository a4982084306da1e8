"""A card of a hand: its name in a band, and what it gives, on its only side or on either of two.

┌ Shutter ─────────────┐     a side that is picked is lit
│ left     │  right    │     words are as large as they fit, down to what can be read
│ …        │           │
└──────────┴───────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from companion.painting import palette
from companion.painting.canvas import Canvas, SvgCanvas, fitted, rows_of, width_of

WIDE, HIGH, LOW, ROW = 240, 150, 94, 40  # units: a card, one that says little, and one that is a row like a button
LITTLE, FEW = 60, 24  # letters
BAND, EDGE, SPACE = 30, 9, 4  # units: the name's band, the margin within a side, between a heading and its words
LARGEST, LEAST = 15, 11  # units: letters of the words
_PAPER, _LIT = "#f7f2e8", "#f7dfa6"


class Side(Protocol):
    """A side of a card: a heading, what it gives, and whether it is picked."""

    @property
    def heading(self) -> str: ...
    @property
    def words(self) -> str: ...
    @property
    def is_picked(self) -> bool: ...


class Card(Protocol):
    """A card's name, its one or two sides, and whose it is."""

    @property
    def title(self) -> str: ...
    @property
    def sides(self) -> Sequence[Side]: ...
    @property
    def seat(self) -> str: ...


def height_of(hand: Sequence[Card]) -> int:
    """Return how high the cards of a hand are: low where all of them say little, a row where it is a few letters."""
    most = max((len(card.sides[0].words) if len(card.sides) == 1 else LITTLE + 1 for card in hand), default=0)
    return ROW if most <= FEW else LOW if most <= LITTLE else HIGH


def card_svg(card: Card, high: int = HIGH) -> str:
    """The card as a picture of its own."""
    canvas = SvgCanvas()
    paint_card(canvas, card, high)
    return canvas.svg(WIDE, high, kind="card")


def paint_card(canvas: Canvas, card: Card, high: int) -> None:
    """Draw the card, ``WIDE`` units wide."""
    if high <= ROW:
        _row(canvas, card, high)
        return
    colour, wide = palette.seat_colour(card.seat), (WIDE - 4) / len(card.sides)
    canvas.rect(2, 3, WIDE - 4, high - 4, "#000000", opacity=0.3, radius=9)
    canvas.rect(1, 1, WIDE - 2, high - 4, palette.INK, radius=9)
    canvas.rect(2.5, 2.5, WIDE - 5, high - 7, _PAPER, radius=8)
    for number, side in enumerate(card.sides):
        _side(canvas, side, 2 + number * wide, wide, high)
    canvas.rect(2.5, 2.5, WIDE - 5, BAND, colour, radius=8)
    canvas.rect(2.5, BAND - 8, WIDE - 5, 10, colour)
    title, size = fitted(card.title, 17, WIDE - 2 * EDGE, 11)
    canvas.words((EDGE + 2, BAND / 2 + 2), title, size, palette.ink_on(colour), anchor="start", bold=True)
    for number in range(1, len(card.sides)):
        canvas.lines(
            [[(2 + number * wide, BAND + 6), (2 + number * wide, high - 9)]], palette.LETTERS, 1.2, opacity=0.4
        )


def _row(canvas: Canvas, card: Card, high: int) -> None:
    """Draw a card that says a few letters in one row: its name, and behind it what it gives."""
    side, colour = card.sides[0], palette.seat_colour(card.seat)
    canvas.rect(1, 1, WIDE - 2, high - 2, palette.INK, radius=7)
    canvas.rect(2.5, 2.5, WIDE - 5, high - 5, _LIT if side.is_picked else _PAPER, radius=6)
    canvas.rect(2.5, 2.5, EDGE, high - 5, colour, radius=4)
    words, small = fitted(side.words, 13, WIDE / 2 - 2 * EDGE, 9)
    room = WIDE - width_of(words, small) - 4 * EDGE
    title, size = fitted(card.title, 15, room, 10)
    canvas.words((2 * EDGE, high / 2), title, size, palette.INK, anchor="start", bold=True)
    canvas.words((WIDE - EDGE - width_of(words, small), high / 2), words, small, palette.INK, anchor="start")


def _side(canvas: Canvas, side: Side, left: float, wide: float, high: float) -> None:
    """Draw one side."""
    if side.is_picked:
        canvas.rect(left + 1, BAND, wide - 2, high - BAND - 7, _LIT, radius=6)
    top, room = BAND + 8.0, wide - 2 * EDGE
    if side.heading:
        heading, size = fitted(side.heading, 12, room, 9)
        canvas.words((left + EDGE, top + 6), heading, size, palette.QUIET, anchor="start", bold=True)
        top += 13 + SPACE
    size, rows = _laid(side.words, room, high - 8 - top)
    for number, row in enumerate(rows):
        canvas.words((left + EDGE, top + size * (0.6 + 1.15 * number)), row, size, palette.INK, anchor="start")


def _laid(words: str, room: float, high: float) -> tuple[float, Sequence[str]]:
    """Return how large the words are where they fit, and their rows; of too many the last ends in dots."""
    size, rows = float(LARGEST), rows_of(words, room, partial(width_of, size=LARGEST))
    while size > LEAST and (len(rows) * size * 1.15 > high or any(width_of(row, size) > room for row in rows)):
        size -= 1
        rows = rows_of(words, room, partial(width_of, size=size))
    most = max(1, int(high / (size * 1.15)))
    if len(rows) > most:
        rows = [*rows[: most - 1], fitted(f"{rows[most - 1]}…", size, room, size)[0]]
    return size, rows
