"""A sheet of paper in millimetres: pages with the same head, and cards that flow over them.

┌────────────────────────────────┐
│ Print at 100 %. |····|  100 mm │   every page: what to check, and the line to check it with
│ ┌card┐ ┌card┐ ┌────┐           │   cards in rows, each with its label below
│ label  label  label            │
└────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Protocol

from fpdf import FPDF

from companion.errors import InputError

Say = Callable[..., str]  # a wording's key and its words -> the text in the reader's language
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EDGE_MM, _TOP_MM, _GAP_MM, _LABEL_MM, _LINE_MM = 12.0, 34.0, 6.0, 4.0, 3.6


class Card(Protocol):
    """A card to cut out."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """The width and height."""

    @property
    def label(self) -> Sequence[str]:
        """The lines below it."""

    def draw(self, pdf: FPDF, x: float, y: float) -> None:
        """Draw it with its top left at (x, y) mm."""


class Paper:
    """A document of one paper size; the same calls give the same bytes."""

    def __init__(self, name: str, title: str, say: Say) -> None:
        self.name, self.size_mm, self._say = name, PAPERS[name], say
        self.pdf = FPDF(format=self.size_mm, unit="mm")
        self.pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
        self.pdf.set_auto_page_break(False)
        self.pdf.set_title(title)

    @property
    def pages(self) -> int:
        """The number of pages so far."""
        return int(self.pdf.page)

    @property
    def room_mm(self) -> tuple[float, float]:
        """Width and height below a page's head."""
        return self.size_mm[0] - 2 * EDGE_MM, self.size_mm[1] - _TOP_MM - EDGE_MM

    def new_page(self, note: str) -> tuple[float, float]:
        """Begin a page whose head says ``note``; return where things may begin on it."""
        pdf = self.pdf
        pdf.add_page()
        self.text(EDGE_MM, 9.0, self._say("print.head"))
        self.text(EDGE_MM, 28.0, note)
        pdf.set_draw_color(0)
        pdf.set_line_width(0.2)
        pdf.line(EDGE_MM, 15.0, EDGE_MM + 100.0, 15.0)
        for mark in range(0, 101, 5):
            tall = 4.0 if mark % 10 == 0 else 2.0
            pdf.line(EDGE_MM + mark, 15.0 - tall, EDGE_MM + mark, 15.0)
            if mark % 20 == 0:
                self.text(EDGE_MM + mark - 1.5, 19.0, str(mark))
        return EDGE_MM, _TOP_MM

    def flow(self, cards: Iterable[Card], note: str, file: str) -> int:
        """Lay out cards on as many pages as they need; return their number.
        ``InputError`` for one larger than a page.
        """
        x, y, row_mm, count = EDGE_MM, self.size_mm[1], 0.0, 0
        for card in cards:
            wide, high = card.size_mm
            if wide > self.room_mm[0] or high + self._label_mm(card) > self.room_mm[1]:
                room = f"a card that fits on {self.name.upper()} ({self.room_mm[0]:.0f} x {self.room_mm[1]:.0f} mm)"
                raise InputError(file, card.label[0], f"{wide:.0f} x {high:.0f} mm", room)
            if x + wide > self.size_mm[0] - EDGE_MM:
                x, y, row_mm = EDGE_MM, y + row_mm, 0.0
            if y + high + self._label_mm(card) > self.size_mm[1] - EDGE_MM:
                x, y = self.new_page(note)
                row_mm = 0.0
            card.draw(self.pdf, x, y)
            for number, line in enumerate(card.label):
                self.text(x, y + high + _LABEL_MM + number * _LINE_MM, line)
            across = max(wide, *(self.pdf.get_string_width(_latin(line)) for line in card.label))
            x += across + _GAP_MM
            row_mm = max(row_mm, high + self._label_mm(card) + _GAP_MM)
            count += 1
        return count

    def text(self, x: float, y: float, words: str, size_pt: float = 9.0) -> None:
        """Write a line of text whose baseline begins at (x, y) mm."""
        self.pdf.set_font("Helvetica", size=size_pt)
        self.pdf.set_text_color(40)
        self.pdf.text(x, y, _latin(words))

    def _label_mm(self, card: Card) -> float:
        return _LABEL_MM + (len(card.label) - 1) * _LINE_MM + 1.0


def draw_cells(pdf: FPDF, cells: Sequence[Sequence[bool]], x: float, y: float, cell_mm: float) -> None:
    """Draw the black cells of rows of cells; one rectangle per run, so that no hairline shows between."""
    pdf.set_fill_color(0)
    for row, line in enumerate(cells):
        column = 0
        while column < len(line):
            run = 0
            while column + run < len(line) and line[column + run]:
                run += 1
            if run:
                below = 0.02 if row + 1 < len(cells) else 0.0
                pdf.rect(x + column * cell_mm, y + row * cell_mm, run * cell_mm, cell_mm + below, style="F")
            column += max(run, 1)


def _latin(text: str) -> str:
    return text.replace("’", "'").encode("latin-1", "replace").decode("latin-1")  # the font every PDF reader has
